//===- OpStacks.cpp - The C++ stacks that made and ended each op ----------===//

#include "graph/OpStacks.h"

#include "graph/LineageGraph.h"

#include "llvm/Support/LEB128.h"

#include <algorithm>
#include <cstring>

namespace mlir::trackdbg {

using namespace trace;

void OpStacks::takeInRuns() {
  llvm::ArrayRef<TraceFile::StackRun> runs = trace.stackRuns();
  for (; knownRuns < runs.size(); ++knownRuns)
    entries[runs[knownRuns].thread].runs.push_back(knownRuns);
}

/// Takes an entry from the front of what is not empty. 0 also for what is none.
static uint32_t takeEntry(llvm::ArrayRef<uint8_t> &bytes, uint32_t version) {
  constexpr uint32_t kFixedSize = 9;
  uint32_t id = 0;
  if (version <= kFixedSize) {
    size_t size = std::min(bytes.size(), sizeof(id));
    std::memcpy(&id, bytes.data(), size);
    bytes = bytes.drop_front(size);
    return id;
  }
  unsigned size = 0;
  llvm::ArrayRef<uint8_t> longest = bytes.take_front(size_t(kMaxStackEntry));
  uint64_t number = llvm::decodeULEB128(longest.begin(), &size, longest.end());
  bytes = bytes.drop_front(size);
  return number == uint32_t(number) ? uint32_t(number) : 0;
}

uint32_t OpStacks::nextEntry(uint32_t thread) {
  auto known = entries.find(thread);
  if (known == entries.end())
    return 0;
  Entries &of = known->second;
  llvm::ArrayRef<TraceFile::StackRun> runs = trace.stackRuns();
  for (; of.run < of.runs.size(); ++of.run, of.consumed = 0) {
    llvm::ArrayRef<uint8_t> bytes = runs[of.runs[of.run]].bytes;
    if (of.consumed < bytes.size()) {
      llvm::ArrayRef<uint8_t> left = bytes.drop_front(of.consumed);
      uint32_t id = takeEntry(left, trace.header().version);
      of.consumed = bytes.size() - left.size();
      return id;
    }
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
