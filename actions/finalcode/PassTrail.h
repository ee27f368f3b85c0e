//===- PassTrail.h - What each pass of LLVM does to each origin -----------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_PASSTRAIL_H
#define TRACKDBG_ACTIONS_FINALCODE_PASSTRAIL_H

#include "core/LLVMPass.h"
#include "finalcode/FunctionRecord.h"
#include "finalcode/Origins.h"
#include "finalcode/Replacements.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/ValueHandle.h"

#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class Loop;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace mlir::trackdbg {

/// The strings of a FinalCode, each once.
class StringTable {
public:
  uint32_t idOf(llvm::StringRef text);
  std::vector<std::string> take() { return std::move(strings); }

private:
  llvm::StringMap<uint32_t> ids;
  std::vector<std::string> strings;
};

/// After each pass that has changed something, counts the instructions of each
/// origin in the functions that the pass ran on, and notes what is different
/// from before. An instruction without an origin gets one that tells the pass,
/// if nothing else can be seen.
///
/// A function may have thousands of loops, and LLVM runs a dozen passes on
/// each. After one of these, only the blocks around the loop are looked at.
/// What the pass changed elsewhere is seen before the next pass that may
/// change something there, and is told to be done by "passes on loops".
class PassTrail {
public:
  /// `origins` keeps sets, or does not: then LLVM IR gets no origins, because
  /// they would be lost where LLVM merges two instructions.
  PassTrail(Origins &origins, StringTable &strings, bool keepsSets)
      : origins(origins), strings(strings), keepsSets(keepsSets) {}

  /// The translation to LLVM IR is the first "pass", and what the compiler does
  /// before LLVM's first pass is the second.
  void noteTranslated(llvm::Module &module);
  void passBegins(const LLVMPassAction &pass);
  void passEnds(const LLVMPassAction &pass, bool hasChanged);

  std::vector<trace::CodePass> passes;
  std::vector<trace::CodeStep> steps;
  Replacements replacements;

private:
  /// A pass that is over.
  struct Pass {
    uint32_t number = 0; ///< In `passes`, from 1.
    llvm::StringRef name;
  };
  Pass addPass(llvm::StringRef name, llvm::StringRef unit, uint32_t ordinal);
  void look(llvm::Function &function, const llvm::MachineModuleInfo *machine,
            const Pass &pass);
  /// Only at what a pass on the loop of `scope` may have changed.
  void lookAround(llvm::Function &function, const Pass &pass);
  void lookAtBlock(llvm::BasicBlock &block, FunctionRecord &record,
                   uint32_t name, const Pass &pass);
  /// Before a pass that may change all of a function, and before one on a loop:
  /// looks for what passes on loops have changed where nobody looked.
  void settle();
  void aboutToChange(const LLVMPassAction &pass);
  template <typename Look>
  void lookForMissed(llvm::Function &function, Look look);
  void look(llvm::Instruction &instruction, FunctionRecord &record,
            uint32_t name, const Pass &pass);
  void look(llvm::MachineInstr &instruction, FunctionRecord &record,
            llvm::Function &function, const Pass &pass);
  template <typename Instruction>
  trace::CodeOrigin originOf(const Instruction &instruction, const Pass &pass);
  template <typename Instruction>
  void giveOrigin(Instruction &instruction, llvm::Function &function,
                  const Pass &pass);
  void noteCompiler(llvm::Module &module, llvm::StringRef what);
  void noteChanges(uint32_t function, FunctionRecord &record, uint32_t pass);
  void giveReason(llvm::MachineInstr &instruction, llvm::MachineFunction &code);
  void noteErased(const llvm::Module &module, uint32_t pass);

  Origins &origins;
  StringTable &strings;
  const bool keepsSets;
  uint32_t begun = 0; ///< Passes, since the translation.
  struct Function {
    FunctionRecord record;
    /// It has machine code, or had, and that counts.
    bool isGenerated = false;
  };
  llvm::StringMap<Function> known; ///< By name.
  /// The blocks around the loop that a pass runs on, by their addresses. Null
  /// for one that is gone.
  std::vector<std::pair<const void *, llvm::WeakVH>> scope;
  /// Functions with passes on loops since the last look at the whole function.
  llvm::SetVector<llvm::Function *> unsettled;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_PASSTRAIL_H
