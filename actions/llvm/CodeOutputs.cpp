//===- CodeOutputs.cpp ----------------------------------------------------===//

#include "llvm/CodeOutputs.h"

#include "llvm/VTableCopies.h"

#include "llvm/Target/TargetMachine.h"

#include <atomic>

using namespace mlir::trackdbg;
using llvm::TargetMachine;
using llvm::legacy::PassManagerBase;

static std::atomic<AboutToGenerate *> aboutToGenerate = nullptr;

static bool addPassesToEmitFile(TargetMachine *target, PassManagerBase &manager,
                                llvm::raw_pwrite_stream &stream,
                                llvm::raw_pwrite_stream *debugInformation,
                                llvm::CodeGenFileType type, bool isUnverified,
                                llvm::MachineModuleInfoWrapperPass *machine) {
  CodeOutput output{&stream, debugInformation, type, /*isForJIT=*/false};
  aboutToGenerate.load()(*target, manager, output);
  auto add =
      VTableCopies::replaced(target, &TargetMachine::addPassesToEmitFile);
  return add(target, manager, *output.code, output.debugInformation,
             output.type, isUnverified, machine);
}

static bool addPassesToEmitMC(TargetMachine *target, PassManagerBase &manager,
                              llvm::MCContext *&context,
                              llvm::raw_pwrite_stream &stream,
                              bool isUnverified) {
  CodeOutput output;
  output.code = &stream;
  output.isForJIT = true;
  aboutToGenerate.load()(*target, manager, output);
  auto add = VTableCopies::replaced(target, &TargetMachine::addPassesToEmitMC);
  return add(target, manager, context, stream, isUnverified);
}

void mlir::trackdbg::watchOutputs(TargetMachine &target,
                                  AboutToGenerate *notify) {
  // Never destroyed: compilers have TargetMachines until the process ends.
  static auto *targets = new VTableCopies;
  aboutToGenerate = notify;
  targets->replace(&target, &TargetMachine::addPassesToEmitFile,
                   addPassesToEmitFile);
  targets->replace(&target, &TargetMachine::addPassesToEmitMC,
                   addPassesToEmitMC);
}
