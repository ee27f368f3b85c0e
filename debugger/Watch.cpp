//===- Watch.cpp - Watchpoints, and crashes that are caught ---------------===//

#include "DebuggerImpl.h"

#include "queries/Births.h"
#include "queries/Queries.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Watchpoints
//===----------------------------------------------------------------------===//

/// What ended the op, for one that is to be watched.
static Error isGone(const Lineage &lineage, OpId id) {
  OpRef op = describeOp(lineage, id);
  std::string by = op.endedBy.number
                       ? fmt::format(" by action #{}", op.endedBy.number)
                       : std::string(" outside every action");
  return createStringError(
      fmt::format("#{} {} was {}{} and cannot change any more; 'why-erased "
                  "#{}' tells what stands for it",
                  op.id, op.name, toString(op.ended).str(), by, op.id));
}

Expected<Breakpoint> Debugger::addWatchpoint(ArrayRef<OpId> ops,
                                             std::string name) {
  constexpr size_t kMost = 64;
  Compiler *compiler = impl->session ? impl->session->traveller() : nullptr;
  if (!compiler || state() == State::Running)
    return createStringError("the program is not being run");
  if (state() == State::Stopped && !impl->session->lastStop().changesKnown)
    return createStringError("this compiler has no hooks that would tell what "
                             "happens to its ops");
  Expected<Lineage &> lineage = impl->currentLineage();
  if (!lineage)
    return lineage.takeError();
  std::vector<OpId> living;
  copy_if(ops, std::back_inserter(living),
          [&](OpId id) { return lineage->op(id).isAlive(); });
  if (living.empty())
    return isGone(*lineage, ops.front());
  if (living.size() > kMost)
    return createStringError(
        fmt::format("'{}' names {} ops, and a watchpoint watches {} at most",
                    name, living.size(), kMost));
  BreakpointSpec spec;
  spec.kind = BreakpointSpec::Kind::Watch;
  spec.name = std::move(name);
  spec.inferior = compiler->number;
  sort(living);
  for (const Birth &birth : birthsOf(*lineage, living))
    if (birth.position)
      spec.ops.push_back({birth.address, int64_t(birth.position)});
  return addBreakpoint(std::move(spec), /*temporary=*/false);
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

/// Where a catchpoint waits for the crash that was `end`: goes back to where
/// the compiler still lives.
Event Debugger::Impl::catchCrash(Event end) {
  if (end.ending.kind != Ending::Kind::Signaled || isCatchingCrash ||
      !session || session->wasKilledByUs())
    return end;
  const Breakpoint *found = breakpoints.hitCrash();
  if (!found)
    return end;
  Sighting sighting;
  sighting.breakpoint = found->spec.id;
  sighting.kind = found->spec.kind;
  sighting.what =
      fmt::format("{}, {}; gone back to where it lives", end.ending.signalName,
                  strsignal(end.ending.code));
  isCatchingCrash = true;
  Expected<Mark> mark = markBefore();
  Expected<Event> event = mark ? goBackTo(*mark) : mark.takeError();
  isCatchingCrash = false;
  if (!event || event->kind != Event::Kind::Stopped) {
    if (!event)
      end.ending.note +=
          (end.ending.note.empty() ? "" : "; ") + toString(event.takeError());
    lastEvent = end;
    return end;
  }
  event->stop.breakpoints.push_back(sighting.breakpoint);
  event->temporaryHits = breakpoints.removeTemporary(sighting.breakpoint);
  event->stop.sightings.push_back(std::move(sighting));
  lastEvent = *event;
  return std::move(*event);
}

} // namespace mlir::trackdbg
