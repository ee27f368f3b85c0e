//===- Moment.h - Points in a compile, and the stages between passes ------===//
//
// A moment is when an action has ended. A stage is the IR between two passes of
// the top-level pipeline: stage 0 is the start, stage k what the k-th pass left
// that ran inside no other one. An OpToOpPassAdaptor counts as a pass, and what
// its threads run inside it does not. A compiler that runs several pass
// managers goes on counting.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_MOMENT_H
#define TRACKDBG_DEBUGGER_GRAPH_MOMENT_H

#include "graph/Lineage.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Moment {
  /// The moment when this action has ended; 0: before the first action. Of an
  /// action that is still open: the newest event.
  ActionId after = 0;

  static constexpr ActionId kNewest = ~ActionId(0);
  static constexpr Moment start() { return {0}; }
  /// The newest event, whatever came after the last action.
  static constexpr Moment end() { return {kNewest}; }
  bool isStart() const { return after == 0; }
  bool isEnd() const { return after == kNewest; }
  bool operator==(const Moment &) const = default;
};

struct Stage {
  uint32_t number = 0;
  ActionId pass = 0;   ///< The pass that left it; 0 for the start.
  bool reached = true; ///< That pass has ended.

  Moment moment() const { return {pass}; }
};

/// The start, and one for each top-level pass in the order in which they began.
/// Linear in the actions, and cheap for each; a caller that asks for each op
/// keeps the answer for a Lineage::version().
std::vector<Stage> stagesOf(const Lineage &lineage);

/// Whether the pass only runs others, on each function or the like.
bool isAdaptor(llvm::StringRef passName);

/// The last stage whose pass began at or before `action`.
const Stage &stageAround(llvm::ArrayRef<Stage> stages, ActionId action);

/// Reads `start`, `end`, `3`, `s3`, `stage3`, `@stage3`, `#123` (when action
/// 123 has ended), or the name or argument of a pass: the stage after its last
/// run in the top-level pipeline. A nested pass is taken where that is one
/// moment: it ran once, or an adaptor ran nothing else. The error is one
/// sentence that says what would work.
llvm::Expected<Moment> parseMoment(const Lineage &lineage,
                                   llvm::StringRef text);

/// "the start", "the end", "stage 3 (after canonicalize)", "the end of action
/// #123". Costs as much as stagesOf.
std::string describeMoment(const Lineage &lineage, Moment moment);

/// Tells which ops are there at a moment: born, and not ended. Each answer
/// takes constant time. An op that was ended by an action around the moment, or
/// outside every action, counts as there until that action has ended, because
/// its end is not known more precisely; an op that was born and ended outside
/// every action (as the parser does) is never there.
class OpsAt {
public:
  OpsAt(const Lineage &lineage, Moment moment);

  bool contains(OpId op) const { return contains(lineage.op(op)); }
  bool contains(const OpInfo &op) const;
  /// The same for the death alone: whether it had ended by then.
  bool hasEnded(const OpInfo &op) const;
  /// The same for the birth alone.
  bool wasBorn(const OpInfo &op) const;
  /// Whether what `action` did had been done by then.
  bool isPast(ActionId action) const;

private:
  const Lineage &lineage;
  Moment moment;
  ActionInfo last;     ///< The action of the moment.
  OpId firstLater = 0; ///< Ops before this one were born before it began.
};

/// One question about one op; for many at one moment use OpsAt.
bool existsAt(const Lineage &lineage, OpId op, Moment moment);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_MOMENT_H
