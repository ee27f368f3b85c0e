//===- SourceOps.h - The ops of the input that code is from ---------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_SOURCEOPS_H
#define TRACKDBG_DEBUGGER_FINALCODE_SOURCEOPS_H

#include "finalcode/CostAnswers.h"
#include "finalcode/FinalCodes.h"
#include "graph/StepWalk.h"
#include "queries/Handover.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <set>

namespace mlir::trackdbg {

/// The ops of the input that `op` was made from, in the order of a walk; itself
/// where nothing leads further back.
std::vector<OpId> inputsOf(const Lineage &lineage, OpId op);
/// Where `input` is not null, the writer's ops that these were made from. None
/// for an op that was not made from one that was read.
std::vector<OpId> inputsOf(const Lineage &lineage, OpId op,
                           const Handover *input);

/// Whether what is in it has no name for a user but that of the op: of
/// linalg's.
bool hasBodyOfItsOwn(const Lineage &lineage, OpId op);

/// The line that an op is from; none where its location has none.
std::optional<LineOfSource> lineOf(const Lineage &lineage, OpId op);

/// What a user wrote for the code of one module. Each origin is looked up once.
class SourceOps {
public:
  /// All must outlive it. `input` is null, or from where the input came: then
  /// the ops are those of its writer.
  SourceOps(const Lineage &lineage, const TranslatedModule &module,
            const Handover *input = nullptr)
      : lineage(lineage), module(module), input(input) {}

  /// That has the ops.
  const Lineage &source() const { return input ? input->writer() : lineage; }

  /// The ops that the user would name, in ascending order: not the constants
  /// and what holds others where there is something else, and for the body of a
  /// linalg op that op. None for an origin without
  /// ops.
  const std::vector<OpId> &of(trace::CodeOrigin origin);
  /// Likewise, but of the body of a linalg op those in it.
  std::vector<OpId> innermostOf(trace::CodeOrigin origin);
  /// The lines that it is from, also those in the body of a linalg op; where
  /// the input has none, those of the ops that were translated.
  const std::vector<LineOfSource> &linesOf(trace::CodeOrigin origin);

private:
  std::set<OpId> inputsOfAll(trace::CodeOrigin origin);

  const Lineage &lineage;
  const TranslatedModule &module;
  const Handover *input;
  llvm::DenseMap<OpId, std::vector<OpId>> inputs;
  llvm::DenseMap<trace::CodeOrigin, std::vector<OpId>> ops;
  llvm::DenseMap<trace::CodeOrigin, std::vector<LineOfSource>> lines;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_SOURCEOPS_H
