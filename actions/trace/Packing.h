//===- Packing.h - Bytes, compressed --------------------------------------===//

#ifndef TRACKDBG_ACTIONS_TRACE_PACKING_H
#define TRACKDBG_ACTIONS_TRACE_PACKING_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::trackdbg {

/// The best that this LLVM has.
trace::SnapshotPacking bestPacking();

/// What `bytes` are packed to, fast rather than small: in `room`, but for
/// SnapshotPacking::Plain. See also packsTooWell().
llvm::StringRef pack(llvm::StringRef bytes, trace::SnapshotPacking packing,
                     llvm::SmallVectorImpl<uint8_t> &room);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_TRACE_PACKING_H
