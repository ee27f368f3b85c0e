//===- CodeDescriber.h - Machine code, told in plain structs --------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEDESCRIBER_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEDESCRIBER_H

#include "finalcode/CodeAnswers.h"
#include "finalcode/CodeQueries.h"
#include "finalcode/FinalCodes.h"
#include "graph/StepWalk.h"

namespace mlir::trackdbg {

/// The code of one module, told in structs that own what they name. What it is
/// made of must outlive it.
class CodeDescriber {
public:
  CodeDescriber(const Lineage &lineage, const TranslatedModule &module)
      : lineage(lineage), module(module) {}

  MachineInstruction describe(const trace::CodeInstruction &instruction) const;
  /// Without its instructions.
  MachineFunction describe(const trace::CodeFunction &function) const;
  CodePassStep describe(const trace::CodeStep &step) const;

private:
  void addOrigin(MachineInstruction &result, trace::CodeOrigin origin) const;

  const Lineage &lineage;
  const TranslatedModule &module;
};

/// The ops that a question is about.
struct AskedOps {
  /// Of the open trace; with those in the body of a linalg op.
  std::vector<OpId> ops;
  std::vector<OpRef> named; ///< Of the trace that the spec is for.
};
/// Of a source place, the spec names the ops of the input, unless the options
/// name all.
llvm::Expected<AskedOps> askedOps(const Lineage &lineage,
                                  const CodeQuestion &question);

/// Which numbers of a module stand for ops that a spec leads to.
class WantedOps {
public:
  WantedOps(const Lineage &lineage, llvm::ArrayRef<OpId> asked,
            const QueryOptions &options)
      : steps(lineage, Direction::Forward, options), walk(steps) {
    for (OpId op : asked)
      walk.run(op, [](OpId, bool) {});
  }
  bool contains(OpId op) const { return op != 0 && walk.contains(op); }
  bool contains(const TranslatedModule &module, trace::CodeOrigin op) const {
    return contains(module.ops[op]);
  }
  bool containsAny(const TranslatedModule &module,
                   trace::CodeOrigin origin) const {
    return llvm::any_of(module.opsOf(origin), [&](trace::CodeOrigin op) {
      return contains(module, op);
    });
  }

private:
  Steps steps;
  StepWalk walk;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEDESCRIBER_H
