//===- WatchSet.h - What becomes of the ops that are watched --------------===//
//
// A watched op is followed from its birth, or from the stop at which it was
// named, to its end, and so is all that it becomes: what replaces it, what it
// was found equal to when it died, its copies, and what an action on it makes
// while it ends it. A touch is laid to the innermost action at work.
//
// Passes that notify nobody are found out by comparing a hash of each watched
// op whenever an action begins or ends.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_WATCHSET_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_WATCHSET_H

#include "core/ActiveAction.h"
#include "core/Attention.h"
#include "ir/NamedLines.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What an op looks like now is told with the names that values had when it was
/// looked at before.
///
/// Not for two threads at a time. Another thread may be at work in another
/// context meanwhile: ops of a context are only read while an action in it
/// begins, ends or is stopped at. Holds on to no op that has died.
class WatchSet {
public:
  using Ids = llvm::SmallVector<int64_t, 1>;

  /// Replaces the set. Watchpoints that stay go on with what their ops have
  /// become. `position` is that of the newest event.
  void assign(llvm::ArrayRef<BreakpointSpec> specs, uint64_t position);
  bool empty() const { return names.empty(); }

  /// As an EventListener; `top` is the innermost action, or null.
  void happened(const ActiveAction *top, trace::EventKind kind, Operation *op,
                const void *object, uint64_t position);
  void dying(const ActiveAction *top, Operation *op);

  void beginning(const ActiveAction &action, Attention attention);
  /// Appends what was done in `action`; with texts where there is attention for
  /// everything.
  void ended(const ActiveAction &action, Attention attention,
             std::vector<Sighting> &sightings);
  /// What the ops in the context of `action` look like now is what they looked
  /// like before.
  void refreshTexts(const ActiveAction *action);

private:
  /// More ops than this are not followed.
  static constexpr size_t kMost = 1024;
  /// And of so many one action is told to have touched.
  static constexpr size_t kMostTold = 8;

  /// How an op was when it was looked at last.
  struct Look {
    NamedLine line;
    /// What all values were called. Without those that have died since.
    std::shared_ptr<ValueNames> names;
    LocationAttr location;
    std::string parent; ///< The title of the op around it.
  };
  struct Watched {
    Ids ids;
    MLIRContext *context = nullptr;
    uint64_t hash = 0;
    Look look;
    bool lookIsOld = true;
    /// The action in which it joined, until that has ended: it is not yet what
    /// that makes of it.
    uint64_t joining = 0;
  };
  struct Touch {
    uint64_t action = 0;
    Operation *op = nullptr; ///< Not to be touched where it `died`.
    MLIRContext *context = nullptr;
    Ids ids;
    Look before;
    bool born = false, moved = false, changed = false;
    bool replaced = false, dropped = false, died = false;
    llvm::SmallVector<Operation *, 2> heirs; ///< All alive.
  };
  /// An op made in an action on a watched one.
  struct Made {
    Operation *op;
    Operation *root;
    uint64_t action;
    MLIRContext *context;
  };

  Touch *touch(const ActiveAction *top, Operation *op);
  Touch *findTouch(uint64_t action, Operation *op);
  void join(const ActiveAction *top, Operation *op, const Ids &ids);
  void inherit(const ActiveAction *top, Touch &touch, Operation *heir);
  void noteMade(const ActiveAction *top, Operation *op);
  void giveRise(const ActiveAction &action);
  void compare(const ActiveAction *action, const MLIRContext *context);
  void forgetFrom(const ActiveAction &action);
  void settle(const ActiveAction &action);
  std::shared_ptr<ValueNames> makeTable();
  static bool isWorthTelling(const Touch &touch);
  std::string describe(const Touch &touch) const;
  std::string describeAfter(const Touch &touch) const;
  void tell(const Touch &touch, Attention attention,
            std::vector<Sighting> &sightings);
  /// Whether a watchpoint has an op, or one to come.
  bool isFollowing(int64_t id) const;
  void tellRest(std::vector<Sighting> &sightings);

  llvm::MapVector<int64_t, std::string> names; ///< Of the watchpoints, by id.
  llvm::MapVector<Operation *, Watched> ops;
  /// Those of all looks.
  std::vector<std::weak_ptr<ValueNames>> tables;
  /// Ops to come, by the position of their birth.
  llvm::DenseMap<uint64_t, Ids> unborn;
  std::vector<Touch> touches;
  std::vector<Made> made;
  /// Ops that should be followed, and were too many; not told yet.
  size_t lost = 0;
  /// Touches of the action that were not told one by one, by watchpoint.
  llvm::MapVector<int64_t, size_t> untold;
  /// A copy of a watched op, made in the action or in one right inside it: a
  /// driver may erase later what its patterns have replaced.
  struct Copy {
    Operation *source, *copy;
    uint64_t action;
    bool isOfInner = false;
  };
  std::vector<Copy> copies;
  /// Ops of the action that were found equal, both ways.
  llvm::MapVector<Operation *, Operation *> equals;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_WATCHSET_H
