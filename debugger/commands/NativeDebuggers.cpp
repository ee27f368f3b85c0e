//===- NativeDebuggers.cpp - gdb and lldb at an action --------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "inferior/LeftBreakpoints.h"
#include "inferior/NativeDebugger.h"
#include "native/EntryPoints.h"
#include "native/NativeNames.h"
#include "native/OwnLine.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Where to stop
//===----------------------------------------------------------------------===//

/// A place in the code of the current action.
struct CodePlace {
  int64_t address = 0; ///< In memory.
  std::string file;    ///< Of its source; empty where it is not known.
};

/// Where the pattern's or pass's own code begins, behind the prologues.
static std::vector<CodePlace> entriesOf(Console &console,
                                        const Lineage &lineage,
                                        const NativeStackAnswer &answer,
                                        StringRef actionName) {
  NativeNames &names = console.debugger->nativeNames();
  const Definitions &definitions = lineage.definitions();
  std::vector<int64_t> addresses;
  std::vector<NativeFrame> functions;
  for (auto [address, word] : zip(answer.functions, answer.recordedFunctions)) {
    trace::StackFrame begin = trace::StackFrame::read(uint64_t(word));
    addresses.push_back(address +
                        int64_t(names.prologueOf(definitions, begin)));
    functions.push_back(names.functionAt(definitions, begin));
  }
  std::vector<CodePlace> entries;
  for (size_t index : ownFunctions(functions, actionName))
    entries.push_back({addresses[index], functions[index].file});
  return entries;
}

/// Inside an action: where the engineer's own code goes on.
static std::optional<CodePlace>
returnToOwnCode(Console &console, const Lineage &lineage,
                const NativeStackAnswer &answer) {
  const NativeStack &stack = console.debugger->nativeNames().stack(
      lineage.definitions(), uint32_t(answer.stack));
  std::optional<OwnLine> line = ownLineOf(stack);
  if (!line || line->frame.recorded >= answer.frames.size())
    return std::nullopt;
  return CodePlace{answer.frames[line->frame.recorded], line->frame.file};
}

/// Where the action's own code begins or, inside it, goes on.
static std::vector<CodePlace> ownPlaces(Console &console,
                                        const Lineage &lineage,
                                        const NativeStackAnswer &answer) {
  if (console.debugger->lastEvent()->stop.when != mlir::trackdbg::When::Inside)
    return entriesOf(console, lineage, answer,
                     console.debugger->stack().front().name);
  std::vector<CodePlace> places;
  if (std::optional<CodePlace> place =
          returnToOwnCode(console, lineage, answer))
    places.push_back(std::move(*place));
  return places;
}

static bool isNumber(StringRef typed) {
  return !typed.empty() && all_of(typed, isDigit);
}

/// What the user has named, or where the action's own code is. A line alone is
/// one of the file that has that code.
static Expected<std::vector<std::string>>
placesFor(Console &console, const NativeStackAnswer &answer, StringRef typed) {
  if (!typed.empty() && !isNumber(typed))
    return std::vector<std::string>{typed.str()};
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::vector<std::string> places;
  for (const CodePlace &place : ownPlaces(console, *lineage, answer)) {
    if (typed.empty())
      places.push_back(formatv("*{0:x}", uint64_t(place.address)).str());
    else if (!place.file.empty() && places.empty())
      places.push_back(place.file + ":" + typed.str());
  }
  if (places.empty())
    return fail("No C++ {0} is known of {1}; name a place, as in 'gdb "
                "FILE:LINE' or 'gdb FUNCTION'.",
                typed.empty() ? "function" : "file",
                actionName(console.debugger->stack().front()));
  return places;
}

//===----------------------------------------------------------------------===//
// The commands
//===----------------------------------------------------------------------===//

static Expected<NativeTarget> targetAtStop(Console &console, StringRef typed) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (!last || console.debugger->stack().empty())
    return failNotRunning(console);
  if (last->stop.when == mlir::trackdbg::When::After)
    return fail("{0} has run already; 'reverse-step' goes back to before it.",
                actionNumber(console.debugger->stack().front().action));
  Expected<NativeStackAnswer> answer =
      askCompiler(console, NativeStackRequest{.tracer = getpid()});
  if (!answer)
    return answer.takeError();
  if (Error error = checkTraceable(answer->processId))
    return asSentence(std::move(error));
  Expected<std::vector<std::string>> places =
      placesFor(console, *answer, typed);
  if (!places)
    return places.takeError();
  return NativeTarget{answer->processId, answer->threadId, std::move(*places),
                      uint64_t(answer->stopFunction)};
}

