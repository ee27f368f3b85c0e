//===- RootRules.cpp - What a pattern or a call made ----------------------===//

#include "graph/OriginRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace mlir::trackdbg {

using Kind = LoggedEvent::Kind;

namespace {
class OtherEnds {
public:
  OtherEnds(FrameView &frame, OpId root) : frame(frame), root(root) {}

  void run() {
    bool rootStays = llvm::none_of(frame.events, [&](const LoggedEvent &event) {
      return event.op == root && isEnd(event);
    });
    uint32_t made = 0, madeBefore = 0;
    for (const LoggedEvent &event : frame.events) {
      made += event.kind == Kind::Made;
      if (event.op == root || !isEnd(event) || frame.isMade(event.op))
        continue;
      if (event.kind == Kind::Replaced && event.target != 0)
        claimReplacement(event.op, event.target);
      else if (event.kind == Kind::Ended)
        claimBefore(event.op);
      if (rootStays)
        claimSince(madeBefore, made, event.op);
      madeBefore = made;
    }
  }

private:
  static bool isEnd(const LoggedEvent &event) {
    return event.kind == Kind::Replaced || event.kind == Kind::Ended;
  }
  /// A pattern that goes through what its root holds takes one op after the
  /// other.
  void claimSince(uint32_t first, uint32_t end, OpId op) {
    for (uint32_t i = first; i != end; ++i)
      if (!frame.isCopy(i))
        frame.comesFrom(i, op, Rule::Leftover);
  }
  void claimReplacement(OpId op, OpId target) {
    uint32_t index = frame.indexOf(target);
    // Each replaced op may share what was made with all others.
    if (index == FrameView::kNone || stepsLeft == 0)
      return;
    std::vector<bool> seen(frame.size());
    stepsLeft -= std::min<size_t>(stepsLeft, 1 + frame.size() / 64);
    frame.forEachReached(index, seen, [&](uint32_t reached) {
      stepsLeft -= stepsLeft != 0;
      if (!frame.isCopy(reached))
        frame.comesFrom(reached, op, Rule::OtherEnd);
    });
  }
  void claimBefore(OpId op) {
    sortByPlace();
    auto first = llvm::partition_point(
        byNext, [&](const auto &entry) { return entry.first < op; });
    for (; first != byNext.end() && first->first == op; ++first)
      if (!frame.isCopy(first->second))
        frame.comesFrom(first->second, op, Rule::OtherEnd);
  }
  void sortByPlace() {
    if (!byNext.empty())
      return;
    for (uint32_t i = 0; i < frame.size(); ++i)
      byNext.push_back({frame.made[i].next, i});
    llvm::sort(byNext);
  }

  FrameView &frame;
  OpId root;
  std::vector<std::pair<OpId, uint32_t>> byNext;
  /// An action that ends more ops than can be told apart is left at its root.
  size_t stepsLeft = size_t(1) << 20;
};
} // namespace

void applyToRoot(FrameView &frame, OpId root, Rule rule, bool withCopies,
                 const llvm::DenseMap<OpId, OpId> &told) {
  for (uint32_t i = 0; i < frame.size(); ++i) {
    if (frame.isCopy(i) && !withCopies)
      continue;
    // What MLIR said itself has its edge already.
    if (told.contains(frame.op(i)))
      continue;
    if (auto around = told.find(frame.parentOf(i)); around != told.end()) {
      frame.comesFrom(i, around->second, rule);
      continue;
    }
    // A pattern casts an argument for its root, a function of MLIR once for
    // all.
    bool isForRoot = rule == Rule::Pattern && frame.canComeFrom(i, root);
    if (frame.kinds.isConversionCast(frame.op(i)) &&
        (frame.castsOp(i) || (!isForRoot && frame.castsArgument(i))))
      continue;
    frame.comesFrom(i, root, rule);
  }
  OtherEnds(frame, root).run();
}

} // namespace mlir::trackdbg
