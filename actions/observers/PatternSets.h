//===- PatternSets.h - Which patterns a pass has to try -------------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_PATTERNSETS_H
#define TRACKDBG_ACTIONS_OBSERVERS_PATTERNSETS_H

#include "trace/Interner.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <mutex>
#include <tuple>

namespace mlir {
class FrozenRewritePatternSet;
class RewritePattern;
} // namespace mlir

namespace mlir::trackdbg {

/// Writes a PassPattern definition for each pattern of each pass, also for
/// those that are never tried. Any thread. A set that was seen before costs a
/// short lock and a look-up.
///
/// Patterns that PDL has made are not among them: a set keeps these as byte
/// code.
class PatternSets {
public:
  explicit PatternSets(Interner &names) : names(names) {}

  /// Where the functions of a pattern begin, as the trace has it.
  using Functions = llvm::function_ref<llvm::SmallVector<uint64_t, 8>(
      const RewritePattern &)>;
  /// `owner` is the kind of the action that tries the patterns.
  void note(const FrozenRewritePatternSet &patterns, uint32_t owner,
            Functions functionsOf);

private:
  /// The owner, and what tells one set from another.
  using Set = std::tuple<uint32_t, const void *, uint64_t>;
  /// Owner, name, the root's OperationName, benefit.
  using Known = std::tuple<uint32_t, uint32_t, const void *, uint32_t>;

  bool isNew(const Known &pattern);

  Interner &names;
  std::mutex mutex;
  llvm::DenseSet<Set> sets;       ///< Under the mutex.
  llvm::DenseSet<Known> patterns; ///< Under the mutex.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_PATTERNSETS_H
