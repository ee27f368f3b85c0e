//===- SnapshotText.h - The IR as text that knows its ops -----------------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTTEXT_H
#define TRACKDBG_ACTIONS_SNAPSHOTTEXT_H

#include "trackdbg/TraceFormat.h"

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::trackdbg {

/// Prints `root` with the debugger's printing limits, and packs the text and
/// where each op is in it: the payload of a snapshot. A printer may crash: for
/// a process of its own.
std::string makeSnapshotText(Operation *root, trace::SnapshotForm form);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTTEXT_H
