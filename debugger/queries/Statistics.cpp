//===- Statistics.cpp - Passes and patterns, counted ----------------------===//

#include "queries/Statistics.h"

#include "queries/PassManagers.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

using trace::ActionResult;

namespace {
std::chrono::nanoseconds toTime(const Lineage &lineage, uint64_t ticks) {
  return std::chrono::nanoseconds(lineage.trace().durationNanoseconds(ticks));
}

bool isInsideSameKind(const Lineage &lineage, const ActionInfo &action) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  const Definitions &definitions = lineage.definitions();
  uint32_t kind = definitions.canonicalActionKind(action.kind);
  ActionId around = action.parent;
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    ActionInfo outer = lineage.action(around);
    if (definitions.canonicalActionKind(outer.kind) == kind)
      return true;
    around = outer.parent;
  }
  return false;
}

/// A pass that did not fail need not have changed anything.
void countResult(ActionStatistics &entry, const ActionInfo &action,
                 bool isPass) {
  ++entry.tried;
  entry.opsMade += action.opsMade;
  switch (action.result) {
  case ActionResult::Success:
    entry.applied += !isPass || action.changed;
    return;
  case ActionResult::Failure:
    ++entry.failed;
    return;
  case ActionResult::Skipped:
    ++entry.skipped;
    return;
  default:
    entry.applied += action.changed;
    return;
  }
}

/// What goes on in each action, on other threads too.
class Insides {
public:
  explicit Insides(const Lineage &lineage)
      : lineage(lineage), inside(lineage.actionCount() + 1, 0) {
    PassManagers managers(lineage);
    for (ActionId id = 1; id < inside.size() && !isCancelled(); ++id) {
      ActionInfo action = lineage.action(id);
      ActionId around = managers.around(action);
      uint64_t ticks = lineage.elapsed(action);
      if (around == action.parent)
        inside[around] += ticks;
      else
        addOfThread(around, action, ticks);
    }
  }

  /// The time in which others were at work in it: those at the same time count
  /// once.
  uint64_t ticksIn(ActionId id) const { return inside[id]; }
  bool hasChanged(const ActionInfo &action) const {
    return action.changed || changedByThreads.contains(action.id);
  }

private:
  void addOfThread(ActionId around, const ActionInfo &action, uint64_t ticks) {
    uint64_t &until = untilOf[around];
    uint64_t end = action.begin + ticks, from = std::max(action.begin, until);
    if (end > from) {
      inside[around] += end - from;
      until = end;
    }
    if (!action.changed)
      return;
    while (around != 0 && changedByThreads.insert(around).second)
      around = lineage.action(around).parent;
  }

  const Lineage &lineage;
  std::vector<uint64_t> inside; ///< Ticks, by action.
  /// Of pass managers, up to where others were at work in them.
  llvm::DenseMap<ActionId, uint64_t> untilOf;
  llvm::DenseSet<ActionId> changedByThreads;
};
} // namespace

std::vector<ActionStatistics>
actionStatistics(const Lineage &lineage, const llvm::BitVector *selected) {
  const Definitions &definitions = lineage.definitions();
  std::vector<ActionStatistics> entries;
  // In ticks, turned into time at the end: rounding each would add up.
  std::vector<uint64_t> total, self;
  std::vector<uint32_t> entryOfKind(definitions.actionKindLimit() + 1, 0);
  Insides insides(lineage);
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    if (selected && !selected->test(id))
      continue;
    ActionInfo action = lineage.action(id);
    uint32_t &entry = entryOfKind[definitions.canonicalActionKind(action.kind)];
    if (entry == 0) {
      ActionKindInfo kind = definitions.actionKind(action.kind);
      entries.emplace_back();
      entries.back().kind = definitions.canonicalActionKind(action.kind);
      entries.back().tag = kind.tag.str();
      entries.back().name = kind.name.str();
      entries.back().argument = kind.argument.str();
      total.push_back(0);
      self.push_back(0);
      entry = entries.size();
    }
    action.changed = insides.hasChanged(action);
    uint64_t ticks = lineage.elapsed(action), inside = insides.ticksIn(id);
    bool isPass = lineage.passOf(id) == id ||
                  definitions.actionKind(action.kind).isLLVMPass();
    countResult(entries[entry - 1], action, isPass);
    if (!isInsideSameKind(lineage, action))
      total[entry - 1] += ticks;
    self[entry - 1] += ticks > inside ? ticks - inside : 0;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    entries[i].total = toTime(lineage, total[i]);
    entries[i].self = toTime(lineage, self[i]);
  }
  auto rest = std::stable_partition(entries.begin(), entries.end(),
                                    [](const ActionStatistics &entry) {
                                      return entry.tag == "pass-execution";
                                    });
  std::stable_sort(rest, entries.end(), [](const auto &a, const auto &b) {
    return a.total > b.total;
  });
  return entries;
}

} // namespace mlir::trackdbg
