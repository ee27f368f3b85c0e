//===- Stopped.h - What the tracker says at a stop ------------------------===//

#ifndef TRACKDBG_STOPPED_H
#define TRACKDBG_STOPPED_H

#include "trackdbg/BreakpointSpec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Whether the action at the stop has run. Inside: it is at work, in the middle
/// of making, replacing or erasing an op.
enum class When { Before, After, Inside };

/// What is being done to an op, in the middle of an action, in the order in
/// which that comes where it is at one position of the trace.
enum class OpEvent {
  None,
  Created,  ///< It was made, and may not be in a block yet.
  Replaced, ///< Its results are about to be replaced.
  Erased    ///< It is about to be freed, or a rewriter was told to erase it.
};

/// A point of a run where it may stop, and that can be returned to.
struct Mark {
  int64_t action = 0;
  When when = When::Before;
  /// Of the newest event of the trace at that point.
  int64_t position = 0;
  /// Actions begun by then, this one included.
  int64_t begun = 0;
  /// After a pass, and after what it left was found invalid.
  bool isVerified = false;
  OpEvent event = OpEvent::None; ///< Inside an action.

  bool operator==(const Mark &) const = default;
};

/// Of the text that an action prints, as much is kept.
inline constexpr size_t kMaxActionText = 256;

/// One action on the stack, innermost first.
struct Frame {
  int64_t action = 0;
  std::string tag; ///< As the Action says, for example "apply-pattern".
  /// Pass name, pattern debug name, transform op's name, or empty.
  std::string name;
  std::string argument; ///< A pass's command-line argument, or empty.
  /// What an action of the compiler's own prints of itself: at most
  /// kMaxActionText bytes of it, which may hold line ends. Empty for MLIR's,
  /// and where it prints nothing.
  std::string text;
  std::string op;   ///< Name of the op it works on, or empty.
  std::string file; ///< First file location of that op, or empty.
  int64_t line = 0, column = 0;
  std::string location; ///< The whole location, as MLIR prints it, cut short.
  /// Where it has no file: that of the nearest op around it that has one, as
  /// "FILE:LINE:COL", or FILE alone.
  std::string around;
  std::string symbol;   ///< Enclosing or own symbol name, or empty.
  uint64_t address = 0; ///< The op's, as in the trace, or 0.
  bool alive = true;    ///< False once that op has been erased.

  bool operator==(const Frame &) const = default;
};

/// Hits so far of one breakpoint. Only counted while it is enabled; every one
/// that matches an action is counted, not just the first.
struct HitCount {
  int64_t id = 0;
  int64_t hits = 0;
  int64_t ignoreCount = 0; ///< What is left of it.

  bool operator==(const HitCount &) const = default;
};

/// What a watchpoint or a catchpoint saw in the action that has just run.
struct Sighting {
  int64_t breakpoint = 0;
  BreakpointSpec::Kind kind = BreakpointSpec::Kind::Watch;
  std::string name; ///< The spec's.
  /// "erased", "moved"; "created 2 arith.addi". Empty: the texts say it.
  std::string what;
  /// Watch: the op as it was, and as it is or what stands for it, in one line
  /// each. Empty where there is none.
  std::string before, after;

  bool operator==(const Sighting &) const = default;
};

/// How the action at the stop went, as far as it is known.
/// A pass of LLVM has Changed something, or not.
enum class Outcome { Unknown, Succeeded, Failed, Changed, Unchanged };

/// How the IR differs from a copy of before the action.
enum class Difference { NotCompared, None, LocationsOnly, Some };

struct Stopped {
  When when = When::Before;
  /// The breakpoints that match, empty at a step or an interrupt.
  std::vector<int64_t> breakpoints;
  bool interrupted = false;
  std::vector<Frame> stack;
  /// After an action: what it did.
  Outcome result = Outcome::Unknown;
  /// Before an action: it cannot be skipped.
  bool mustRun = false;
  /// Why a pattern did not match, or what a fold gives; or empty.
  std::string reason;
  /// False where the compiler has no hooks: the counts below say nothing then.
  bool changesKnown = true;
  int64_t created = 0, erased = 0, replaced = 0, modified = 0, moved = 0;
  /// Whether one of them is not 0.
  bool isChange() const {
    return created + erased + replaced + modified + moved != 0;
  }
  /// Compared only where all of these are 0, as not every change calls a hook,
  /// and where a copy was kept.
  Difference difference = Difference::NotCompared;
  std::vector<HitCount> hits; ///< All breakpoints with at least one hit.
  Mark mark;                  ///< Of the innermost action.
  /// The stop that a `step` would have come from; no action at the first event
  /// of all. Its action and side only.
  Mark previous;
  int64_t copies = 0; ///< Checkpoints that this process has made.
  /// After a RunTo with noteHits: the last action before the target that a
  /// breakpoint matches, or 0, and where; without what had begun by then.
  Mark lastHit;
  /// Of `breakpoints`.
  std::vector<Sighting> sightings;
  // Inside an action:
  uint64_t eventOp = 0; ///< The address of that op, as in the trace.
  std::string eventOpName;

  bool operator==(const Stopped &) const = default;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_STOPPED_H
