//===- Counted.h - Numbers with their nouns -------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_COUNTED_H
#define TRACKDBG_DEBUGGER_TRACE_COUNTED_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

/// "1 op", "2 ops".
inline std::string counted(uint64_t count, llvm::StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}
/// "1 pass", "2 passes".
inline std::string counted(uint64_t count, llvm::StringRef one,
                           llvm::StringRef many) {
  return std::to_string(count) + " " + (count == 1 ? one : many).str();
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_COUNTED_H
