//===- Unpacking.h - Bytes of a trace that are compressed
//------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_UNPACKING_H
#define TRACKDBG_DEBUGGER_TRACE_UNPACKING_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// Takes `packedSize` bytes off `payload` and unpacks them to `size` bytes.
/// None if they are not what they claim to be.
std::optional<std::string> unpackBytes(llvm::StringRef &payload,
                                       trace::SnapshotPacking packing,
                                       uint64_t packedSize, uint64_t size);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_UNPACKING_H
