//===- Holders.h - The ops around an op -----------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_HOLDERS_H
#define TRACKDBG_DEBUGGER_GRAPH_HOLDERS_H

#include "graph/Lineage.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

/// The op that held `op` last, the one that held that, and so on. At most
/// 1,000, as a damaged trace may say that ops hold each other.
llvm::SmallVector<OpId, 8> holdersOf(const Lineage &lineage, OpId op);
/// The last of these; the op itself where nothing held it.
OpId outermostOf(const Lineage &lineage, OpId op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_HOLDERS_H
