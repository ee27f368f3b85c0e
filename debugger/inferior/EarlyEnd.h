//===- EarlyEnd.h - A recording that ended before its compiler ------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_EARLYEND_H
#define TRACKDBG_DEBUGGER_INFERIOR_EARLYEND_H

#include <string>

namespace mlir::trackdbg {

class Lineage;

/// Why there is a RecordingState::OutOfSpace, by its errno: what goes after a
/// colon.
std::string whyRecordingEnded(int error);
/// The same for after the compile: a sentence without a period.
std::string describeOutOfSpace(int error);

/// What must be said beside an answer from a recording that ended early: how
/// far it goes, and why. Empty for one that did not.
std::string describeEarlyEnd(Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_EARLYEND_H
