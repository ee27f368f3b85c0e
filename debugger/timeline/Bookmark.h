//===- Bookmark.h - Where to go back to -----------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_BOOKMARK_H
#define TRACKDBG_DEBUGGER_TIMELINE_BOOKMARK_H

#include "trackdbg/Protocol.h"

#include <cstdint>

namespace mlir::trackdbg {

/// A place of the run that the user marked.
struct Bookmark {
  int64_t number = 0; ///< From 1, never reused in a run.
  Mark mark;
  Frame frame; ///< The innermost action there.
  /// A copy of the compiler waits there; otherwise one that waits earlier has
  /// to run up to it.
  bool hasProcess = false;
};

/// How to go back. Each undoes what the same word does forward.
enum class Backward { Step, Next, Finish, Continue };

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_BOOKMARK_H
