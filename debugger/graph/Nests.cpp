//===- Nests.cpp ----------------------------------------------------------===//

#include "graph/Nests.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <utility>

namespace mlir::trackdbg {

/// Deeper nesting is a broken trace.
static constexpr size_t kMaxNesting = 64;

namespace {
class NestWalk {
public:
  /// Levels, from the outside in.
  using Levels = llvm::SmallVector<OpId, 4>;

  NestWalk(FrameView &frame, OpId root)
      : frame(frame), root(root), level(root) {}

  std::vector<OpId> run() {
    listWholeOps();
    bool hasCopies = false;
    for (uint32_t i = 0; i < frame.size(); ++i)
      if (OpId copied = levelOfOriginal(i)) {
        hasCopies = true;
        goTo(copied, i);
      }
    if (!hasCopies)
      claimForDead();
    return std::move(levels);
  }

private:
  OpId parentOf(OpId op) const {
    return frame.graph.parentOf(frame.graph.ops[op]);
  }
  uint16_t nameOf(OpId op) const { return frame.graph.ops[op].name; }

  void listWholeOps() {
    for (uint32_t i = 0; i < frame.size(); ++i)
      if (frame.isCopy(i))
        frame.forEachOrigin(frame.op(i),
                            [&](OpId origin) { whole.insert(origin); });
    for (const LoggedEvent &event : frame.events)
      if (event.kind == LoggedEvent::Kind::Replaced)
        whole.insert(event.op);
  }
  /// The level on which the original of a copy is. It is 0 if that is outside
  /// the root, or if the made op was not copied.
  OpId levelOfOriginal(uint32_t index) {
    OpId found = 0;
    if (frame.isCopy(index))
      frame.forEachOrigin(frame.op(index), [&](OpId origin) {
        if (found == 0)
          found = levelAt(parentOf(origin));
      });
    return found;
  }
  /// The innermost level that is `op` or holds it; 0 outside the root.
  OpId levelAt(OpId op) {
    llvm::SmallVector<OpId, 8> outwards;
    OpId found = 0;
    while (op != 0 && outwards.size() < kMaxNesting) {
      if (op == root) {
        found = root;
        break;
      }
      if (auto known = levelsAt.find(op); known != levelsAt.end()) {
        found = known->second;
        break;
      }
      outwards.push_back(op);
      op = parentOf(op);
    }
    for (OpId inner : llvm::reverse(outwards)) {
      if (found != 0 && nameOf(inner) == nameOf(root) && !whole.contains(inner))
        found = inner;
      levelsAt[inner] = found;
    }
    return found;
  }

  /// The made op `index` is a copy of something on the level `next`.
  void goTo(OpId next, uint32_t index) {
    Levels entered;
    OpId at = next;
    for (; at != level && at != root && at != 0; at = levelAt(parentOf(at)))
      entered.push_back(at);
    if (at == level) {
      // What came before all copies may be of the root.
      if (entered.empty() || isFirst)
        entered.push_back(level);
      std::reverse(entered.begin(), entered.end());
      claim(entered, firstPending, index, /*fromFirst=*/false);
    }
    level = next;
    isFirst = false;
    firstPending = index + 1;
  }
  void claimForDead() {
    llvm::DenseMap<OpId, OpId> inner;
    for (const DeadOp &dead : frame.dead)
      if (dead.op != root && levelAt(dead.op) == dead.op &&
          !inner.try_emplace(levelAt(parentOf(dead.op)), dead.op).second)
        return;
    Levels nest = {root};
    while (OpId next = inner.lookup(nest.back()))
      nest.push_back(next);
    // Where others died too, what was made may be theirs.
    if (nest.size() > 1 && nest.size() == inner.size() + 1)
      claim(nest, 0, frame.size(), /*fromFirst=*/true);
  }
  /// Gives each of `among` an equal part of what was made; the parts begin
  /// with the first of it, or end with the last.
  void claim(llvm::ArrayRef<OpId> among, uint32_t first, uint32_t end,
             bool fromFirst) {
    uint32_t part = end - first;
    if (among.size() > 1) {
      constexpr uint32_t kMost = 64;
      part = std::min<uint32_t>(kMost, part / among.size());
      auto start = [&] {
        return fromFirst ? first : end - part * among.size();
      };
      while (part > 0 && !areEqual(start(), part, among.size()))
        --part;
      first = start();
    }
    for (uint32_t i = 0; i < part * among.size(); ++i)
      setLevel(first + i, among[i / part]);
  }
  /// Most actions work on no nest, and need no list.
  void setLevel(uint32_t index, OpId op) {
    if (op == root)
      return;
    levels.resize(frame.size());
    levels[index] = op;
  }
  /// What uses another part was not made for one level.
  bool areEqual(uint32_t first, uint32_t part, uint32_t count) const {
    for (uint32_t i = 0; i < part * count; ++i) {
      uint16_t name = nameOf(frame.op(first + i));
      // Nests that are made anew are told by other rules.
      if (name == nameOf(root) || name != nameOf(frame.op(first + i % part)))
        return false;
      for (const Definer &used : frame.usesOf(first + i)) {
        uint32_t by = frame.indexOf(used.op);
        if (by != FrameView::kNone && by >= first &&
            by < first + part * count && (by - first) / part != i / part)
          return false;
      }
    }
    return true;
  }

  FrameView &frame;
  OpId root;
  OpId level;                ///< That of the copy before.
  bool isFirst = true;       ///< No copy has been made.
  uint32_t firstPending = 0; ///< Behind the copy before.
  llvm::DenseSet<OpId> whole;
  llvm::DenseMap<OpId, OpId> levelsAt;
  std::vector<OpId> levels; ///< As in Nests.
};
} // namespace

Nests::Nests(FrameView &frame, OpId root) {
  if (root != 0)
    levels = NestWalk(frame, root).run();
}

} // namespace mlir::trackdbg
