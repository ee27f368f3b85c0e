//===- DyingContents.h - What the ops in a dying op used ------------------===//
//
// MLIR drops the operands of all that an op holds before it frees the first of
// them. So they are read before the op around them is freed.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_DYINGCONTENTS_H
#define TRACKDBG_ACTIONS_CORE_DYINGCONTENTS_H

#include "trackdbg/TraceEvents.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <utility>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::trackdbg {

/// Of the contents of one op at a time. One thread. No op is touched: they are
/// known by their addresses.
class DyingContents {
public:
  using Notes = std::pair<const Operation *, trace::DeathNotes>;

  /// `op` is going to be freed. `read` gives the notes of all that it holds; it
  /// is not called inside another op that is going to be freed.
  void begin(const Operation *op,
             llvm::function_ref<void(std::vector<Notes> &)> read) {
    if (holder)
      return;
    holder = op;
    read(notes);
    llvm::sort(notes, llvm::less_first());
  }
  /// `op` has been freed.
  void end(const Operation *op) {
    if (op != holder)
      return;
    holder = nullptr;
    notes.clear();
  }
  /// Null for an op that is not among them.
  const trace::DeathNotes *find(const Operation *op) const {
    auto found = llvm::partition_point(
        notes, [&](const Notes &each) { return each.first < op; });
    return found != notes.end() && found->first == op ? &found->second
                                                      : nullptr;
  }

private:
  const Operation *holder = nullptr;
  std::vector<Notes> notes; ///< In the order of the addresses.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_DYINGCONTENTS_H
