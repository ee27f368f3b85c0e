//===- Crash.h - What the compiler's last signal found --------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_CRASH_H
#define TRACKDBG_DEBUGGER_NATIVE_CRASH_H

#include "native/NativeFrame.h"
#include "queries/Activity.h"
#include "trackdbg/Protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What the compiler's last signal found.
struct Crash {
  int signal = 0;
  std::string signalName;
  /// The address that it could not access, where it is about one.
  std::optional<uint64_t> address;
  std::vector<NativeFrame> frames; ///< Innermost first.
  bool hasMoreFrames = false;
  std::vector<Frame> stack;         ///< The actions, innermost first.
  std::optional<Activity> activity; ///< As in Ending.
  /// The op whose verifier crashed, or that of the innermost action that still
  /// had one, as it was then. Printed by a copy of the dying compiler: empty
  /// where that failed.
  std::string lastOp;
  int64_t lastOpAction = 0; ///< 0 for one that was being verified.
  bool lastOpIsCut = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_CRASH_H
