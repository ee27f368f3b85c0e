//===- PassTrail.cpp - What each pass of LLVM does to each origin ---------===//

#include "finalcode/PassTrail.h"

#include "finalcode/MachineOrigins.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

uint32_t StringTable::idOf(llvm::StringRef text) {
  auto [known, isNew] = ids.try_emplace(text, strings.size());
  if (isNew)
    strings.push_back(text.str());
  return known->second;
}

PassTrail::Pass PassTrail::addPass(llvm::StringRef name, llvm::StringRef unit,
                                   uint32_t ordinal) {
  passes.push_back({strings.idOf(name), strings.idOf(unit), ordinal});
  return {uint32_t(passes.size()), name};
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Of one that has none yet.
template <>
CodeOrigin PassTrail::originOf(const llvm::Instruction &, const Pass &pass) {
  return origins.other({CodeReason::Unknown, pass.number});
}
template <>
CodeOrigin PassTrail::originOf(const llvm::MachineInstr &instruction,
                               const Pass &pass) {
  if (CodeOrigin origin = machineOrigin(instruction, pass.name))
    return origin;
  return origins.other({CodeReason::Unknown, pass.number});
}

template <typename Instruction>
void PassTrail::giveOrigin(Instruction &instruction, llvm::Function &function,
                           const Pass &pass) {
  const llvm::DILocation *at = Origins::locationOf(instruction);
  if (!Origins::of(at))
    instruction.setDebugLoc(llvm::DebugLoc(
        origins.locate(function, originOf(instruction, pass), at)));
}

static llvm::MachineFunction *
machineCodeOf(const llvm::Function &function,
              const llvm::MachineModuleInfo *machine) {
  auto *code = machine ? machine->getMachineFunction(function) : nullptr;
  return code && !code->empty() ? code : nullptr;
}

/// Calls `visit` for what has a location of its own.
template <typename Visit>
static void forEach(llvm::MachineBasicBlock &block, Visit visit) {
  for (llvm::MachineInstr &instruction : block.instrs())
    if (!instruction.isMetaInstruction())
      visit(instruction);
}

void PassTrail::look(llvm::Instruction &instruction, FunctionRecord &record,
                     uint32_t name, const Pass &pass) {
  if (record.isUnchanged(&instruction, Origins::locationOf(instruction)))
    return;
  if (keepsSets)
    giveOrigin(instruction, *instruction.getFunction(), pass);
  record.note(&instruction, Origins::locationOf(instruction));
  replacements.watch(instruction, name);
}

void PassTrail::look(llvm::MachineInstr &instruction, FunctionRecord &record,
                     llvm::Function &function, const Pass &pass) {
  if (record.isUnchanged(&instruction, Origins::locationOf(instruction)))
    return;
  giveOrigin(instruction, function, pass);
  record.note(&instruction, Origins::locationOf(instruction));
}

void PassTrail::look(llvm::Function &function,
                     const llvm::MachineModuleInfo *machine, const Pass &pass) {
  if (function.isDeclaration())
    return;
  llvm::MachineFunction *code = machineCodeOf(function, machine);
  auto &[record, isGenerated] = known[function.getName()];
  isGenerated |= code != nullptr;
  // Machine code is freed when it has been written.
  if (isGenerated && !code)
    return;
  uint32_t name = strings.idOf(function.getName());
  record.beginLook();
  if (code)
    for (llvm::MachineBasicBlock &block : *code) {
      record.beginBlock(&block);
      forEach(block, [&](llvm::MachineInstr &instruction) {
        look(instruction, record, function, pass);
      });
      record.endBlock();
    }
  else
    for (llvm::BasicBlock &block : function)
      lookAtBlock(block, record, name, pass);
  record.endLook();
  noteChanges(name, record, pass.number);
}

void PassTrail::lookAtBlock(llvm::BasicBlock &block, FunctionRecord &record,
                            uint32_t name, const Pass &pass) {
  record.beginBlock(&block, &replacements.erased());
  for (llvm::Instruction &instruction : block)
    look(instruction, record, name, pass);
  record.endBlock();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

using Blocks = llvm::SetVector<llvm::BasicBlock *>;

/// Where passes on a loop move code to: the loops that it is in, what is before
/// and behind these, and the begin of the function.
static Blocks blocksAround(const llvm::Loop &loop) {
  const llvm::Loop &outermost = *loop.getOutermostLoop();
  Blocks blocks(outermost.block_begin(), outermost.block_end());
  for (llvm::BasicBlock *before : llvm::predecessors(outermost.getHeader()))
    blocks.insert(before);
  llvm::SmallVector<llvm::BasicBlock *> exits;
  outermost.getExitBlocks(exits);
  blocks.insert(exits.begin(), exits.end());
  blocks.insert(&loop.getHeader()->getParent()->getEntryBlock());
  return blocks;
}

/// Loop strength reduction also rewrites what is computed from the values that
/// go around its loop, wherever that is.
static void addUsers(const llvm::Loop &loop, Blocks &blocks) {
  llvm::SetVector<llvm::Instruction *> values;
  for (llvm::PHINode &goesAround : loop.getHeader()->phis())
    values.insert(&goesAround);
  for (size_t next = 0; next < values.size(); ++next)
    for (llvm::Use &use : values[next]->uses()) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      blocks.insert(user->getParent());
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(user))
        blocks.insert(phi->getIncomingBlock(use));
      // What is loaded or called does not follow from its operands.
      if (user->getType()->isIntOrPtrTy() && !user->mayReadOrWriteMemory())
        values.insert(user);
    }
}

