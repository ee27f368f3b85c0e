//===- Describing.cpp - Commands that tell parts of the stop --------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Displays.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/Places.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Ops and values
//===----------------------------------------------------------------------===//

static Expected<Reply> describe(Console &console, StringRef typed,
                                DescriptionShown shown) {
  Expected<std::string> unit = unitOf(console, typed);
  if (!unit)
    return unit.takeError();
  DescribeRequest request;
  request.unit = std::move(*unit);
  request.ofFunction = shown == DescriptionShown::Arguments;
  request.elementLimit = console.settings.printElements;
  Expected<DescribeAnswer> answer = askCompiler(console, request);
  if (!answer)
    return answer.takeError();
  return DescriptionReply{std::move(*answer), shown};
}

static Expected<Reply> infoLocals(Console &console, const Arguments &) {
  return describe(console, "", DescriptionShown::Parts);
}

static Expected<Reply> infoArguments(Console &console, const Arguments &) {
  return describe(console, "", DescriptionShown::Arguments);
}

static StringRef typeOf(const TermValue &value) {
  if (std::holds_alternative<std::monostate>(value))
    return "void";
  if (std::holds_alternative<bool>(value))
    return "bool";
  return std::holds_alternative<int64_t>(value) ? "int" : "string";
}

static Expected<Reply> printType(Console &console, const Arguments &arguments) {
  StringRef value = arguments.text("VALUE").trim();
  if (value.empty() || namesOp(value)) {
    if (console.debugger->state() != State::Stopped)
      return fail("The program is not being run.");
    return describe(console, value, DescriptionShown::Types);
  }
  Expected<TermValue> found = evaluate(console, value);
  if (!found)
    return found.takeError();
  return TextReply{("type = " + typeOf(*found)).str()};
}

//===----------------------------------------------------------------------===//
// The stop
//===----------------------------------------------------------------------===//

static Expected<Reply> infoFrame(Console &console, const Arguments &) {
  const Frame *frame = selectedFrame(console);
  if (!frame)
    return fail("No stack.");
  std::vector<Frame> stack = knownStack(console);
  size_t level = console.debugger->selectedFrame();
  std::string text = formatv("Stack level {0}, {1}: {2}", level,
                             actionNumber(frame->action), actionName(*frame));
  if (!frame->op.empty()) {
    text += "\n  on " + frame->op;
    if (!frame->symbol.empty())
      text += " in @" + frame->symbol;
    if (!frame->location.empty())
      text += " at " + frame->location;
    if (!frame->alive)
      text += " (erased)";
  }
  if (level + 1 < stack.size())
    text +=
        formatv("\n  inside {0}: {1}", actionNumber(stack[level + 1].action),
                actionName(stack[level + 1]));
  if (level > 0 && level - 1 < stack.size())
    text +=
        formatv("\n  around {0}: {1}", actionNumber(stack[level - 1].action),
                actionName(stack[level - 1]));
  return TextReply{text, /*namesPlaces=*/true};
}

static Expected<Reply> infoThreads(Console &console, const Arguments &) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  const std::vector<Frame> stack = knownStack(console);
  if (stack.empty())
    return fail("No threads.");
  const Frame &frame = stack.front();
  LinesReply reply;
  reply.lines.push_back("  Id   Action");
  reply.lines.push_back(formatv("* {0,-4} {1} {2}",
                                lineage->action(frame.action).thread,
                                actionNumber(frame.action), actionName(frame))
                            .str());
  reply.lines.push_back("Threads of the compiler that are in no action are not "
                        "listed; those in one go on until they come to a "
                        "stop.");
  return reply;
}

static Expected<Reply> infoLine(Console &console, const Arguments &arguments) {
  std::string place = arguments.text("LINES").trim().str();
  if (place.empty()) {
    const Frame *frame = selectedFrame(console);
    if (!frame || frame->file.empty() || frame->line < 1)
      return fail("No line is known here; name one: info line FILE:LINE.");
    place = formatv("{0}:{1}", frame->file, frame->line);
  } else if (all_of(place, isDigit)) {
    StringRef file = currentFile(console);
    if (file.empty())
      return fail("No current source file; name one: info line FILE:LINE.");
    place = (file + ":" + place).str();
  }
  return execute(console, "ops " + place);
}

//===----------------------------------------------------------------------===//
// What gdb has and a compile has not
//===----------------------------------------------------------------------===//

static Expected<Reply> examineMemory(Console &, const Arguments &) {
  return fail("The debugger shows IR and no memory; 'print' shows an op, and "
              "'info locals' its parts.");
}

static Expected<Reply> infoRegisters(Console &, const Arguments &) {
  return fail(
      "Values of IR are in no registers; 'info locals' shows those that "
      "the op at the cursor uses.");
}

static Expected<Reply> disassemble(Console &, const Arguments &) {
  return fail(
      "There is no machine code at an action; 'print' shows the IR, and "
      "'show-stage end' what the compile ended with.");
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "info locals",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info locals",
     .summary =
         "Show operands, results and attributes of the op at the cursor.",
     .seeAlso = {"info args", "context", "cursor-print"},
     .run = infoLocals},
    {.name = "info args",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "info args",
     .summary = "Show the arguments of the function around the cursor.",
     .seeAlso = {"info locals"},
     .run = infoArguments},
    {.name = "info frame",
     .aliases = {"info f"},
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "info frame",
     .summary = "Show the selected action, and those around and in it.",
     .seeAlso = {"frame", "backtrace"},
     .run = infoFrame},
    {.name = "info threads",
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "info threads",
     .summary = "Show the thread that is stopped, and its action.",
     .seeAlso = {"info inferiors"},
     .run = infoThreads},
    {.name = "info line",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info line [LINES]",
     .summary = "Show the ops of a source line.",
     .details = "Without an argument, those of the selected action's line. A "
                "number is a line of the current file.",
     .seeAlso = {"ops", "info source"},
     .run = infoLine},
    {.name = "whatis",
     .group = Group::Looking,
     .synopsis = "whatis [VALUE]",
     .summary = "Show the type of a value or an expression.",
     .seeAlso = {"ptype", "print"},
     .run = printType},
    {.name = "ptype",
     .group = Group::Looking,
     .synopsis = "ptype [VALUE]",
     .summary = "Show the type of a value or an expression.",
     .details = "An op shows the types of all its results. Without VALUE, it "
                "is the op at the cursor.",
     .seeAlso = {"whatis", "print", "info locals"},
     .run = printType},
    {.name = "x",
     .group = Group::Looking,
     .synopsis = "x [TEXT]",
     .summary = "Say what shows IR; there is no memory to examine.",
     .seeAlso = {"print", "info locals"},
     .run = examineMemory},
    {.name = "disassemble",
     .group = Group::Looking,
     .synopsis = "disassemble [TEXT]",
     .summary = "Say what shows IR; there is no machine code here.",
     .seeAlso = {"print", "show-stage"},
     .run = disassemble},
    {.name = "info registers",
     .group = Group::Looking,
     .synopsis = "info registers [TEXT]",
     .summary = "Say what shows values; they are in no registers.",
     .seeAlso = {"info locals"},
     .run = infoRegisters},
};

ArrayRef<CommandSpec> describingCommands() { return rows; }

} // namespace mlir::trackdbg
