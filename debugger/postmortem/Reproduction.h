//===- Reproduction.h - What it takes to get to a failure again -----------===//

#ifndef TRACKDBG_DEBUGGER_POSTMORTEM_REPRODUCTION_H
#define TRACKDBG_DEBUGGER_POSTMORTEM_REPRODUCTION_H

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What was written to get to a failure, or a stop, again.
struct Reproduction {
  std::string directory;
  std::vector<std::string> files; ///< In it.
  std::string reproducer;         ///< One of them, or empty.
  /// The program that runs it, with its folder where that is known, as `TOOL
  /// --run-reproducer FILE`.
  std::string tool;
  /// Sentences about what could not be written, and why.
  std::vector<std::string> missing;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_POSTMORTEM_REPRODUCTION_H
