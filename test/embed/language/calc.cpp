//===- calc.cpp - The compiler of Calc ------------------------------------===//
// calc FILE -o OUTPUT [--pass-pipeline=PIPELINE | --ops]
// FILE is a .calc, or its ops as .mlir. --ops writes them as they were read,
// with their locations.

#include "Calc.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

int main(int argc, char **argv) {
  StringRef input, output = "-",
                   pipeline = "builtin.module(canonicalize,calc-expand-powers,"
                              "calc-to-arith,canonicalize,cse)";
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "-o" && i + 1 < argc)
      output = argv[++i];
    else if (word == "--ops")
      pipeline = "";
    else if (word.consume_front("--pass-pipeline="))
      pipeline = word;
    else
      input = word;
  }
  calc::registerPasses();
  registerCanonicalizerPass();
  registerCSEPass();
  DialectRegistry registry;
  registry.insert<calc::CalcDialect, arith::ArithDialect, func::FuncDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module =
      input.ends_with(".mlir") ? parseSourceFile<ModuleOp>(input, &context)
                               : calc::parse(input, context);
  if (!module)
    return 1;
  OpPrintingFlags flags;
  if (pipeline.empty())
    flags.enableDebugInfo();
  PassManager manager(&context);
  if (!pipeline.empty()) {
    auto passes = parsePassPipeline(pipeline);
    if (failed(passes))
      return 1;
    static_cast<OpPassManager &>(manager) = std::move(*passes);
  }
  if (failed(manager.run(*module)))
    return 1;
  std::error_code error;
  llvm::raw_fd_ostream out(output, error);
  module->print(out, flags);
  return 0;
}
