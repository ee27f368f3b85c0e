//===- FrameView.cpp ------------------------------------------------------===//

#include "graph/FrameView.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <numeric>

namespace mlir::trackdbg {

uint32_t FrameView::indexOf(OpId op) const {
  const MadeOp *found = findMade(made, op);
  return found != made.end() ? found - made.begin() : kNone;
}

OpId FrameView::livingAt(uint32_t mark, const DeadOp &dead) const {
  // A mark is the lower part of an address. A heap seldom crosses its end.
  uint64_t address = (dead.address & ~uint64_t(UINT32_MAX)) | uint64_t(mark)
                                                                  << 4;
  OpId op = graph.opsByAddress.find(address);
  bool wasThere = op != 0 && (made.empty() || op < made.front().op);
  return wasThere ? op : 0;
}

void FrameView::comesFrom(uint32_t index, OpId from, Rule rule,
                          const ArgumentRef *argument) {
  OpId to = op(index);
  const OpRecord &record = graph.ops[to];
  // What came and went within the action tells nothing.
  bool isSpent = record.end() == Ended::Erased && record.firstOut == 0;
  if (from == 0 || from >= to || isSpent)
    return;
  if (canComeFrom(index, from))
    return addEdge(from, to, rule, argument);
  // What a terminator was made from, through others, is what this was made for.
  constexpr size_t kMostTerminators = 16;
  llvm::SmallVector<OpId, kMostTerminators> terminators = {from};
  for (size_t i = 0; i < terminators.size(); ++i)
    forEachOrigin(terminators[i], [&](OpId origin) {
      if (canComeFrom(index, origin))
        addEdge(origin, to, rule, nullptr);
      else if (terminators.size() < kMostTerminators)
        terminators.push_back(origin);
    });
}

void FrameView::forEachOrigin(OpId op,
                              llvm::function_ref<void(OpId)> visit) const {
  constexpr unsigned kMaxOrigins = 16;
  llvm::SmallVector<OpId, kMaxOrigins> origins;
  graph.forEachIn(op, [&](uint32_t edge) {
    origins.push_back(graph.edges[edge].ends ^ op);
    return origins.size() < kMaxOrigins;
  });
  for (OpId origin : origins)
    visit(origin);
}

bool FrameView::castsOp(uint32_t index) {
  bool castsOp = false;
  for (const Definer &used : usesOf(index)) {
    castsOp |= used.op != 0;
    comesFrom(index, used.op, Rule::Cast);
  }
  return castsOp;
}

bool FrameView::castsArgument(uint32_t index) {
  llvm::ArrayRef<Definer> uses = usesOf(index);
  if (uses.empty() ||
      llvm::any_of(uses, [](const Definer &used) { return used.block == 0; }))
    return false;
  for (const Definer &used : uses) {
    ArgumentRef argument = graph.argumentIn(used.block, used.number);
    comesFrom(index, argument.holder, Rule::Argument, &argument);
  }
  return true;
}

void FrameView::linkContents() {
  if (!firstInside.empty() || made.empty())
    return;
  firstInside.assign(size(), kNone);
  nextInside.assign(size(), kNone);
  for (uint32_t i = 0; i < size(); ++i) {
    uint32_t around = indexOf(parentOf(i));
    if (around == kNone)
      continue;
    nextInside[i] = firstInside[around];
    firstInside[around] = i;
  }
}

void FrameView::linkUsers() {
  if (!firstUser.empty())
    return;
  auto forEachMade = [&](auto visit) {
    for (uint32_t i = 0; i < size(); ++i)
      for (const Definer &used : usesOf(i))
        if (uint32_t index = indexOf(used.op); index != kNone)
          visit(index, i);
  };
  firstUser.assign(size() + 1, 0);
  forEachMade([&](uint32_t index, uint32_t) { ++firstUser[index]; });
  std::partial_sum(firstUser.begin(), firstUser.end(), firstUser.begin());
  users.resize(firstUser.back());
  forEachMade(
      [&](uint32_t index, uint32_t user) { users[--firstUser[index]] = user; });
}

void FrameView::forEachUser(uint32_t index,
                            llvm::function_ref<bool(uint32_t)> visit) {
  linkUsers();
  for (uint32_t i = firstUser[index]; i != firstUser[index + 1]; ++i)
    if (!visit(users[i]))
      return;
}

void FrameView::forEachReached(llvm::ArrayRef<uint32_t> seeds,
                               std::vector<bool> &seen,
                               llvm::function_ref<void(uint32_t)> visit) {
  linkContents();
  llvm::SmallVector<uint32_t> open(seeds);
  while (!open.empty()) {
    uint32_t index = open.pop_back_val();
    if (seen[index])
      continue;
    seen[index] = true;
    visit(index);
    for (const Definer &used : usesOf(index))
      if (uint32_t next = indexOf(used.op); next != kNone)
        open.push_back(next);
    for (uint32_t inside = firstInside[index]; inside != kNone;
         inside = nextInside[inside])
      open.push_back(inside);
  }
}

} // namespace mlir::trackdbg
