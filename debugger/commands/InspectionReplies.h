//===- InspectionReplies.h - Answers about a stop, and about a crash ------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H

#include "commands/AnswerFormat.h"
#include "commands/SourceFiles.h"
#include "native/Crash.h"
#include "postmortem/Reproduction.h"
#include "queries/Queries.h"
#include "trackdbg/Protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct NumberedFrame {
  size_t number = 0;
  Frame frame;
};
struct BacktraceReply {
  /// What a compiler that crashed did in the innermost frame, or without one.
  std::optional<Activity> activity;
  std::vector<NumberedFrame> frames;
  bool more = false;  ///< Frames that the user did not ask for follow.
  bool ended = false; ///< The stack of a compiler that is gone.
};

/// The frame that up, down, frame selected.
struct FrameReply {
  NumberedFrame frame;
  std::optional<SourceLine> source;
};

enum class UnitsShown {
  Numbered, ///< The context: one line each, with its number.
  Brief,    ///< Where the cursor went: one line.
  Whole     ///< As printed.
};
struct UnitsReply {
  std::vector<Unit> units;
  UnitsShown shown = UnitsShown::Whole;
};

/// A handle of a transform script.
struct HandleRow {
  std::string name; ///< As the source has it, or the printer.
  Handle handle;
  std::vector<OpRef> payload;
};
enum class HandlesShown { All, One };
struct HandlesReply {
  std::vector<HandleRow> rows;
  HandlesShown shown = HandlesShown::All;
};

struct CrashReply {
  Crash crash;
  AnswerFormat format = AnswerFormat::Text;
};

struct ReproduceReply {
  Reproduction reproduction;
};

/// An op that is known from the trace only.
struct DeadOpReply {
  OpRef op;
};

/// The function around an action, before and after.
struct DiffReply {
  std::string title;
  std::string before, after;
  /// What the two are called.
  std::string from = "before", to = "after";
};

struct SourceReply {
  std::string file;
  std::vector<SourceLine> lines;
  int64_t current = 0; ///< The line of the selected frame, or 0.
  int64_t column = 0;  ///< Its column, or 0.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H
