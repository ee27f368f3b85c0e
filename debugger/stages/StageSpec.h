//===- StageSpec.h - Ops by the names of a printed stage ------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_STAGESPEC_H
#define TRACKDBG_DEBUGGER_STAGES_STAGESPEC_H

#include "stages/Snapshots.h"

namespace mlir::trackdbg {

/// The stage that a moment is: one between two actions of the top-level
/// pipeline, or the newest. The error names the stage nearest to it.
llvm::Expected<Stage> stageAt(const Lineage &lineage, Moment moment);

/// Whether `spec` names ops of a printed stage: `@stage3/%620`,
/// `@stage3/@f/%620`, `@stage3/@f`, `@stage3:17` (what stands in line 17), and
/// the same with `@start` and `@end` where no op has that symbol name.
bool isStageSpec(const Lineage &lineage, llvm::StringRef spec);
/// Whether it looks like that, whatever symbols there are.
bool mayBeStageSpec(llvm::StringRef spec);

/// What a spec names: ops in the order of birth, or arguments of blocks. One of
/// the two is empty, and the other one is not.
struct ResolvedEnds {
  std::vector<OpId> ops;
  std::vector<ArgumentRef> arguments;
};
/// What such a spec names. A name that several values have is an error that
/// lists their lines.
llvm::Expected<ResolvedEnds> resolveStageEnds(const Lineage &lineage,
                                              llvm::StringRef spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_STAGESPEC_H
