//===- MessageLimit.h - How long a message may be -------------------------===//

#ifndef TRACKDBG_MESSAGELIMIT_H
#define TRACKDBG_MESSAGELIMIT_H

#include <cstddef>

namespace mlir::trackdbg {

/// Bytes of a message between tracker and debugger. The debugger gives up a
/// compiler that sends a longer one, so that the tracker refuses instead to
/// answer what would take it.
inline constexpr size_t kLongestMessage = size_t(256) << 20;

} // namespace mlir::trackdbg

#endif // TRACKDBG_MESSAGELIMIT_H
