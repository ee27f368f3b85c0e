//===- Counted.h - Numbers with their nouns -------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_COUNTED_H
#define TRACKDBG_DEBUGGER_TRACE_COUNTED_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

/// "88,670".
inline std::string grouped(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3;)
    digits.insert(at -= 3, ",");
  return digits;
}
/// "1 op", "2 ops".
inline std::string counted(uint64_t count, llvm::StringRef noun) {
  return grouped(count) + " " + noun.str() + (count == 1 ? "" : "s");
}
/// "1 pass", "2 passes".
inline std::string counted(uint64_t count, llvm::StringRef one,
                           llvm::StringRef many) {
  return grouped(count) + " " + (count == 1 ? one : many).str();
}
/// "once", "twice", "5 times".
inline std::string timesDone(uint64_t count) {
  if (count == 1)
    return "once";
  return count == 2 ? "twice" : grouped(count) + " times";
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_COUNTED_H
