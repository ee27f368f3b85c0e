//===- ActiveAction.h - One action on the stack ---------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_ACTIVEACTION_H
#define TRACKDBG_ACTIONS_CORE_ACTIVEACTION_H

#include "trackdbg/TraceFormat.h"

#include "mlir/Debug/ExecutionContext.h"
#include "mlir/IR/Operation.h"

#include <algorithm>
#include <memory>

namespace mlir::trackdbg {

class BeforeImage;

/// How many op events of each kind there were.
struct EventCounts {
  uint64_t created = 0, erased = 0, replaced = 0, modified = 0, moved = 0;
  /// What a comparison at the end of a pass found: differences but for those of
  /// locations, and ops that were said to be modified and are as they were.
  uint64_t different = 0, unchanged = 0;
  /// Ops that rewriters have erased and that are still there: a conversion
  /// frees them when it is over, and they are counted once more then.
  uint64_t dropped = 0;

  EventCounts operator-(const EventCounts &other) const {
    return {created - other.created,     erased - other.erased,
            replaced - other.replaced,   modified - other.modified,
            moved - other.moved,         different - other.different,
            unchanged - other.unchanged, dropped - other.dropped};
  }
  EventCounts &operator+=(const EventCounts &other) {
    created += other.created;
    erased += other.erased;
    replaced += other.replaced;
    modified += other.modified;
    moved += other.moved;
    different += other.different;
    unchanged += other.unchanged;
    dropped += other.dropped;
    return *this;
  }
  /// How many ops were modified, as far as that has been looked at.
  uint64_t trulyModified() const {
    return modified - std::min(modified, unchanged);
  }
  /// Whether the IR was changed.
  bool isChange() const {
    return created || erased || replaced || trulyModified() || moved ||
           different || dropped;
  }
  bool operator==(const EventCounts &) const = default;
};

/// What only matters when the user stops at an action.
struct StopNotes {
  StopNotes();
  ~StopNotes();
  /// Why a pattern did not match, or what a fold gives.
  std::string reason;
  // What is left to say of a root that was erased.
  std::optional<OperationName> erasedName;
  LocationAttr erasedLocation;
  std::string erasedSymbol;
  /// The process as it was before the action ran, where one was kept.
  std::unique_ptr<BeforeImage> image;
};

/// The newest of some actions that is over: it ended, or was skipped.
struct LastOver {
  uint64_t number = 0; ///< 0 for none.
  bool ran = false;
  uint32_t kind = 0;
  EventCounts countsAtBegin;
  /// Of a pass whose result nobody has verified yet; not to be touched.
  Operation *unverified = nullptr;
};

/// An action that has begun and not ended. Lives on the stack of the thread
/// that runs it. It is an upstream ActionActiveStack, so upstream observers are
/// handed it as such; every entry of our stacks is one of these.
struct ActiveAction : tracing::ActionActiveStack {
  ActiveAction(ActiveAction *parent, const tracing::Action &action, int depth)
      : ActionActiveStack(parent, action, depth), parent(parent) {}

  ActiveAction *parent;
  uint64_t number = 0;   ///< From 1, in dispatch order over all threads.
  uint64_t position = 0; ///< See EventOrder::Place.
  uint32_t kind = 0;     ///< See Interner::actionKind.
  /// What an action of the compiler's own prints, see ActionText.h: its string
  /// id, and where the interner keeps it. Empty for most.
  uint32_t textId = 0;
  StringRef text;
  bool hasLongText = false; ///< Too long for that, or its kind's texts are.
  uint32_t reason = 0;      ///< Why it does not apply (string id), or 0.
  bool isPass = false;      ///< It executes a pass.
  bool isAdaptor = false;   ///< It runs other passes; see ActionKind.
  bool mustRun = false;     ///< It runs also if it is to be left out.
  /// The Pass or the RewritePattern that it runs, where it is known. Of a
  /// pattern that PDL has made it leads to no such object.
  const void *object = nullptr;
  /// The first op of the context, or the op around its first block or region;
  /// null for none. Not to be touched once `rootAlive` is false.
  Operation *root = nullptr;
  bool rootAlive = true;
  trace::ActionResult result = trace::ActionResult::Unknown;
  /// The thread's counts when the action began.
  EventCounts countsAtBegin;
  /// Most actions come and go without a stop and have none.
  std::unique_ptr<StopNotes> notes;
  StopNotes &makeNotes();

  /// The root is about to be freed, or may be from now on.
  void loseRoot();

  /// It is a pass that is over, and what it left has been verified.
  bool isVerified = false;

  /// Directly in it. Where there are no stops, only passes.
  LastOver lastChild;
  /// What was counted in those nested in it that are over.
  EventCounts countsOfChildren;

  uint64_t beginTicks = 0; ///< When it began, by the clock of its thread.
  /// The recorder's own: the position that its begin was written with; 0 where
  /// it was not. The place in the window may belong to a later event by the
  /// time the action ends.
  uint64_t beginPosition = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_ACTIVEACTION_H