void PassTrail::lookAround(llvm::Function &function, const Pass &pass) {
  auto &[record, isGenerated] = known[function.getName()];
  uint32_t name = strings.idOf(function.getName());
  unsettled.insert(&function);
  llvm::DenseSet<const void *> inScope;
  for (const auto &[address, block] : scope)
    inScope.insert(address);
  for (auto [instruction, block] : replacements.erased())
    if (!inScope.contains(block))
      record.drop(block, instruction);
  std::vector<llvm::BasicBlock *> open;
  for (const auto &[address, block] : scope)
    if (block)
      open.push_back(llvm::cast<llvm::BasicBlock>(&*block));
    else
      record.drop(address);
  // New blocks come behind those that are known.
  for (size_t next = 0; next < open.size(); ++next) {
    llvm::BasicBlock &block = *open[next];
    lookAtBlock(block, record, name, pass);
    for (llvm::BasicBlock *after : llvm::successors(&block))
      if (!record.knows(after) && !llvm::is_contained(open, after))
        open.push_back(after);
  }
  noteChanges(name, record, pass.number);
}

/// Leaves the pass out again if there is nothing.
template <typename Look>
void PassTrail::lookForMissed(llvm::Function &function, Look look) {
  size_t changes = steps.size(), reasons = origins.others().size();
  look(addPass("passes on loops", ("function " + function.getName()).str(), 0));
  if (steps.size() == changes && origins.others().size() == reasons)
    passes.pop_back();
}

void PassTrail::settle() {
  for (llvm::Function *function : unsettled)
    lookForMissed(*function,
                  [&](const Pass &pass) { look(*function, nullptr, pass); });
  unsettled.clear();
}

