//===- plugin.cpp - Calc as a plugin of mlir-opt --------------------------===//

#include "Calc.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "calc", "1",
          [](mlir::DialectRegistry *registry) {
            registry->insert<calc::CalcDialect>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "calc", "1", calc::registerPasses};
}
