//===- OpStacks.cpp - The C++ stacks that made and ended each op ----------===//

#include "graph/OpStacks.h"

#include "graph/LineageGraph.h"

namespace mlir::trackdbg {

using namespace trace;

void OpStacks::takeInRuns() {
  llvm::ArrayRef<TraceFile::StackRun> runs = trace.stackRuns();
  for (; knownRuns < runs.size(); ++knownRuns)
    entries[runs[knownRuns].thread].runs.push_back(knownRuns);
}

uint32_t OpStacks::nextEntry(uint32_t thread) {
  auto known = entries.find(thread);
  if (known == entries.end())
    return 0;
  Entries &of = known->second;
  llvm::ArrayRef<TraceFile::StackRun> runs = trace.stackRuns();
  for (; of.run < of.runs.size(); ++of.run, of.index = 0) {
    llvm::ArrayRef<uint32_t> ids = runs[of.runs[of.run]].ids;
    if (of.index < ids.size())
      return ids[of.index++];
    // A thread leaves a segment for good when it has begun the next one.
    if (of.run + 1 == of.runs.size())
      return 0;
  }
  return 0;
}

void OpStacks::read(const Event &event, uint32_t stack) {
  uint64_t address = event.subject & kLow48;
  if (event.isBirth()) {
    if (address != 0)
      opsByAddress[address] = ops.size();
    Record born;
    born.created = stack;
    ops.push_back(born);
    return;
  }
  auto known = opsByAddress.find(address);
  if (known == opsByAddress.end())
    return;
  Record &op = ops[known->second];
  switch (event.kind()) {
  case EventKind::Replace:
    op.replaced = stack;
    return;
  case EventKind::Drop:
    op.erased = stack;
    op.isDropped = true;
    return;
  case EventKind::Erase:
    if (!op.isDropped)
      op.erased = stack;
    return;
  default:
    return;
  }
}

void OpStacks::refresh() {
  takeInRuns();
  if (knownRuns == 0)
    return;
  cursor.drain(
      [&](const Event &event, uint32_t thread) {
        if (hasStack(event.kind()))
          read(event, nextEntry(thread));
      },
      [](const Event &, const Event &, uint32_t) {});
}

const OpStacks &Lineage::stacks() const {
  if (!graph->stacks)
    graph->stacks = std::make_unique<OpStacks>(trace());
  graph->stacks->refresh();
  return *graph->stacks;
}

} // namespace mlir::trackdbg