void PassTrail::aboutToChange(const LLVMPassAction &pass) {
  const llvm::Loop &loop = *pass.unit.loop;
  Blocks blocks = blocksAround(loop);
  if (pass.argument == "loop-reduce")
    addUsers(loop, blocks);
  for (llvm::BasicBlock *block : blocks)
    scope.push_back({block, llvm::WeakVH(block)});
  llvm::Function &function = *loop.getHeader()->getParent();
  if (unsettled.contains(&function))
    lookForMissed(function,
                  [&](const Pass &pass) { lookAround(function, pass); });
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

void PassTrail::noteChanges(uint32_t function, FunctionRecord &record,
                            uint32_t pass) {
  for (auto [origin, was, is] : record.takeChanges())
    if (Origins::isKnown(origin))
      steps.push_back({pass, function, origin, was, is});
}

/// Functions that the module has no longer. Linear in the functions, so only
/// for passes that run on all of them.
void PassTrail::noteErased(const llvm::Module &module, uint32_t pass) {
  std::vector<std::string> gone;
  for (const auto &[name, last] : known) {
    const llvm::Function *function = module.getFunction(name);
    if (!function || function->isDeclaration())
      gone.push_back(name.str());
  }
  llvm::sort(gone);
  for (const std::string &name : gone) {
    FunctionRecord &record = known[name].record;
    record.beginLook();
    record.endLook(); // Without a block.
    noteChanges(strings.idOf(name), record, pass);
    known.erase(name);
  }
}

void PassTrail::noteCompiler(llvm::Module &module, llvm::StringRef what) {
  Pass pass = addPass(what, "module", 0);
  for (llvm::Function &function : module)
    look(function, nullptr, pass);
  replacements.passEnds(pass.number);
}

void PassTrail::noteTranslated(llvm::Module &module) {
  noteCompiler(module, "translation to LLVM IR");
}

void PassTrail::passBegins(const LLVMPassAction &pass) {
  const LLVMUnit &unit = pass.unit;
  // The functions that a JIT calls, for example.
  if (++begun == 1 && unit.module)
    noteCompiler(const_cast<llvm::Module &>(*unit.module),
                 "added after the translation");
  scope.clear();
  if (unit.loop)
    aboutToChange(pass);
  else
    settle();
  // It writes the code as it is now.
  if (!pass.name.ends_with("Assembly Printer"))
    return;
  for (const llvm::Function *function : unit.functions)
    if (llvm::MachineFunction *code = machineCodeOf(*function, unit.machine))
      for (llvm::MachineBasicBlock &block : *code)
        forEach(block, [&](llvm::MachineInstr &instruction) {
          giveReason(instruction, *code);
        });
}

/// Gives it a location of its own in any case.
void PassTrail::giveReason(llvm::MachineInstr &instruction,
                           llvm::MachineFunction &code) {
  const llvm::DILocation *at = Origins::locationOf(instruction);
  CodeOrigin origin = Origins::of(at);
  // What saves registers has the location of what comes next.
  if (isOfFrame(instruction) || !Origins::isKnown(origin)) {
    origin = origins.other({reasonOf(instruction), origins.passOf(origin)});
    instruction.setDebugLoc(
        llvm::DebugLoc(origins.locate(code.getFunction(), origin, at)));
  }
  // What sets up the frame is written without its location.
  instruction.clearFlag(llvm::MachineInstr::FrameSetup);
}

void PassTrail::passEnds(const LLVMPassAction &pass, bool hasChanged) {
  const LLVMUnit &unit = pass.unit;
  if (!hasChanged || !unit.module)
    return;
  Pass over = addPass(pass.name, unit.title, begun);
  bool isWhole = unit.functions.empty();
  // The pass was handed the module to change it.
  auto &module = const_cast<llvm::Module &>(*unit.module);
  if (isWhole || unit.mayErase) {
    for (llvm::Function &function : module)
      if (isWhole || llvm::is_contained(unit.functions, &function))
        look(function, unit.machine, over);
  } else if (unit.loop) {
    for (const llvm::Function *function : unit.functions)
      lookAround(const_cast<llvm::Function &>(*function), over);
  } else {
    for (const llvm::Function *function : unit.functions)
      look(const_cast<llvm::Function &>(*function), unit.machine, over);
  }
  if (isWhole)
    noteErased(module, over.number);
  replacements.passEnds(over.number);
}
