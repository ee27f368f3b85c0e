//===- NativeSource.cpp - The C++ of the current action -------------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/SourceListing.h"
#include "commands/StackReader.h"
#include "graph/KnownNames.h"
#include "native/EntryPoints.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

static ActionRef refOf(const Frame &frame) {
  ActionRef ref;
  ref.number = frame.action;
  ref.tag = frame.tag;
  ref.name = frame.name;
  if (frame.tag == "apply-pattern")
    ref.pattern = frame.name;
  return ref;
}

/// The one that the user names or else has selected. The trace need not have
/// one that is at work: it is written once something happens in it.
static Expected<ActionRef> actionNamed(const Console &console,
                                       const Lineage &lineage,
                                       const Arguments &arguments) {
  std::optional<int64_t> typed = arguments.number("ACTION");
  if (!typed) {
    if (const Frame *frame = selectedFrame(console))
      return refOf(*frame);
    return fail("No action is selected; name one, as in 'info source -native "
                "a12'.");
  }
  if (console.debugger->state() == State::Stopped)
    for (const Frame &frame : console.debugger->stack())
      if (frame.action == *typed)
        return refOf(frame);
  if (*typed <= 0 || uint64_t(*typed) > lineage.actionCount())
    return fail("There is no action a{0}; the last one is a{1}.", *typed,
                lineage.actionCount());
  return describeAction(lineage, *typed);
}

/// The place of a pattern that was written in PDL. MLIR keeps no name of it:
/// none, unless the compile has read a single one.
static std::optional<SourcePlace> placeInPdl(const Lineage &lineage) {
  Expected<std::vector<OpId>> ops = resolveOps(lineage, "pdl.pattern");
  if (!ops) {
    consumeError(ops.takeError());
    return std::nullopt;
  }
  if (ops->size() != 1)
    return std::nullopt;
  SourcePlace place =
      lineage.definitions().place(lineage.op(ops->front()).location);
  return place && place.line > 0 ? std::optional(place) : std::nullopt;
}

/// The compiler knows those of the action that it is at, of which the trace may
/// have none yet. None where it is not at that action.
static std::optional<std::vector<trace::StackFrame>>
functionsAtStop(Console &console, ActionId action) {
  Debugger &debugger = *console.debugger;
  if (debugger.state() != State::Stopped || debugger.stack().empty() ||
      ActionId(debugger.stack().front().action) != action)
    return std::nullopt;
  Expected<NativeStackAnswer> answer = debugger.ask(NativeStackRequest());
  if (!answer) {
    consumeError(answer.takeError());
    return std::nullopt;
  }
  std::vector<trace::StackFrame> functions;
  for (int64_t word : answer->recordedFunctions)
    functions.push_back(trace::StackFrame::read(uint64_t(word)));
  return functions;
}

/// None for a pattern that was written in PDL.
static Expected<std::optional<NativeFrame>>
functionOf(Console &console, const ActionRef &action) {
  auto atStop = functionsAtStop(console, action.number);
  // With what the answer has just defined.
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  bool isKnown = atStop && !atStop->empty();
  // Of a pattern in C++, the compiler knows the virtual functions.
  if (atStop && !isKnown && action.name.empty() &&
      action.tag == "apply-pattern")
    return std::nullopt;
  const Definitions &definitions = lineage->definitions();
  uint32_t kind = lineage->action(action.number).kind;
  ArrayRef<trace::StackFrame> functions =
      isKnown ? ArrayRef(*atStop) : definitions.stacks().functionsOf(kind);
  if (auto function = ownFunctionOf(console.debugger->nativeNames(),
                                    definitions, functions, action.name))
    return function;
  return fail("No C++ function is known of {0}: it is not a pass or a pattern, "
              "or made nothing so far; 'backtrace -native' shows what is at "
              "work at a stop.",
              actionNumber(action.number));
}

/// Where its source is.
static void addPlace(NativeSourceReply &reply, const Lineage &lineage) {
  if (!reply.isPdl) {
    reply.file = reply.function.file;
    reply.line = reply.function.functionLine;
  } else if (auto place = placeInPdl(lineage)) {
    reply.file = lineage.definitions().string(place->fileId).str();
    reply.line = place->line;
  }
}

static Expected<NativeSourceReply> sourceOf(Console &console,
                                            const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<ActionRef> action = actionNamed(console, *lineage, arguments);
  if (!action)
    return action.takeError();
  if (!hasStacks(*lineage))
    return failWithoutStacks(console);
  Expected<std::optional<NativeFrame>> function = functionOf(console, *action);
  if (!function)
    return function.takeError();
  NativeSourceReply reply;
  reply.action = std::move(*action);
  reply.isPdl = !*function;
  if (*function)
    reply.function = std::move(**function);
  reply.format = formatOf(arguments);
  addPlace(reply, *lineage);
  return reply;
}

static Expected<Reply> infoNativeSource(Console &console,
                                        const Arguments &arguments) {
  Expected<NativeSourceReply> reply = sourceOf(console, arguments);
  if (!reply)
    return reply.takeError();
  if (reply->line > 0)
    if (auto lines = console.sources.lines(reply->file); !lines)
      reply->problem = toString(lines.takeError());
  return std::move(*reply);
}

static Expected<Reply> listNative(Console &console,
                                  const Arguments &arguments) {
  Expected<NativeSourceReply> reply = sourceOf(console, arguments);
  if (!reply)
    return reply.takeError();
  if (reply->line > 0)
    return listAround(console, reply->file, reply->line);
  if (reply->isPdl)
    return fail("The pattern was written in PDL, of which MLIR keeps no name; "
                "'ops pdl.pattern' lists what the compile has read.");
  return fail("No line is known of {0}: {1} has no debug information; build it "
              "with -g.",
              frameName(reply->function),
              sys::path::filename(reply->function.module));
}

static constexpr CommandSpec rows[] = {
    {.name = "info source -native",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info source -native [ACTION] [--json]",
     .summary = "Show the C++ function of a pattern or pass.",
     .details =
         "Without ACTION, that of the selected action. Without debug "
         "information (-g) the compiler has no lines, and the function alone "
         "is shown. MLIR keeps no name of a pattern that was written in PDL: "
         "the line of its pdl.pattern is shown where the compile has read one "
         "alone.",
     .seeAlso = {"list -native", "info source", "backtrace -native", "gdb"},
     .run = infoNativeSource},
    {.name = "list -native",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "list -native [ACTION]",
     .summary = "List the C++ of a pattern or pass.",
     .details = "Without ACTION, that of the selected action. 'source-list' "
                "goes on behind these lines. A file that is not where the "
                "debug information says is looked for as 'directory' and 'set "
                "substitute-path' say.",
     .seeAlso = {"info source -native", "source-list", "directory", "gdb"},
     .run = listNative},
};

ArrayRef<CommandSpec> nativeSourceCommands() { return rows; }

} // namespace mlir::trackdbg
