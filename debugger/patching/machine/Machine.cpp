//===- Machine.cpp - What a plan says differently for each machine --------===//

#include "patching/machine/Machine.h"

using namespace llvm;

namespace mlir::trackdbg {

Expected<MovedEntry> Machine::moveEntry(const FunctionCode &function) const {
  if (function.bytes.empty())
    return createStringError("its address is not that of code");
  if (!function.isWhole())
    return createStringError("its size is not known");
  return move(function);
}

} // namespace mlir::trackdbg
