//===- NativeCode.h - The compiler's C++ at a stop ------------------------===//

#ifndef TRACKDBG_COMMANDS_NATIVECODE_H
#define TRACKDBG_COMMANDS_NATIVECODE_H

#include "commands/NativeReplies.h"
#include "queries/Blame.h"
#include "trackdbg/Stopped.h"

#include <optional>
#include <vector>

namespace mlir::trackdbg {

struct Console;

/// The line of C++ that a stop is at: inside an action, where that makes,
/// replaces or erases the op; after one, where it ended the op that it worked
/// on, or else made its first op. None where no line is known, and where the
/// trace is too long to be read at each stop.
std::optional<NativeRow> nativeRowAtStop(Console &console, const Stopped &stop);

/// What C++ did to each op of a history, where its line is known.
std::vector<std::vector<NativeRow>> nativeRowsOf(Console &console,
                                                 const HistoryAnswer &answer);
/// The same of each row: to the first op that it made or ended.
std::vector<std::optional<NativeRow>> nativeRowsOf(Console &console,
                                                   const BlameAnswer &answer);
/// What C++ made the ops that were asked for, where its line is known.
std::vector<NativeRow> nativeRowsOf(Console &console, const LineageTree &tree);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_NATIVECODE_H
