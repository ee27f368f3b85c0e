//===- EndGroups.h - How many ops ended, by pass --------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ENDGROUPS_H
#define TRACKDBG_DEBUGGER_QUERIES_ENDGROUPS_H

#include "queries/Queries.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Ops of one name that ended in one way.
struct EndKind {
  std::string name;
  Ended ended = Ended::Erased;
  std::string successor; ///< The name of what took over; empty for none.
  uint64_t count = 0;
};

/// The ops that ended in the runs of one pass of the pipeline.
struct EndGroup {
  ActionRef first;  ///< The first action that ended one; number 0: none did.
  std::string pass; ///< Empty outside of passes.
  uint64_t count = 0;
  std::vector<EndKind> kinds; ///< The most frequent first.
};

/// Without those that are alive, in the order of the first actions. Linear in
/// the ops and in the actions of the trace.
std::vector<EndGroup> groupEnds(const Lineage &lineage,
                                llvm::ArrayRef<OpId> ops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ENDGROUPS_H