/// "0x5555555597be, opt.cpp:45 in makeDouble".
static std::string leftPlace(Console &console, const LeftBreakpoint &left) {
  NativeFrame frame =
      console.debugger->nativeNames()
          .at({left.file, ""}, left.address, /*isReturnAddress=*/false)
          .front();
  return formatv("{0:x}, {1}", left.memoryAddress, briefLine(frame));
}

/// What a native debugger has left that did not end as it should.
static std::string tellLeft(Console &console, const NativeTarget &target,
                            StringRef howItEnded) {
  constexpr size_t kMostTold = 3;
  auto left = leftBreakpoints(target.process);
  if (!left)
    return howItEnded.str() +
           "; where it had breakpoints, the compiler may end with SIGTRAP, and "
           "'reverse-step' goes back to before that";
  // That one may be run, as the tracker knows.
  erase_if(*left, [&](const LeftBreakpoint &each) {
    return each.memoryAddress == target.stopFunction;
  });
  if (left->empty())
    return howItEnded.str() + "; it left no breakpoint in the compiler";
  std::string told = formatv("{0}; it left {1} in the compiler (", howItEnded,
                             counted(left->size(), "breakpoint"));
  for (auto [index, each] : enumerate(ArrayRef(*left).take_front(kMostTold)))
    told += (index ? "; " : "") + leftPlace(console, each);
  if (left->size() > kMostTold)
    told += formatv("; and {0} more", left->size() - kMostTold);
  return told + "), which ends with SIGTRAP where it comes to one; "
                "'reverse-step' goes back to before that";
}

/// From when the native debugger has attached to the end of the action.
static Expected<Event> runUnder(Console &console, const NativeTarget &target,
                                NativeDebugger &native) {
  std::optional<Expected<Event>> event;
  std::string told;
  console.frontend.lendTerminal(
      [&] {
        if (Error error = native.awaitAttached()) {
          event.emplace(std::move(error));
          return;
        }
        event.emplace(console.debugger->resume(Control::Next));
        told = native.awaitEnd();
      },
      [&] { return native.hasEnded(); });
  if (*event && !told.empty())
    (*event)->note = tellLeft(console, target, told);
  return std::move(*event);
}

static Expected<Reply> debugNatively(Console &console,
                                     const Arguments &arguments,
                                     NativeProgram program) {
  StringRef typed = arguments.text("CODE").trim();
  Expected<NativeTarget> target = targetAtStop(console, typed);
  if (!target)
    return target.takeError();
  Expected<NativeDebugger> native = NativeDebugger::start(program, *target);
  if (!native)
    return asSentence(native.takeError());
  Expected<Event> event = runUnder(console, *target, *native);
  if (!event)
    return asSentence(event.takeError());
  return eventReply(console, std::move(event));
}

static Expected<Reply> startGdb(Console &console, const Arguments &arguments) {
  return debugNatively(console, arguments, NativeProgram::Gdb);
}

static Expected<Reply> startLldb(Console &console, const Arguments &arguments) {
  return debugNatively(console, arguments, NativeProgram::Lldb);
}

static constexpr CommandSpec rows[] = {
    {.name = "gdb",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "gdb [CODE]",
     .summary = "Debug the C++ of the current action with gdb.",
     .details =
         "gdb attaches to the compiler in this terminal, and stops at the "
         "first line of the pattern or pass that is about to run or, in the "
         "middle of an action, where your code goes on. CODE is another place "
         "to stop at: FILE:LINE, a line of the file with that code, or a "
         "function. When the action is over, gdb detaches and this prompt is "
         "back; so it is when "
         "you leave gdb. Breakpoints of both debuggers stop. In gdb, 'mtd "
         "COMMAND' asks what was recorded so far, as in 'mtd history %5'.\n"
         "Examples:\n"
         "  gdb\n"
         "  gdb MyPatterns.cpp:41",
     .seeAlso = {"lldb", "backtrace -native", "info line", "info program"},
     .run = startGdb},
    {.name = "lldb",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "lldb [CODE]",
     .summary = "Debug the C++ of the current action with lldb.",
     .details =
         "As 'gdb' does with gdb. CODE is FILE:LINE, a line, or a function.",
     .seeAlso = {"gdb", "backtrace -native", "info line"},
     .run = startLldb},
};

ArrayRef<CommandSpec> nativeDebuggerCommands() { return rows; }

} // namespace mlir::trackdbg
