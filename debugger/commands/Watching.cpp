//===- Watching.cpp - Commands that stop after what has happened ----------===//

#include "commands/AddBreakpoint.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/Places.h"
#include "commands/SymbolNames.h"
#include "queries/Queries.h"
#include "trace/Counted.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string describeWatched(const Lineage &lineage, ArrayRef<OpId> ops) {
  if (ops.size() == 1)
    return opWithPlace(lineage, ops.front());
  size_t alive =
      count_if(ops, [&](OpId op) { return lineage.op(op).isAlive(); });
  std::string text = counted(alive, "op");
  if (alive != ops.size())
    text += formatv("; {0} gone",
                    counted(ops.size() - alive, "more is", "more are"));
  return text;
}

static Expected<Reply> addWatchpoint(Console &console,
                                     const Arguments &arguments) {
  if (console.debugger->isRecording())
    return failNotRunning(console);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  StringRef typed = arguments.text("SPEC").trim();
  bool isSymbol = typed.starts_with("@") && !typed.contains('/');
  Expected<std::vector<OpId>> ops =
      isSymbol ? opsOfSymbol(console, *lineage, typed)
               : resolveOps(*lineage, typed, liveResolver(console));
  if (!ops)
    return ops.takeError();
  Expected<Breakpoint> added =
      console.debugger->addWatchpoint(*ops, typed.str());
  if (!added)
    return added.takeError();
  return BreakpointAddedReply{
      std::move(*added), "It watches " + describeWatched(*lineage, *ops) + ".",
      /*namesPlaces=*/true};
}

static Expected<Reply> addCatchpoint(Console &console,
                                     const Arguments &arguments) {
  return addSpec(console, parseCaughtEvent(arguments.text("EVENT")),
                 /*temporary=*/false);
}

static Expected<Reply> addTemporaryCatchpoint(Console &console,
                                              const Arguments &arguments) {
  return addSpec(console, parseCaughtEvent(arguments.text("EVENT")),
                 /*temporary=*/true);
}

static constexpr CommandSpec rows[] = {
    {.name = "watch",
     .group = Group::Breakpoints,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "watch SPEC",
     .summary = "Stop after each action that touches an op.",
     .details =
         "A touch changes, moves, replaces or erases the op, or an op that it "
         "became: its replacement, its copies, and ops made by the action that "
         "ended it. Ops nested in the op are not watched. The stop is after "
         "the innermost running action; changes that a pass makes outside its "
         "patterns are seen when the pass has run. In the new value, values "
         "keep the names that they had before, and new ones are %new1, %new2, "
         "and so on. With 'reverse-continue' a watchpoint finds who touched "
         "the op last.\n"
         "Examples:\n"
         "  watch %5\n"
         "  watch #1234\n"
         "  watch conv.mlir:12",
     .seeAlso = {"catch", "history", "reverse-continue", "became"},
     .run = addWatchpoint},
    {.name = "catch",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "catch EVENT",
     .summary = "Stop after the action in which something happens.",
     .details =
         "create OP and erase OP: an op of that name is made or freed; a NAME "
         "matches as in 'break'. fail: a pass fails. pass-changed: a pass has "
         "changed the IR; a change of locations alone does not count. "
         "diagnostic: an error, warning or remark is reported, even if a "
         "handler drops it. verify: the IR that a pass left is invalid. order: "
         "an op is put before an op that precedes it in the source, or behind "
         "an op that follows it. crash: a signal ends the compiler; the "
         "debugger returns to the last stop before the crash.\n"
         "'break created OP' stops in the middle of the action, when it makes "
         "the "
         "op.\n"
         "Examples:\n"
         "  catch create linalg.matmul\n"
         "  catch erase /memref[.](alloc|dealloc)/\n"
         "  catch diagnostic error\n"
         "  catch pass-changed",
     .seeAlso = {"tcatch", "watch", "break", "order"},
     .run = addCatchpoint},
    {.name = "tcatch",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "tcatch EVENT",
     .summary = "Stop after the next action in which something happens, once.",
     .seeAlso = {"catch"},
     .run = addTemporaryCatchpoint},
};

ArrayRef<CommandSpec> watchingCommands() { return rows; }

} // namespace mlir::trackdbg
