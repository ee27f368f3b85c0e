//===- FunctionRecord.h - A function of LLVM when it was last looked at ---===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H
#define TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H

#include "finalcode/Origins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace mlir::trackdbg {

/// How many instructions of each origin a function has. Between two passes, few
/// of its instructions change. Where an instruction is still in its place, with
/// its location, that costs two comparisons.
class FunctionRecord {
public:
  /// Before the first instruction. `erased` are addresses of instructions of
  /// the last look at which there may be others by now; they are read until the
  /// look ends.
  void beginLook(const llvm::DenseSet<const void *> *erased = nullptr);
  /// Whether the next instruction of the last look is this one, unchanged. If
  /// so, all is done for it.
  bool isUnchanged(const void *instruction, const llvm::DILocation *location) {
    if (next == last.size() || last[next].instruction != instruction ||
        last[next].location != location ||
        (erased && erased->contains(instruction)))
      return false;
    if (hasChanged)
      now.push_back(last[next]);
    ++next;
    return true;
  }
  /// To be called where it is not.
  void note(const void *instruction, const llvm::DILocation *location);
  /// After the last instruction. Those of the last look that were not seen
  /// again are gone.
  void endLook();

  struct Change {
    trace::CodeOrigin origin;
    uint32_t was, is; ///< Instructions.
  };
  /// What the look has changed, by origin.
  std::vector<Change> takeChanges();

private:
  struct Entry {
    const void *instruction;
    const llvm::DILocation *location;
  };
  void beginChange();
  void leaveOut(size_t end);
  uint32_t &countOf(trace::CodeOrigin origin);

  std::vector<Entry> last;
  size_t next = 0;         ///< In `last`.
  bool hasChanged = false; ///< During a look; `now` takes the place of `last`.
  std::vector<Entry> now;
  const llvm::DenseSet<const void *> *erased = nullptr;
  using Counts = llvm::DenseMap<trace::CodeOrigin, uint32_t>;
  Counts counts;
  Counts before; ///< Of origins that have changed.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H
