//===- Search.h - Finding what makes a run go wrong -----------------------===//
//
// Knows nothing of compilers: a probe reports the result with some of a number
// of things applied and the others left out.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_SEARCH_H
#define TRACKDBG_DEBUGGER_BISECT_SEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

enum class Verdict {
  Good,
  Bad,
  CannotTell ///< Something else went wrong.
};

/// The result with the first `applied` of all.
using PrefixProbe =
    llvm::function_ref<llvm::Expected<Verdict>(uint64_t applied)>;

/// So many are good and so many bad. The one is one less than the other, unless
/// for those between it cannot be told.
struct Boundary {
  uint64_t lastGood = 0, firstBad = 0;
};

/// Where it turns bad, given that 0 is good and `count` bad: in so many probes
/// as `count` has bits, and at most `mostUntold` more where it cannot be told.
llvm::Expected<Boundary> findBoundary(uint64_t count, PrefixProbe probe,
                                      unsigned mostUntold);

/// The result with only these applied, in ascending order.
using SubsetProbe =
    llvm::function_ref<llvm::Expected<Verdict>(llvm::ArrayRef<uint64_t> kept)>;

struct SmallestSet {
  std::vector<uint64_t> kept;
  /// Without any one of them it is not bad. Otherwise the probes ran out.
  bool isMinimal = false;
};

/// A small bad subset of the numbers below `count`, all of which together are
/// bad: delta debugging. Ends when `mayGoOn` says so, with the best so far.
llvm::Expected<SmallestSet> minimize(uint64_t count, SubsetProbe probe,
                                     llvm::function_ref<bool()> mayGoOn);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_SEARCH_H
