//===- BreakpointReplies.h - Answers about breakpoints --------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_BREAKPOINTREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_BREAKPOINTREPLIES_H

#include "commands/Block.h"
#include "inferior/Breakpoint.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct BreakpointAddedReply {
  Breakpoint breakpoint;
  std::string note;         ///< A sentence about what it takes, or empty.
  bool namesPlaces = false; ///< Source files may be shown by base names.
  bool onlyPrints = false;  ///< It is one of `dprintf`.
};

/// `rbreak`.
struct BreakpointsAddedReply {
  std::vector<Breakpoint> breakpoints;
};

/// `list` and `info breakpoints`.
struct BreakpointsReply {
  std::vector<Breakpoint> breakpoints;
  std::map<int64_t, Block> commands; ///< Those that have some.
  std::set<int64_t> printing;        ///< Those of `dprintf`.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_BREAKPOINTREPLIES_H
