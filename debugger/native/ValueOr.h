//===- ValueOr.h - Damaged parts of object files ----------------*- C++ -*-===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_VALUEOR_H
#define TRACKDBG_DEBUGGER_NATIVE_VALUEOR_H

#include "llvm/Support/Error.h"

#include <utility>

namespace mlir::trackdbg {

/// The value, or `other` in place of an error, which is dropped: what the rest
/// of a damaged file says is still of use.
template <typename Value>
Value valueOr(llvm::Expected<Value> value, Value other) {
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return other;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_VALUEOR_H
