//===- Tie.h - Where an op stands in a text -------------------------------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_TIE_H
#define TRACKDBG_DEBUGGER_CHANGES_TIE_H

#include "graph/Lineage.h"

namespace mlir::trackdbg {

/// Where an op was printed.
struct Tie {
  uint32_t line = 0;   ///< From 1.
  uint32_t column = 0; ///< From 0: its indentation.
  OpId op = 0;         ///< 0 where its birth is not in the trace.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_TIE_H
