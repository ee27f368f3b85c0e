//===- InsideSet.h - Breakpoints inside actions ---------------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_INSIDESET_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_INSIDESET_H

#include "breakpoints/NameMatcher.h"
#include "trackdbg/BreakpointSpec.h"
#include "trackdbg/Stopped.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>

namespace mlir::trackdbg {

/// `break created`, `break replaced` and `break erased`. Not for two threads at
/// a time.
class InsideSet {
public:
  void clear();
  void add(const BreakpointSpec &spec);
  bool empty() const { return isEmpty; }
  // In what follows, `births` is how many ops this thread has made, the newest
  // included.

  void noteBirth(Operation *op, uint64_t births);
  /// Appends the ids of those that match.
  void match(OpEvent event, Operation *op, uint64_t births,
             llvm::SmallVectorImpl<int64_t> &ids);
  /// See Interner::forgetPointers.
  void forgetPointers();

private:
  using Ids = llvm::SmallVector<int64_t, 2>;
  struct OfEvent {
    NameMatcher names;
    llvm::DenseMap<const void *, Ids> answers; ///< By op name.
    llvm::DenseMap<uint64_t, Ids> numbers;     ///< By the number of the op.
  };
  OfEvent &of(OpEvent event) { return events[size_t(event)]; }

  bool isEmpty = true;
  std::array<OfEvent, 4> events; ///< By OpEvent.
  /// Ops that are waited for by their numbers, once they are there. They stay
  /// known when breakpoints are assigned anew.
  llvm::DenseMap<const Operation *, uint64_t> numberOf;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_INSIDESET_H
