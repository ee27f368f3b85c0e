//===- ActionNames.h - What an Action is called, and how it went ----------===//
//
// MLIR's Action only has a tag; the pass, the pattern and the outcome are in
// its subclasses, partly private. This is the one place that looks into them.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_ACTIONNAMES_H
#define TRACKDBG_ACTIONS_ACTIONNAMES_H

#include "ActiveAction.h"

namespace mlir {
class Pattern;
namespace trackdbg {

struct ActionKind;
class TraceRecorder;
struct ThreadState;

/// Interns tag, name and argument of the action, which `thread`, the calling
/// one, is about to run. The name is the pass's, the pattern's debug name, or
/// empty.
const ActionKind &internAction(TraceRecorder &recorder, ThreadState &thread,
                               const tracing::Action &action);

/// Says which pattern this thread tries next: an apply-pattern action does not
/// tell. The pattern must live until the action has begun.
void setUpcomingPattern(const Pattern *pattern);

/// After the action of a pass has run: takes over whether that succeeded.
/// Patterns tell the hooks themselves.
void noteResult(ActiveAction &action);

} // namespace trackdbg
} // namespace mlir

#endif // TRACKDBG_ACTIONS_ACTIONNAMES_H
