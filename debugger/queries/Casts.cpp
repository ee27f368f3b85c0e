//===- Casts.cpp - Ops that only give a value another type ----------------===//

#include "queries/Casts.h"

#include "llvm/ADT/StringSwitch.h"

namespace mlir::trackdbg {

bool isCast(const Lineage &lineage, OpId op) {
  // MLIR calls to_memref to_buffer since version 21.
  return llvm::StringSwitch<bool>(lineage.opName(op))
      .Cases({"builtin.unrealized_conversion_cast", "bufferization.to_tensor",
              "bufferization.to_buffer", "bufferization.to_memref"},
             true)
      .Cases({"tensor.cast", "tensor.expand_shape", "tensor.collapse_shape",
              "memref.cast", "memref.expand_shape", "memref.collapse_shape",
              "memref.memory_space_cast"},
             true)
      .Default(false);
}

} // namespace mlir::trackdbg
