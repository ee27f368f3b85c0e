//===- Inferior.h - One of the compilers under a command ------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_INFERIOR_H
#define TRACKDBG_DEBUGGER_INFERIOR_INFERIOR_H

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One tracked compiler of a run.
struct Inferior {
  enum class State {
    Running,  ///< Or at a stop that the user has not been shown yet.
    Stopped,  ///< At an action; it stands there until it is resumed.
    Detached, ///< Runs on untracked, after trouble.
    Ended
  };
  int64_t number = 0; ///< From 1, in the order in which they began.
  int64_t processId = 0;
  State state = State::Running;
  bool mayStop = true; ///< False: it is only recorded; see Options::follow.
  bool isCurrent = false;
  int64_t actions = 0; ///< Begun so far.
  std::vector<std::string> commandLine;
  std::string tracePath;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_INFERIOR_H
