//===- NativeDebugger.cpp - gdb or lldb in the terminal -------------------===//

#include "inferior/NativeDebugger.h"

#include "injection/Injection.h"
#include "injection/SystemError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

extern char **environ;

namespace mlir::trackdbg {

StringRef nameOf(NativeProgram program) {
  return program == NativeProgram::Gdb ? "gdb" : "lldb";
}

//===----------------------------------------------------------------------===//
// Who may attach
//===----------------------------------------------------------------------===//

/// The rest of the first line of a file that starts with `key`.
static std::string fieldOf(const std::string &path, StringRef key) {
  auto file = MemoryBuffer::getFileAsStream(path);
  if (!file)
    return "";
  StringRef rest = (*file)->getBuffer();
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    if (line.consume_front(key))
      return line.trim().str();
    rest = after;
  }
  return "";
}

/// 0 for none.
static int64_t tracerOf(int64_t process) {
  int64_t tracer = 0;
  StringRef(fieldOf(fmt::format("/proc/{}/status", process), "TracerPid:"))
      .getAsInteger(10, tracer);
  return tracer;
}

static std::string programOf(int64_t process) {
  return fieldOf(fmt::format("/proc/{}/comm", process), "");
}

Error checkNotHeld(int64_t process) {
  int64_t tracer = process ? tracerOf(process) : 0;
  std::string program = programOf(tracer);
  StringRef name = program;
  if (tracer == 0 || !(name.starts_with("gdb") || name.starts_with("lldb")))
    return Error::success();
  return createStringError(fmt::format(
      "{} (process {}) holds the compiler; detach it first", program, tracer));
}

/// Tries it in a process of its own, as gdb is one; 0, or an errno.
static int errorOfAttaching(int64_t process) {
  pid_t probe = fork();
  if (probe < 0)
    return errno;
  if (probe == 0)
    // It stops nothing, and ends with this process.
    _exit(ptrace(PTRACE_SEIZE, pid_t(process), 0, 0) == 0 ? 0 : errno);
  int status = 0;
  if (retryOnSignal([&] { return waitpid(probe, &status, 0); }) < 0)
    return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
}

Error checkTraceable(int64_t process) {
  if (int64_t tracer = tracerOf(process))
    return createStringError(
        fmt::format("the compiler (process {}) is traced already, by {} "
                    "(process {})",
                    process, programOf(tracer), tracer));
  int error = errorOfAttaching(process);
  if (error == 0)
    return Error::success();
  std::string scope = fieldOf("/proc/sys/kernel/yama/ptrace_scope", "");
  std::string setting =
      scope.empty() || scope == "0"
          ? "the system lets no debugger attach (in a container, it needs the "
            "capability SYS_PTRACE)"
          : fmt::format("/proc/sys/kernel/yama/ptrace_scope is {}", scope);
  return createStringError(
      fmt::format("no debugger can attach to the compiler (process {}): {}; {}",
                  process, errorText(error), setting));
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

static Expected<std::string> find(NativeProgram program) {
  // Debian's packages of lldb have a version in their name.
  SmallVector<StringRef, 2> names{nameOf(program)};
  if (program == NativeProgram::Lldb)
    names.push_back("lldb-22");
  for (StringRef name : names)
    if (ErrorOr<std::string> path = sys::findProgramByName(name))
      return *path;
  return createStringError(
      fmt::format("there is no {0} in PATH; install the package '{0}'",
                  names.back().str()));
}

/// What the script in the program has to know, for it to read.
static std::string planFor(const NativeTarget &target, StringRef ready) {
  json::Array places;
  for (StringRef place : target.places)
    places.push_back(json::fixUTF8(place));
  json::Object plan{{"process", target.process},
                    {"thread", target.thread},
                    {"places", std::move(places)},
                    {"stopFunction", int64_t(target.stopFunction)},
                    {"ready", ready}};
  return fmt::format("MLIR_TRACK_DBG_PLAN={}",
                     formatv("{0}", json::Value(std::move(plan))).str());
}

/// As it was when we were started: we ignore some signals.
static void resetSignals(posix_spawnattr_t &attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

static Expected<pid_t> spawn(const std::string &path,
                             std::vector<std::string> arguments,
                             std::string plan) {
  SmallVector<char *> words, variables;
  for (std::string &argument : arguments)
    words.push_back(argument.data());
  words.push_back(nullptr);
  for (char **variable = environ; *variable; ++variable)
    variables.push_back(*variable);
  variables.push_back(plan.data());
  variables.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  resetSignals(attributes);
  pid_t pid = 0;
  int error = posix_spawn(&pid, path.c_str(), nullptr, &attributes,
                          words.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0)
    return createStringError(
        fmt::format("cannot start '{}': {}", path, errorText(error)));
  return pid;
}

Expected<NativeDebugger> NativeDebugger::start(NativeProgram program,
                                               const NativeTarget &target) {
  Expected<std::string> path = find(program);
  if (!path)
    return path.takeError();
  Expected<PrivateFolder> folder = PrivateFolder::create();
  if (!folder)
    return folder.takeError();
  std::string readyPath = folder->pathOf("ready");
  FileDescriptor ready;
  if (mkfifo(readyPath.c_str(), 0600) == 0)
    ready = FileDescriptor(
        open(readyPath.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!ready)
    return createStringError(
        fmt::format("cannot make '{}': {}", readyPath, errorText(errno)));
  std::string script =
      dataPath(program == NativeProgram::Gdb ? "mtd_gdb.py" : "mtd_lldb.py");
  std::vector<std::string> arguments =
      program == NativeProgram::Gdb
          ? std::vector<std::string>{*path, "-q", "-x", script}
          : std::vector<std::string>{
                *path, "-o",
                fmt::format("command script import \"{}\"", script), "-o",
                "mtd-begin"};
  Expected<pid_t> pid =
      spawn(*path, std::move(arguments), planFor(target, readyPath));
  if (!pid)
    return pid.takeError();
  return NativeDebugger(program, *pid, std::move(*folder), std::move(ready));
}

//===----------------------------------------------------------------------===//
// Its life
//===----------------------------------------------------------------------===//

bool NativeDebugger::hasEnded() {
  int ended = 0;
  if (!status &&
      retryOnSignal([&] { return waitpid(pid, &ended, WNOHANG); }) == pid)
    status = ended;
  return status.has_value();
}

Error NativeDebugger::awaitAttached() {
  std::string said;
  while (true) {
    bool isOver = hasEnded();
    pollfd file{ready.get(), POLLIN, 0};
    constexpr int kTick = 50; // Milliseconds.
    poll(&file, 1, isOver ? 0 : kTick);
    char text[4096];
    ssize_t count = read(ready.get(), text, sizeof(text));
    if (count > 0)
      said.append(text, count);
    if (StringRef(said).ends_with("\n") || isOver)
      break;
  }
  StringRef text = StringRef(said).trim();
  if (text == "attached")
    return Error::success();
  std::string how = awaitEnd();
  if (!text.empty())
    return createStringError(text);
  return createStringError(
      !how.empty() ? how
                   : fmt::format("{} has ended before it had attached",
                                 nameOf(program).str()));
}

std::string NativeDebugger::awaitEnd() {
  int ended = 0;
  if (!status && retryOnSignal([&] { return waitpid(pid, &ended, 0); }) == pid)
    status = ended;
  if (!status || !WIFSIGNALED(*status))
    return "";
  return fmt::format("{} was ended by a signal ({})", nameOf(program).str(),
                     strsignal(WTERMSIG(*status)));
}

} // namespace mlir::trackdbg
