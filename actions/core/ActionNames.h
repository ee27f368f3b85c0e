//===- ActionNames.h - What an Action is called, and how it went ----------===//
//
// MLIR's Action only has a tag; the pass, the pattern and the outcome are in
// its subclasses, partly private. This is the one place that looks into them.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_ACTIONNAMES_H
#define TRACKDBG_ACTIONS_CORE_ACTIONNAMES_H

#include "core/ActiveAction.h"

namespace mlir {
class Pattern;
namespace trackdbg {

class Interner;
struct ThreadState;

/// Of MLIR's own.
inline constexpr llvm::StringLiteral kApplyPatternTag = "apply-pattern";
inline constexpr llvm::StringLiteral kPassExecutionTag = "pass-execution";
/// The tags of the actions that are the tracker's own.
inline constexpr llvm::StringLiteral kTransformOpTag = "transform-op";
inline constexpr llvm::StringLiteral kFoldTag = "fold";
inline constexpr llvm::StringLiteral kLLVMPassTag = "llvm-pass";

/// Sets the kind of an action that `thread`, the calling one, is about to run:
/// its tag, its name (the pass's, the pattern's debug name, the transform op's,
/// or empty) and its argument. A pattern of which the hooks tell has failed
/// until they say that it succeeded; most of them do not match. Returns
/// ActionKind::isOwn.
[[gnu::hot]] bool identify(ActiveAction &action, Interner &names,
                           ThreadState &thread);

/// Says which pattern this thread tries next: an apply-pattern action does not
/// tell. The pattern must live until the action has begun.
void setUpcomingPattern(const Pattern *pattern);

/// The pass of `action`, which executes one, with its options, and those in it:
/// "func.func(cse,canonicalize{top-down=true})". A description that
/// `--pass-pipeline` takes, if its passes have names there.
std::string pipelineOf(const ActiveAction &action);

/// What passes found out about the op of a pass's action, and what is in it, is
/// not to be believed any more. Before or after that action has run.
void invalidateAnalyses(const ActiveAction &action);

/// After the action of a pass has run: takes over whether that succeeded.
/// Patterns tell the hooks themselves.
void noteResult(ActiveAction &action);

} // namespace trackdbg
} // namespace mlir

#endif // TRACKDBG_ACTIONS_CORE_ACTIONNAMES_H
