//===- CodeGenPasses.cpp - Passes of LLVM's code generation, as actions ---===//

#include "llvm/CodeGenPasses.h"

#include "llvm/LLVMUnits.h"
#include "llvm/VTableCopies.h"
#include "llvm/WeakSymbols.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/LegacyPassManagers.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::FunctionPass;
using llvm::LoopPass;
using llvm::ModulePass;
using llvm::Pass;
using llvm::legacy::PassManagerBase;

static std::atomic<ExecutionOfPasses> executionOfPasses = nullptr;
static VTableCopies &vtables() {
  // Never destroyed: passes may run until the process ends.
  static auto *copies = new VTableCopies;
  return *copies;
}

/// MachineModuleInfoWrapperPass::ID, whose address is null where there is no
/// code generation.
extern const char
    machineModuleId __asm__("_ZN4llvm28MachineModuleInfoWrapperPass2IDE")
        __attribute__((weak));

/// The machine functions that there are; null before any are made.
static const llvm::MachineModuleInfo *machineOf(const Pass &pass) {
  if (!&machineModuleId)
    return nullptr;
  auto *wrapper =
      pass.getAnalysisIfAvailable<llvm::MachineModuleInfoWrapperPass>();
  return wrapper ? &wrapper->getMMI() : nullptr;
}

/// Null for a pass that is not registered.
static const llvm::PassInfo *infoOf(const Pass &pass) {
  return llvm::PassRegistry::getPassRegistry()->getPassInfo(pass.getPassID());
}

static std::string argumentOf(const Pass &pass) {
  const llvm::PassInfo *info = infoOf(pass);
  return info ? info->getPassArgument().str() : "";
}

/// Calls `run` as the action of `pass` on `unit`.
static bool runAsAction(Pass &pass, llvm::function_ref<LLVMUnit()> unit,
                        llvm::function_ref<bool()> run) {
  ExecutionOfPasses execution = executionOfPasses;
  ExecutionContext *context = execution();
  if (!context)
    return run();
  beginPass(*context, {pass.getPassName(), argumentOf(pass), unit()},
            Need::Required);
  bool hasChanged = run();
  endPass(execution(), hasChanged ? trace::ActionResult::Success
                                  : trace::ActionResult::Unchanged);
  return hasChanged;
}

static bool runOnFunction(FunctionPass *pass, llvm::Function &function) {
  auto run = VTableCopies::replaced(pass, &FunctionPass::runOnFunction);
  return runAsAction(
      *pass, [&] { return unitOf(function, machineOf(*pass)); },
      [&] { return run(pass, function); });
}

static bool runOnModule(ModulePass *pass, llvm::Module &module) {
  auto run = VTableCopies::replaced(pass, &ModulePass::runOnModule);
  return runAsAction(
      *pass, [&] { return unitOf(module, machineOf(*pass)); },
      [&] { return run(pass, module); });
}

static bool runOnLoop(LoopPass *pass, llvm::Loop *loop,
                      llvm::LPPassManager &manager) {
  auto run = VTableCopies::replaced(pass, &LoopPass::runOnLoop);
  return runAsAction(
      *pass, [&] { return unitOf(*loop); },
      [&] { return run(pass, loop, manager); });
}

/// Registered as such; but one of these inserts stack protectors.
static bool isAnalysis(const Pass &pass) {
  const llvm::PassInfo *info = infoOf(pass);
  return info && info->isAnalysis();
}

/// True of a pass that only finds out something, registered as an analysis or
/// not. True, too, of those that write the code.
static bool preservesAll(const Pass &pass) {
  llvm::AnalysisUsage usage;
  pass.getAnalysisUsage(usage);
  return usage.getPreservesAll();
}

static void makeAction(Pass &pass) {
  if (pass.getAsImmutablePass() || pass.getAsPMDataManager() ||
      (isAnalysis(pass) && preservesAll(pass)))
    return;
  switch (pass.getPassKind()) {
  case llvm::PT_Function:
    return vtables().replace(static_cast<FunctionPass *>(&pass),
                             &FunctionPass::runOnFunction, runOnFunction);
  case llvm::PT_Module:
    return vtables().replace(static_cast<ModulePass *>(&pass),
                             &ModulePass::runOnModule, runOnModule);
  case llvm::PT_Loop:
    return vtables().replace(static_cast<LoopPass *>(&pass),
                             &LoopPass::runOnLoop, runOnLoop);
  case llvm::PT_Region:
  case llvm::PT_CallGraphSCC:
  case llvm::PT_PassManager:
    return; // Code generation has none of these.
  }
}

/// The manager that runs the passes on functions, of which `pass` is one, or
/// has become a part of one; null for others.
static llvm::FPPassManager *managerOnFunctions(const Pass &pass) {
  llvm::AnalysisResolver *resolver = pass.getResolver();
  if (!resolver)
    return nullptr;
  llvm::PMDataManager &manager = resolver->getPMDataManager();
  switch (manager.getPassManagerType()) {
  case llvm::PMT_FunctionPassManager:
    return static_cast<llvm::FPPassManager *>(&manager);
  case llvm::PMT_LoopPassManager:
    return managerOnFunctions(*manager.getAsPass());
  default:
    return nullptr;
  }
}

/// LLVM itself puts the passes that `pass` requires in front of it.
static void makeRequiredActions(const Pass &pass) {
  llvm::FPPassManager *manager = managerOnFunctions(pass);
  unsigned end = manager ? manager->getNumContainedPasses() : 0;
  for (unsigned next = end; next > 0; --next) {
    FunctionPass &required = *manager->getContainedPass(next - 1);
    bool isAction = vtables().hasReplaced(&required);
    // The one that was added before.
    if (isAction && &required != &pass)
      return;
    if (!isAction && !preservesAll(required))
      makeAction(required);
  }
}

static void add(PassManagerBase *manager, Pass *pass) {
  makeAction(*pass);
  // The call frees an analysis if the manager has one like it.
  bool mayBeFreed = isAnalysis(*pass);
  VTableCopies::replaced(manager, &PassManagerBase::add)(manager, pass);
  if (!mayBeFreed)
    makeRequiredActions(*pass);
}

void mlir::trackdbg::makePassesActions(PassManagerBase &manager,
                                       ExecutionOfPasses execution) {
  executionOfPasses = execution;
  vtables().replace(&manager, &PassManagerBase::add, add);
}
