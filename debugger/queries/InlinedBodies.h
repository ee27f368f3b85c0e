//===- InlinedBodies.h - What was inlined where calls were ----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_INLINEDBODIES_H
#define TRACKDBG_DEBUGGER_QUERIES_INLINEDBODIES_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// Tells it of each line of a tree whose op was asked for and is a call that
/// was inlined. One run over all ops, if there is any such call.
void tellInlinedBodies(const Lineage &lineage, const OpsAt &at,
                       std::vector<LineageNode> &nodes);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_INLINEDBODIES_H
