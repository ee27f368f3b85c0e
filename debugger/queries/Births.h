//===- Births.h - Where in the trace ops were born ------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_BIRTHS_H
#define TRACKDBG_DEBUGGER_QUERIES_BIRTHS_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::trackdbg {

/// The event of an op's birth.
struct Birth {
  uint64_t address = 0;
  uint64_t position = 0; ///< 0: the trace does not have it.
};

/// Of each of `ops`, in their order, which is ascending. Reads all events once.
std::vector<Birth> birthsOf(const Lineage &lineage, llvm::ArrayRef<OpId> ops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_BIRTHS_H
