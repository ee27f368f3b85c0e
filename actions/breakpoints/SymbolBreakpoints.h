//===- SymbolBreakpoints.h - Breakpoints in functions ---------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_SYMBOLBREAKPOINTS_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_SYMBOLBREAKPOINTS_H

#include "core/BreakpointManager.h"
#include "trackdbg/BreakpointSpec.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// `break @f`, `break @module::@f`: each action on the op that has the symbol,
/// or on one in it. No answer is kept, as ops are renamed and moved: an action
/// costs a walk to the outermost op and one look-up for each symbol on it.
class SymbolBreakpoints : public BreakpointManager {
public:
  void clear() { paths.clear(); }
  void add(const BreakpointSpec &spec);
  void match(const ActiveAction &action,
             llvm::SmallVectorImpl<int64_t> &ids) override;

private:
  struct Path {
    llvm::SmallVector<std::string, 1> around; ///< The innermost first.
    int64_t id;
  };
  llvm::StringMap<std::vector<Path>> paths; ///< By the innermost name of all.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_SYMBOLBREAKPOINTS_H
