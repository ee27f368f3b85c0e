//===- ActionNumber.h - "a31", as people write it -------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_ACTIONNUMBER_H
#define TRACKDBG_DEBUGGER_TRACE_ACTIONNUMBER_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::trackdbg {

/// How an action is written, so that its number cannot be taken for that of an
/// op ("#31") or of a frame: "a31".
std::string actionNumber(uint64_t number);

/// The number in "a31". "#31" is an op.
std::optional<uint64_t> parseMarkedActionNumber(llvm::StringRef text);

/// As parseMarkedActionNumber, and the number in "31". For where an action must
/// stand.
std::optional<uint64_t> parseActionNumber(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_ACTIONNUMBER_H
