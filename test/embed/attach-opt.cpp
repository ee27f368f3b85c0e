//===- attach-opt.cpp - A compiler that attaches its context --------------===//
// attach-opt FILE PIPELINE: the smallest compiler there is.

#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "trackdbg/Attach.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: attach-opt FILE PIPELINE\n";
    return 2;
  }
  mlir::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::MLIRContext context(registry);
  mlir::trackdbg::attach(context);
  mlir::trackdbg::attach(context); // harmless

  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  auto passes = mlir::parsePassPipeline(argv[2]);
  if (!module || mlir::failed(passes))
    return 1;
  mlir::PassManager manager(&context);
  static_cast<mlir::OpPassManager &>(manager) = std::move(*passes);
  if (mlir::failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
