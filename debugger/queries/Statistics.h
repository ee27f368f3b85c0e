//===- Statistics.h - Passes and patterns, counted ------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_STATISTICS_H
#define TRACKDBG_DEBUGGER_QUERIES_STATISTICS_H

#include "graph/Lineage.h"

#include "llvm/ADT/BitVector.h"

#include <chrono>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// All actions of one kind.
struct ActionStatistics {
  std::string tag, name, argument;
  uint32_t kind = 0; ///< The canonical id of its action kind.
  uint64_t tried = 0;
  /// Succeeded. Of a pass, and where no result is known: IR changed.
  uint64_t applied = 0;
  uint64_t failed = 0;
  uint64_t skipped = 0;
  uint64_t opsMade = 0;
  /// With what ran inside, and without. Inside another of the same kind no
  /// time is counted twice.
  std::chrono::nanoseconds total{0}, self{0};
};
/// Passes in order of their first run, then the rest by total time. Linear in
/// the actions. With a bit for each action, only those that are set count.
std::vector<ActionStatistics>
actionStatistics(const Lineage &lineage,
                 const llvm::BitVector *selected = nullptr);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_STATISTICS_H
