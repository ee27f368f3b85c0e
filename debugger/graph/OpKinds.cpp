//===- OpKinds.cpp --------------------------------------------------------===//

#include "graph/OpKinds.h"

#include "llvm/ADT/StringSwitch.h"

namespace mlir::trackdbg {

using namespace trace;

static uint32_t traitsOfKnownName(llvm::StringRef name) {
  return llvm::StringSwitch<uint32_t>(name)
      .Cases({"func.return", "scf.yield", "affine.yield", "linalg.yield",
              "cf.br", "cf.cond_br", "llvm.return", "llvm.br", "llvm.cond_br"},
             kIsTerminator)
      .Cases({"arith.constant", "llvm.mlir.constant", "tosa.const"},
             kIsConstant)
      .Cases({"func.func", "llvm.func", "gpu.func", "fir.func"}, kIsFunction)
      .Case("builtin.module", kIsSymbolTable)
      .Default(0);
}

uint32_t traitsOfName(const Definitions &definitions, uint32_t name) {
  return definitions.traitsOf(name) |
         traitsOfKnownName(definitions.string(name));
}

bool isCastName(llvm::StringRef name) {
  // MLIR calls to_memref to_buffer since version 21.
  return llvm::StringSwitch<bool>(name)
      .Cases({"builtin.unrealized_conversion_cast", "bufferization.to_tensor",
              "bufferization.to_buffer", "bufferization.to_memref"},
             true)
      .Cases({"tensor.cast", "tensor.expand_shape", "tensor.collapse_shape",
              "memref.cast", "memref.expand_shape", "memref.collapse_shape",
              "memref.memory_space_cast"},
             true)
      .Default(false);
}

void OpKinds::learn(uint16_t name) const {
  if (name >= byName.size())
    byName.resize(name + 1);
  uint32_t string = graph.names[name];
  llvm::StringRef text = definitions.string(string);
  uint32_t traits = traitsOfName(definitions, string);
  uint8_t kinds = kKnown;
  if (traits & kIsTerminator)
    kinds |= kTerminator;
  if (traits & kIsConstant)
    kinds |= kConstant;
  if (traits & kIsFunction)
    kinds |= kFunction;
  if (traits & kIsSymbolTable)
    kinds |= kSymbolTable;
  if (text == "builtin.module")
    kinds |= kModule;
  // MLIR calls the second one to_buffer since version 21.
  if (text == "builtin.unrealized_conversion_cast" ||
      text == "bufferization.to_buffer" || text == "bufferization.to_memref")
    kinds |= kConversionCast;
  if (isCastName(text))
    kinds |= kCast;
  byName[name] = kinds;
}

} // namespace mlir::trackdbg
