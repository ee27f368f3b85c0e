//===- FunctionRecord.cpp - A function of LLVM when it was last looked at -===//

#include "finalcode/FunctionRecord.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

void FunctionRecord::beginBlock(const void *block, const Erased *some) {
  Block &record = blocks[block];
  record.look = looks;
  last = &record.entries;
  erased = some && !some->empty() ? some : nullptr;
  next = 0;
  hasChanged = false;
}

/// All up to the next instruction is as it was.
void FunctionRecord::beginChange() {
  if (std::exchange(hasChanged, true))
    return;
  now.assign(last->begin(), last->begin() + next);
}

uint32_t &FunctionRecord::countOf(CodeOrigin origin) {
  uint32_t &count = counts[origin];
  before.try_emplace(origin, count);
  return count;
}

/// Those of the last look up to there.
void FunctionRecord::leaveOut(size_t end) {
  for (; next < end; ++next)
    --countOf(Origins::of((*last)[next].location));
}

void FunctionRecord::leaveOut(const Block &block) {
  for (const Entry &entry : block.entries)
    --countOf(Origins::of(entry.location));
}

void FunctionRecord::note(const void *instruction,
                          const llvm::DILocation *location) {
  beginChange();
  // A few instructions may have been erased before it. What has moved farther
  // away counts as one that is gone and one that is new, which comes to the
  // same.
  constexpr size_t kNear = 32;
  size_t end = std::min(next + kNear, last->size());
  for (size_t place = next; place < end; ++place)
    if ((*last)[place].instruction == instruction) {
      leaveOut(place + 1);
      break;
    }
  ++countOf(Origins::of(location));
  now.push_back({instruction, location});
}

void FunctionRecord::endBlock() {
  if (next < last->size())
    beginChange();
  leaveOut(last->size());
  if (hasChanged)
    std::swap(*last, now);
}

void FunctionRecord::drop(const void *block, const void *instruction) {
  auto found = blocks.find(block);
  if (found == blocks.end())
    return;
  std::vector<Entry> &entries = found->second.entries;
  auto entry = llvm::find_if(entries, [&](const Entry &each) {
    return each.instruction == instruction;
  });
  if (entry == entries.end())
    return;
  --countOf(Origins::of(entry->location));
  entries.erase(entry);
}

void FunctionRecord::drop(const void *block) {
  auto found = blocks.find(block);
  if (found == blocks.end())
    return;
  leaveOut(found->second);
  blocks.erase(found);
}

void FunctionRecord::endLook() {
  llvm::SmallVector<const void *> gone;
  for (const auto &[block, record] : blocks)
    if (record.look != looks)
      gone.push_back(block);
  for (const void *block : gone)
    drop(block);
}

std::vector<FunctionRecord::Change> FunctionRecord::takeChanges() {
  std::vector<Change> changes;
  for (auto [origin, was] : before)
    if (uint32_t is = counts.lookup(origin); is != was)
      changes.push_back({origin, was, is});
  before.clear();
  // The order of a hash table is nobody's.
  llvm::sort(changes, [](const Change &lhs, const Change &rhs) {
    return lhs.origin < rhs.origin;
  });
  return changes;
}
