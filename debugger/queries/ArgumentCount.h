//===- ArgumentCount.h - How many arguments a function has ----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ARGUMENTCOUNT_H
#define TRACKDBG_DEBUGGER_QUERIES_ARGUMENTCOUNT_H

#include "graph/Lineage.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::trackdbg {

/// The most arguments that the stages kept as text print a function with. None
/// while the compiler may still add some, and where a text that shows the op
/// does not tell. Reads no more texts once there are more than `number`.
std::optional<uint32_t> mostArguments(const Lineage &lineage, OpId function,
                                      uint32_t number);

/// How many arguments `line` names, which begins as a function is printed:
/// "func.func private @f(%arg0: i32, %arg1: i32) -> i32 {". None where it names
/// them in no such way.
std::optional<uint32_t> countArguments(llvm::StringRef line);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ARGUMENTCOUNT_H
