//===- Process.cpp - The command that is debugged -------------------------===//

#include "inferior/Process.h"
#include "injection/SignalCleanup.h"

#include "inferior/Inherited.h"
#include "trace/OpenFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <fmt/format.h>

#include <csignal>
#include <cstring>

using namespace llvm;

extern char **environ;

namespace mlir::trackdbg {

char CannotExecute::ID;

// By number: the C library's own header for these is not fit for C++.
FileDescriptor openProcess(pid_t process) {
  return FileDescriptor(int(syscall(SYS_pidfd_open, process, 0)));
}

void signalProcess(const FileDescriptor &process, int signal) {
  if (process)
    syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
}

void killProcess(const FileDescriptor &process) {
  signalProcess(process, SIGKILL);
}

MemoryUse memoryOf(pid_t process) {
  MemoryUse use;
  auto file = MemoryBuffer::getFileAsStream(
      fmt::format("/proc/{}/smaps_rollup", process));
  if (!file)
    return use;
  for (line_iterator line(**file); !line.is_at_eof(); ++line) {
    StringRef text = *line;
    uint64_t *sum = text.consume_front("Rss:")   ? &use.resident
                    : text.consume_front("Pss:") ? &use.proportional
                    : text.consume_front("Private_Clean:") ||
                            text.consume_front("Private_Dirty:")
                        ? &use.unshared
                        : nullptr;
    text = text.ltrim();
    uint64_t kilobytes;
    if (sum && !text.consumeInteger(10, kilobytes))
      *sum += kilobytes * 1024;
  }
  return use;
}

std::string signalName(int signal) {
  const char *name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

namespace {

SmallVector<char *> pointers(std::vector<std::string> &strings) {
  SmallVector<char *> result;
  for (std::string &string : strings)
    result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

StringRef nameOf(StringRef variable) { return variable.split('=').first; }

/// Our environment with `added` in it.
std::vector<std::string> merged(const std::vector<std::string> &added) {
  std::vector<std::string> result;
  for (char **variable = environ; *variable; ++variable)
    if (none_of(added, [&](StringRef other) {
          return nameOf(other) == nameOf(*variable);
        }))
      result.push_back(*variable);
  result.insert(result.end(), added.begin(), added.end());
  return result;
}

/// Everything that the child needs, made before the fork: between fork and
/// exec it may neither allocate nor lock.
struct ChildPlan {
  const char *path;
  SmallVector<char *> arguments, shellArguments, environment;
  int input = -1, output = -1, errors = -1; ///< -1: inherited.
  int report; ///< Where the errno of a failed exec goes.
  pid_t parent;
  bool isText, diesWithUs, randomizesAddresses;
};

void becomeStream(int from, int to) {
  if (from == to)
    fcntl(to, F_SETFD, 0);
  else if (from >= 0)
    dup2(from, to);
}

[[noreturn]] void runChild(ChildPlan &plan) {
  setpgid(0, 0);
  if (plan.diesWithUs) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan.parent)
      _exit(127);
  }
  becomeStream(plan.input, STDIN_FILENO);
  becomeStream(plan.output, STDOUT_FILENO);
  becomeStream(plan.errors, STDERR_FILENO);
  if (!plan.randomizesAddresses)
    personality(ADDR_NO_RANDOMIZE);
  restoreInherited();

  execve(plan.path, plan.arguments.data(), plan.environment.data());
  // A script without a first line for the kernel is the shell's, as always.
  if (errno == ENOEXEC && plan.isText)
    execve("/bin/sh", plan.shellArguments.data(), plan.environment.data());
  int error = errno;
  (void)!write(plan.report, &error, sizeof(error));
  _exit(127);
}

/// Below 0: errno says why. A signal that ends us meanwhile comes when the
/// command's group is noted.
pid_t forkNoted(ChildPlan &plan) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  int error = errno;
  if (pid == 0)
    runChild(plan);
  if (pid > 0) {
    setpgid(pid, pid); // Both sides do, so that neither has to wait.
    noteGroup(pid, plan.diesWithUs ? AtSignal::Kill : AtSignal::PassOn);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

Expected<FileDescriptor> openFor(const std::string &file, int flags,
                                 const char *verb) {
  ErrorOr<int> descriptor = openFile(file, flags);
  if (!descriptor)
    return createStringError(
        fmt::format("cannot {} '{}': {}", verb, file,
                    errorText(descriptor.getError().value())));
  return FileDescriptor(*descriptor);
}

/// Waits until the exec has happened (0) or failed (its errno).
int readReport(FileDescriptor end) {
  int error = 0;
  ssize_t count =
      retryOnSignal([&] { return ::read(end.get(), &error, sizeof(error)); });
  return count == sizeof(error) ? error : 0;
}

} // namespace

void prepareToSpawn() {
  static bool done = [] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    // Our parent may have this signal ignored, and then the exit status of a
    // child is lost.
    std::signal(SIGCHLD, SIG_DFL);
    noteGiftedDescriptors();
    return true;
  }();
  (void)done;
}

Process::Process(pid_t pid) : pid(pid), pidFd(openProcess(pid)) {}

Expected<Process> Process::start(const Spawn &spawn) {
  prepareToSpawn();
  FileDescriptor input, output, errors;
  bool inheritsInput = spawn.inheritInput || isClosedForCommands(STDIN_FILENO);
  if (!spawn.standardInput.empty() || !inheritsInput) {
    const std::string &file =
        spawn.standardInput.empty() ? "/dev/null" : spawn.standardInput;
    if (Error error = openFor(file, O_RDONLY, "read").moveInto(input))
      return error;
  }
  if (!spawn.standardOutput.empty())
    if (Error error =
            openFor(spawn.standardOutput, O_WRONLY | O_CREAT | O_TRUNC, "write")
                .moveInto(output))
      return error;
  if (!spawn.standardError.empty())
    if (Error error =
            openFor(spawn.standardError, O_WRONLY | O_CREAT | O_TRUNC, "write")
                .moveInto(errors))
      return error;

  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return createStringError("cannot make a pipe: " + errorText(errno));
  FileDescriptor readEnd(ends[0]), writeEnd(ends[1]);

  std::vector<std::string> arguments = spawn.arguments;
  std::vector<std::string> shell = {"/bin/sh", spawn.path};
  shell.insert(shell.end(), arguments.begin() + 1, arguments.end());
  std::vector<std::string> environment = merged(spawn.environment);
  ChildPlan plan{
      spawn.path.c_str(),    pointers(arguments), pointers(shell),
      pointers(environment), input.get(),         output.get(),
      errors.get(),          writeEnd.get(),      getpid(),
      spawn.isText,          spawn.diesWithUs,    spawn.randomizesAddresses};
  pid_t pid = forkNoted(plan);
  if (pid < 0)
    return createStringError("cannot start another process: " +
                             errorText(errno));
  Process process(pid);
  writeEnd.close();
  if (int error = readReport(std::move(readEnd))) {
    forgetGroup(pid);
    retryOnSignal([&] { return waitpid(pid, nullptr, 0); });
    return make_error<CannotExecute>(
        fmt::format("cannot execute '{}': {}", spawn.path, errorText(error)),
        std::error_code(error, std::generic_category()));
  }
  return process;
}

void Process::collectOne(pid_t which) {
  int status;
  pid_t found;
  while ((found = waitpid(which, &status, WNOHANG | WUNTRACED)) > 0) {
    if (WIFSTOPPED(status))
      wantsTerminal |=
          WSTOPSIG(status) == SIGTTIN || WSTOPSIG(status) == SIGTTOU;
    else
      ended[found] = status;
    if (found == pid && ended.contains(pid))
      forgetGroup(pid);
  }
  // Somebody else has collected the command: how it ended is lost, that it has
  // ended is not.
  if (which == pid && found < 0 && errno == ECHILD) {
    ended.try_emplace(pid, 0);
    forgetGroup(pid);
  }
}

void Process::collect() {
  // By name too: the command may have left its group, as a shell with job
  // control does. Only the group otherwise: the caller has children of its own.
  if (!status())
    collectOne(pid);
  collectOne(-pid);
  if (wantsTerminal)
    lendTerminal();
}

std::optional<int> Process::statusOf(pid_t process) const {
  auto found = ended.find(process);
  if (found == ended.end())
    return std::nullopt;
  return found->second;
}

void Process::lendTerminal() {
  FileDescriptor tty(open("/dev/tty", O_RDWR | O_CLOEXEC));
  // In the background the terminal is not ours to lend; the next call may find
  // us in the foreground.
  if (!tty || (tcgetpgrp(tty.get()) != getpgrp() && !terminal))
    return;
  wantsTerminal = false;
  if (tcsetpgrp(tty.get(), pid) == 0)
    terminal = std::move(tty);
  killpg(pid, SIGCONT);
}

void Process::takeTerminalBack() {
  if (!terminal)
    return;
  // Setting the foreground from the background stops a process that does not
  // block this signal.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  tcsetpgrp(terminal.get(), getpgrp());
  sigprocmask(SIG_SETMASK, &before, nullptr);
  terminal.close();
}

void Process::collectAll() {
  constexpr int kMilliseconds = 1000;
  for (int i = 0; i < kMilliseconds; ++i) {
    collect();
    // Looks only: nothing in it is ours any more.
    siginfo_t info;
    if (waitid(P_PGID, pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 &&
        errno == ECHILD)
      return;
    usleep(1000);
  }
}

void Process::signal(int number) { killpg(pid, number); }

} // namespace mlir::trackdbg
