//===- SnapshotText.h - The IR as text that knows its ops -----------------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTTEXT_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTTEXT_H

#include "ir/TiedPrinter.h"
#include "trackdbg/TraceFormat.h"

namespace mlir::trackdbg {

/// Makes the payloads of snapshots, one after the other in the same memory: to
/// take it anew costs more time than to write to it.
class SnapshotMaker {
public:
  /// Prints `root` with the debugger's printing limits, and packs the text and
  /// where each op is in it. A printer may crash: for a process of its own.
  /// Valid until the next.
  llvm::StringRef make(Operation *root, trace::SnapshotForm form);

private:
  llvm::StringRef pack(trace::SnapshotForm form);

  TiedPrinter printer;
  std::string ties;
  llvm::SmallVector<uint8_t, 0> textRoom, tiesRoom;
  std::string payload;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTTEXT_H
