//===- PassVisits.h - The passes that ran over an op ----------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H
#define TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H

#include "queries/WhyNot.h"

namespace mlir::trackdbg {

/// In the order in which they began. Linear in the actions.
std::vector<PassVisit> passesOver(const Lineage &lineage, OpId op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H
