//===- BreakpointManager.h - Which breakpoints an action matches ----------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTMANAGER_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTMANAGER_H

#include "ActiveAction.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

/// Matches one kind of breakpoints. Unlike upstream's manager it reports all
/// that match. Matching is for the stopping thread only; a manager is asked for
/// every action, so it keeps its answers and costs a look-up, however many
/// breakpoints there are.
class BreakpointManager {
public:
  virtual ~BreakpointManager() = default;
  /// Appends the ids of the enabled breakpoints that match `action`.
  virtual void match(const ActiveAction &action,
                     SmallVectorImpl<int64_t> &ids) = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTMANAGER_H
