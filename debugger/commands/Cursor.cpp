//===- Cursor.cpp - Commands that walk through the IR at a stop -----------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> showContext(Console &console, const Arguments &) {
  Expected<UnitsAnswer> answer = askCompiler(
      console, ContextRequest{int64_t(console.debugger->selectedFrame())});
  if (!answer)
    return answer.takeError();
  return UnitsReply{std::move(answer->units), UnitsShown::Numbered};
}

// Moves the cursor; the answer is what it is on now.
template <typename R>
static Expected<Reply> move(Console &console, const R &request) {
  if (request.index < 0)
    return fail("Invalid unit number {0}: units count from 0.", request.index);
  Expected<UnitAnswer> answer = askCompiler(console, request);
  if (!answer)
    return answer.takeError();
  return UnitsReply{{std::move(answer->unit)}, UnitsShown::Brief};
}

static Expected<Reply> selectFromContext(Console &console,
                                         const Arguments &arguments) {
  return move(console, CursorSelectRequest{arguments.number("N", 0)});
}

using To = CursorMoveRequest::To;

static Expected<Reply> moveToParent(Console &console, const Arguments &) {
  return move(console, CursorMoveRequest{To::Parent});
}

static Expected<Reply> moveToChild(Console &console,
                                   const Arguments &arguments) {
  return move(console, CursorMoveRequest{To::Child, arguments.number("N", 0)});
}

/// As often as COUNT says. Where there are no more units, the cursor is on the
/// last one, and the error says so.
static Expected<Reply> moveAlong(Console &console, const Arguments &arguments,
                                 To to) {
  int64_t count = arguments.number("COUNT", 1);
  if (count < 1)
    return fail("Invalid count {0}: it begins at 1.", count);
  Expected<Reply> reply = move(console, CursorMoveRequest{to});
  while (reply && --count > 0)
    reply = move(console, CursorMoveRequest{to});
  return reply;
}

static Expected<Reply> moveToPrevious(Console &console,
                                      const Arguments &arguments) {
  return moveAlong(console, arguments, To::Previous);
}

static Expected<Reply> moveToNext(Console &console,
                                  const Arguments &arguments) {
  return moveAlong(console, arguments, To::Next);
}

static Expected<Reply> printCursor(Console &console,
                                   const Arguments &arguments) {
  PrintOptions options = printOptions(console);
  options.regions = !arguments.has("--no-regions");
  Expected<UnitAnswer> answer = askCompiler(console, PrintRequest{"", options});
  if (!answer)
    return answer.takeError();
  return UnitsReply{{std::move(answer->unit)}, UnitsShown::Whole};
}

static constexpr CommandSpec rows[] = {
    {.name = "context",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "context",
     .summary = "List the IR units of the selected action.",
     .seeAlso = {"cursor-select-from-context", "backtrace"},
     .run = showContext},
    {.name = "cursor-select-from-context",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-select-from-context N",
     .summary = "Put the cursor on the unit with this number in the context.",
     .seeAlso = {"context", "cursor-print"},
     .run = selectFromContext},
    {.name = "cursor-print",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-print [--no-regions]",
     .summary = "Print the IR unit under the cursor.",
     .details = "At a stop the cursor is on the first unit of the action. "
                "--no-regions leaves out nested regions.",
     .seeAlso = {"print", "set"},
     .run = printCursor},
    {.name = "cursor-parent",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-parent",
     .summary = "Move the cursor to the enclosing unit.",
     .details =
         "An op is in a block, a block in a region, and a region in an op.",
     .seeAlso = {"cursor-child"},
     .run = moveToParent},
    {.name = "cursor-child",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-child [N]",
     .summary = "Move the cursor to nested unit N, counted from 0.",
     .seeAlso = {"cursor-parent", "cursor-next"},
     .run = moveToChild},
    {.name = "cursor-previous",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-previous [COUNT]",
     .summary = "Move the cursor to the previous unit.",
     .details = "With COUNT, moves so many units.",
     .seeAlso = {"cursor-next"},
     .run = moveToPrevious},
    {.name = "cursor-next",
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "cursor-next [COUNT]",
     .summary = "Move the cursor to the next unit.",
     .details = "With COUNT, moves so many units.",
     .seeAlso = {"cursor-previous"},
     .run = moveToNext},
};

ArrayRef<CommandSpec> cursorCommands() { return rows; }

} // namespace mlir::trackdbg
