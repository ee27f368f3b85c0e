//===- TerminalScripts.cpp - Lines that run lines -------------------------===//

#include "terminal/Terminal.h"

#include "commands/Command.h"
#include "commands/Errors.h"
#include "terminal/Script.h"
#include "terminal/Signals.h"
#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// An error that names the line to blame already.
struct PlacedError : ErrorInfo<PlacedError> {
  static char ID;
  explicit PlacedError(std::string text) : text(std::move(text)) {}
  void log(raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }
  std::string text;
};
} // namespace
char PlacedError::ID = 0;

/// Blocks and files that run each other; those of `if` and `while` count too.
static constexpr unsigned deepest = 128;

Error Terminal::runScript(StringRef path) {
  if (path.ends_with(".py")) {
    Expected<Reply> reply = runPythonFile(console, path);
    return reply ? show(*reply) : reply.takeError();
  }
  CancellationScope scope(interruptFlag());
  Expected<Block> script = readScript(path);
  if (!script)
    return script.takeError();
  return runBlock(*script, BlockReply::Blame::Both);
}

/// The error of a line of `block`.
static Error place(Error error, const Block &block, size_t line,
                   BlockReply::Blame blame) {
  // A program reads it, and finds nothing but the error.
  if (error.isA<JsonError>())
    return error;
  if (!error.isA<PlacedError>() && !block.origin.empty()) {
    std::string where = formatv("{0}:{1}: ", block.origin, line);
    std::string text = toString(std::move(error));
    // What calls itself would say it again and again.
    if (!StringRef(text).starts_with(where))
      text = where + text;
    error = make_error<PlacedError>(std::move(text));
  }
  if (blame == BlockReply::Blame::Lines)
    return error;
  return fail("{0}", toString(std::move(error)));
}

Error Terminal::runBlock(const Block &block, BlockReply::Blame blame) {
  if (scriptDepth >= deepest)
    return fail("{0}: scripts are nested too deeply.", block.origin);
  SaveAndRestore depth(scriptDepth, scriptDepth + 1);
  for (const ScriptLine &line : parseScript(block)) {
    if (hasQuit)
      break;
    if (isInterrupted())
      return fail("Quit");
    if (Error error = runLine(line.command, line.body))
      return place(std::move(error), block, line.number, blame);
  }
  return Error::success();
}

Error Terminal::runRepeatedly(const BlockReply &loop) {
  while (!hasQuit) {
    if (isInterrupted())
      return fail("Quit");
    Expected<bool> isTrue = evaluateCondition(console, loop.condition);
    if (!isTrue)
      return isTrue.takeError();
    if (!*isTrue)
      break;
    if (Error error = runBlock(loop.block, loop.blame))
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The commands of breakpoints
//===----------------------------------------------------------------------===//

static bool isSilence(StringRef command) { return command == "silent"; }

bool Terminal::isSilent(ArrayRef<int64_t> breakpoints) const {
  return !breakpoints.empty() && all_of(breakpoints, [&](int64_t id) {
    auto found = console.scripts.ofBreakpoints.find(id);
    if (found == console.scripts.ofBreakpoints.end())
      return false;
    std::vector<ScriptLine> lines = parseScript(found->second);
    return !lines.empty() && isSilence(lines.front().command);
  });
}

/// Up to the first that lets the compiler go on.
Error Terminal::runCommandsOf(int64_t breakpoint) {
  auto found = console.scripts.ofBreakpoints.find(breakpoint);
  if (found == console.scripts.ofBreakpoints.end())
    return Error::success();
  // They may be replaced by themselves.
  Block block = found->second;
  std::vector<ScriptLine> lines = parseScript(block);
  SaveAndRestore depth(scriptDepth, scriptDepth + 1);
  uint64_t before = eventCount;
  for (const ScriptLine &line : lines) {
    if (&line == &lines.front() && isSilence(line.command))
      continue;
    if (isInterrupted())
      return fail("Quit");
    if (Error error = runLine(line.command, line.body))
      return place(std::move(error), block, line.number,
                   BlockReply::Blame::Both);
    if (hasQuit || eventCount != before)
      break;
  }
  return Error::success();
}

Error Terminal::runStopCommands() {
  // Those of a stop in between follow in the loop below.
  if (isRunningStopCommands || scriptDepth >= deepest)
    return Error::success();
  SaveAndRestore running(isRunningStopCommands, true);
  // An error ends them all.
  scope_exit forget([&] { stoppedAt.clear(); });
  // One way or the other they come to an end; there and back again they do not.
  constexpr unsigned mostVisits = 100;
  std::map<std::pair<std::string, int64_t>, unsigned> visits;
  while (!stoppedAt.empty() && !hasQuit) {
    const Debugger &debugger = *console.debugger;
    int64_t action = debugger.lastEvent()->stop.mark.action;
    if (++visits[{debugger.tracePath().str(), action}] > mostVisits)
      return fail("The commands of breakpoint {0} have reached {1} {2} "
                  "times; they are no longer run.",
                  stoppedAt.front(), actionNumber(action), mostVisits);
    uint64_t before = eventCount;
    for (int64_t id : std::exchange(stoppedAt, {})) {
      if (Error error = runCommandsOf(id))
        return error;
      if (hasQuit || eventCount != before)
        break;
    }
  }
  return Error::success();
}

} // namespace mlir::trackdbg
