//===- WhatIf.h - How a run would end -------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_WHATIF_H
#define TRACKDBG_DEBUGGER_TIMELINE_WHATIF_H

#include "trackdbg/Protocol.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What a copy of the compiler gave that ran on from the stop.
struct TrialResult {
  std::string ending;         ///< "exit code 1", "SIGSEGV"
  int code = 0;               ///< As a shell has it.
  std::string output, errors; ///< From the stop on.
  struct File {
    std::string path, contents;
  };
  /// Those that the compiler had open for writing at the stop.
  std::vector<File> files;
  /// The action that was left out, if that is not the one at the stop.
  std::optional<Frame> skipped;
  /// Whether the action asked for, a pattern that was not left out, did not
  /// apply.
  bool didNotApply = false;
  /// Where it was left out: the actions that applied it to the op later.
  std::vector<int64_t> again;
};

struct WhatIfAnswer {
  int64_t action = 0; ///< That was left out.
  Frame frame;        ///< Of it.
  TrialResult with, without;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_WHATIF_H
