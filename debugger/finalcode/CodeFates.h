//===- CodeFates.h - Which ops have machine code, and why others not ------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEFATES_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEFATES_H

#include "finalcode/CodeAnswers.h"
#include "finalcode/FinalCodes.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

/// What became of the ops of one module. Built once: linear in its code, its
/// steps and the members of its sets. `module` must outlive it.
class CodeFates {
public:
  CodeFates(const Lineage &lineage, const TranslatedModule &module);

  /// Of an op of the module, by its number there.
  CodeFateRow fateOf(trace::CodeOrigin op) const;

private:
  struct Op {
    uint32_t translated = 0;      ///< LLVM instructions that were made for it.
    uint32_t own = 0, shared = 0; ///< Instructions of machine code.
    /// Of LLVM IR or machine code, in all functions, so far.
    int64_t present = 0;
    /// The pass that ended its last instruction; 0 while there are some.
    uint32_t endedIn = 0;
    std::vector<uint32_t> replacements; ///< In FinalCode::replacements.
  };
  const std::vector<trace::CodeOrigin> &opsOf(trace::CodeOrigin origin);
  void countCode();
  void followSteps();

  const Lineage &lineage;
  const TranslatedModule &module;
  std::vector<Op> ops; ///< By number.
  llvm::DenseMap<trace::CodeOrigin, std::vector<trace::CodeOrigin>> members;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEFATES_H
