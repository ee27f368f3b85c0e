//===- TestCommand.cpp - The user's test of what a compiler gave ----------===//

#include "bisect/TestCommand.h"

#include "inferior/Process.h"

#include "llvm/Support/MemoryBuffer.h"

#include <csignal>
#include <poll.h>
#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

char Cancelled::ID;
void Cancelled::log(raw_ostream &out) const { out << "interrupted"; }
std::error_code Cancelled::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

/// For a shell, as one word.
static std::string quoted(StringRef word) {
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string expandTestCommand(StringRef text, const RunOutput &run) {
  std::string result;
  while (!text.empty()) {
    auto [plain, rest] = text.split('%');
    result += plain;
    if (plain.size() == text.size())
      break;
    char letter = rest.empty() ? 0 : rest.front();
    text = rest.drop_front(letter != 0);
    if (letter == 'o')
      result += quoted(run.standardOutput);
    else if (letter == 'e')
      result += quoted(run.standardError);
    else if (letter == 'x')
      result += quoted(run.status);
    else if (letter == '%' || letter == 0)
      result += '%';
    else
      result += {'%', letter};
  }
  return result;
}

/// The last line of what the command printed.
static std::string lastLine(const std::string &path) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return "";
  StringRef text = (*file)->getBuffer().rtrim();
  return text.drop_front(text.rfind('\n') + 1).str();
}

static Expected<TestOutcome> judge(const TestCommand &command, int status) {
  constexpr int kSkip = 125, kNotExecutable = 126, kNotFound = 127;
  if (WIFSIGNALED(status))
    return TestOutcome{Verdict::Bad, signalName(WTERMSIG(status))};
  int code = WEXITSTATUS(status);
  if (code == kNotFound || code == kNotExecutable) {
    std::string said = lastLine(command.log);
    return createStringError(
        fmt::format("cannot run the test command (exit code {}{}): \"{}\"",
                    code, said.empty() ? "" : ", " + said, command.text));
  }
  Verdict verdict = code == 0       ? Verdict::Good
                    : code == kSkip ? Verdict::CannotTell
                                    : Verdict::Bad;
  return TestOutcome{verdict, fmt::format("exit code {}", code)};
}

/// Whether it ended, and not because of `isCancelled` or the time.
static bool hasEnded(Process &process,
                     std::optional<steady_clock::time_point> end,
                     function_ref<bool()> isCancelled) {
  constexpr int kTick = 100;
  while (!process.status()) {
    if (isCancelled() || (end && steady_clock::now() > *end))
      return false;
    pollfd wait{process.endDescriptor(), POLLIN, 0};
    (void)poll(&wait, 1, kTick);
    process.collect();
  }
  return true;
}

Expected<TestOutcome> runTest(const TestCommand &command, const RunOutput &run,
                              function_ref<bool()> isCancelled) {
  Spawn spawn;
  spawn.path = "/bin/sh";
  spawn.arguments = {"sh", "-c", expandTestCommand(command.text, run)};
  spawn.environment = {"MLIR_TRACK_DBG_OUTPUT=" + run.standardOutput,
                       "MLIR_TRACK_DBG_ERRORS=" + run.standardError,
                       "MLIR_TRACK_DBG_STATUS=" + run.status};
  spawn.standardOutput = "/dev/null";
  spawn.standardError = command.log;
  Expected<Process> process = Process::start(spawn);
  if (!process)
    return process.takeError();
  std::optional<steady_clock::time_point> end;
  if (command.timeout.count())
    end = steady_clock::now() + command.timeout;
  bool isOver = hasEnded(*process, end, isCancelled);
  // What it left behind ends with it.
  process->signal(SIGKILL);
  process->collectAll();
  if (isOver)
    return judge(command, *process->status());
  if (isCancelled())
    return make_error<Cancelled>();
  return TestOutcome{Verdict::CannotTell, "timeout"};
}

} // namespace mlir::trackdbg
