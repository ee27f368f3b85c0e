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

/// The ops of such a spec, in order of birth and never empty. A name that
/// several ops have is an error that lists their lines.
llvm::Expected<std::vector<OpId>> resolveStageOps(const Lineage &lineage,
                                                  llvm::StringRef spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_STAGESPEC_H
