//===- RunReplies.h - Answers of what runs and goes back ------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_RUNREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_RUNREPLIES_H

#include "bisect/Bisection.h"
#include "commands/InspectionReplies.h"
#include "commands/NativeReplies.h"
#include "commands/SourceFiles.h"
#include "inferior/Breakpoint.h"
#include "inferior/Event.h"
#include "inferior/Inferior.h"
#include "queries/OpsOfAction.h"
#include "timeline/Bookmark.h"
#include "timeline/WhatIf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What a display says at a stop.
struct DisplayedValue {
  int64_t number = 0;
  std::string text;  ///< As it was typed.
  std::string value; ///< Or in <...> why it has none.
};
struct DisplaysReply {
  std::vector<DisplayedValue> values;
};

/// The compiler came back from run, step, …
struct EventReply {
  Event event;
  /// At a stop, those that it names; at an end, those that no action could
  /// have matched.
  std::vector<Breakpoint> breakpoints;
  std::optional<SourceLine> source; ///< Of the innermost frame.
  std::vector<DisplayedValue> displays;
  // After an action, where the trace is small enough to be read at each stop.
  std::optional<NetChanges> changes = {};
  /// On a screen.
  OpsOfAction ops = {};
  /// What C++ did to one of the ops, where its line is known.
  std::optional<NativeRow> native = {};
};

/// `info inferiors`.
struct InferiorsReply {
  std::vector<Inferior> inferiors;
};

struct BisectReply {
  BisectAnswer answer;
  std::optional<SourceLine> source; ///< Of the first culprit.
  std::string stopCommand; ///< For a shell: stops at the first culprit.
};

/// What the two copies wrote in one place, if it differs.
struct WhatIfChange {
  std::string title;                    ///< "standard output", or a file.
  bool isOfBlanks = false;              ///< Nothing else differs.
  bool isWhole = false;                 ///< All of it is shown.
  std::optional<IdentityDiffReply> ops; ///< Of IR; else `text`.
  DiffReply text;
};
struct WhatIfReply {
  WhatIfAnswer answer;
  std::vector<WhatIfChange> changes;
};

enum class CheckpointsShown { Made, All };
struct CheckpointsReply {
  std::vector<Bookmark> checkpoints;
  CheckpointsShown shown = CheckpointsShown::All;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_RUNREPLIES_H
