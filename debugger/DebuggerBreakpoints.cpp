//===- DebuggerBreakpoints.cpp - The debugger's breakpoints ---------------===//

#include "DebuggerImpl.h"

#include "queries/Births.h"
#include "queries/NeverMatched.h"
#include "queries/Queries.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<Breakpoint> Debugger::addBreakpoint(BreakpointSpec spec,
                                             bool temporary) {
  Expected<Breakpoint> added =
      impl->breakpoints.add(std::move(spec), temporary);
  // A tag that looks wrong may have been seen in this very compiler.
  if (added && !added->neverMatched.empty() && impl->lineage &&
      explainNeverMatched(impl->lineage->trace(), added->spec).empty()) {
    added->neverMatched.clear();
    impl->breakpoints.setNeverMatched(impl->breakpoints.all().size() - 1, "");
  }
  return added;
}
ArrayRef<Breakpoint> Debugger::breakpoints() const {
  return impl->breakpoints.all();
}
int64_t Debugger::lastBreakpoint() const {
  return impl->breakpoints.lastNumber();
}
Error Debugger::deleteBreakpoint(int64_t id) {
  return impl->breakpoints.remove(id);
}
Error Debugger::enableBreakpoint(int64_t id, bool enabled) {
  return impl->breakpoints.enable(id, enabled);
}
Error Debugger::enableBreakpointFor(int64_t id, int64_t hits) {
  return impl->breakpoints.enableFor(id, hits);
}
Error Debugger::setOnlyChanging(int64_t id, bool value) {
  return impl->breakpoints.setOnlyChanging(id, value);
}
std::vector<int64_t> Debugger::acceptHits(ArrayRef<int64_t> ids) {
  return impl->breakpoints.acceptHits(ids);
}
void Debugger::takeBackHits(ArrayRef<int64_t> ids) {
  impl->breakpoints.takeBackHits(ids);
}
void Debugger::countHits(ArrayRef<int64_t> ids) {
  impl->breakpoints.countHits(ids);
}
void Debugger::recallHits(const Event &stop) {
  if (state() != State::Stopped)
    return;
  impl->lastEvent->stop.breakpoints = stop.stop.breakpoints;
  impl->lastEvent->temporaryHits = stop.temporaryHits;
}
Error Debugger::setCondition(int64_t id, StringRef condition) {
  return impl->breakpoints.setCondition(id, condition);
}
Error Debugger::ignoreBreakpoint(int64_t id, int64_t count) {
  return impl->breakpoints.ignore(id, count);
}

/// What ended the op, for one that is to be watched.
static Error isGone(const Lineage &lineage, OpId id) {
  OpRef op = describeOp(lineage, id);
  std::string by = op.endedBy.number ? " by " + actionNumber(op.endedBy.number)
                                     : std::string(" outside every action");
  return createStringError(
      fmt::format("#{} {} was {}{} and no longer changes; 'why-erased #{}' "
                  "shows what replaced it",
                  op.id, op.name, toString(op.ended).str(), by, op.id));
}

Expected<Breakpoint> Debugger::addWatchpoint(ArrayRef<OpId> ops,
                                             std::string name) {
  constexpr size_t kMost = 64;
  Compiler *compiler = impl->session ? impl->session->traveller() : nullptr;
  if (!compiler || state() == State::Running)
    return createStringError("the program is not being run");
  if (state() == State::Stopped &&
      !impl->session->compilers().lastStop().changesKnown)
    return createStringError(
        "this compiler has no hooks that report changes of its ops");
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
        fmt::format("'{}' names {} ops, but a watchpoint watches at most {}",
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

} // namespace mlir::trackdbg
