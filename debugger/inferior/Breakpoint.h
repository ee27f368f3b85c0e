//===- Breakpoint.h - A breakpoint as its user sees it --------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINT_H
#define TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINT_H

#include "trackdbg/Protocol.h"

#include <string>

namespace mlir::trackdbg {

/// A breakpoint as its user sees it. Numbers count from 1 and are never reused.
struct Breakpoint {
  BreakpointSpec spec; ///< With the id and the ignore count that is left.
  bool temporary = false;
  int64_t hitsLeft = 0;         ///< It is disabled after so many; 0: never.
  bool isSelfDisabling = false; ///< It has, or has had, such a number of hits.
  int64_t hits = 0;
  /// It wants only actions that change the IR. Compilers do not know of that:
  /// each hit is either taken back or accepted.
  bool isOnlyChanging = false;
  /// Set when the run ended and no action could ever have matched: says which
  /// near names there were. Empty otherwise.
  std::string neverMatched;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINT_H
