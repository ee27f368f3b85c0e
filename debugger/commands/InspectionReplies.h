//===- InspectionReplies.h - Answers about a stop, and about a crash ------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H

#include "commands/AnswerFormat.h"
#include "commands/SourceFiles.h"
#include "inferior/Event.h"
#include "native/Crash.h"
#include "postmortem/Reproduction.h"
#include "queries/Queries.h"
#include "stages/IdentityDiff.h"
#include "trackdbg/Protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct NumberedFrame {
  size_t number = 0;
  Frame frame;
  std::string op = {}; ///< As printed, where that was asked for.
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

/// `info frame`.
struct FrameDetailsReply {
  NumberedFrame frame;
  std::optional<Frame> around, inside; ///< The actions next to it.
};

/// `info threads`: the one that is stopped.
struct ThreadReply {
  uint32_t thread = 0;
  Frame frame;
};

/// `when`, at a stop.
struct PositionReply {
  When when = When::Before;
  Frame frame;
  int64_t events = 0; ///< Recorded so far.
};

/// `info program`.
struct ProgramReply {
  std::string command; ///< Empty for a recording.
  State state = State::NotRunning;
  int64_t processId = 0;   ///< Of the compiler at hand; 0 for none.
  std::string whereabouts; ///< Where it runs, in words, if it does.
  When when = When::Before;
  std::optional<Frame> frame; ///< Where it stands, if it does in an action.
  std::string trace;          ///< A path, or empty.
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
  bool isWhole = false; ///< All frames are shown, with their whole names.
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
  bool isCut = false; ///< Lines are cut at the width of a screen.
};

enum class DescriptionShown {
  Parts,     ///< Operands, results and attributes.
  Arguments, ///< Those of a function.
  Types,     ///< Of the results, or of the value.
  AllTypes   ///< Of all values, with counts.
};
/// `info locals`, `info args`, `ptype`, `whatis`, `info types`.
struct DescriptionReply {
  DescribeAnswer answer;
  DescriptionShown shown = DescriptionShown::Parts;
};

/// How a diff by identity is shown.
enum class DiffForm {
  Ops,        ///< The lines that differ, and some around them.
  SideBySide, ///< The same, in two columns.
  Stat        ///< Counts of ops by name.
};
/// IR before and after, op by op.
struct IdentityDiffReply {
  std::string title; ///< What is compared, or empty: all.
  /// Set where the action has not run: what it would change.
  std::optional<Frame> previewed;
  /// What the two are called; empty for before and after an action.
  std::string from, to;
  IdentityDiff diff;
  DiffForm form = DiffForm::Ops;
  bool isWhole = false; ///< All of it is shown.
  std::vector<IdentityHunk> hunks;
  std::vector<OpRef> around; ///< Of each hunk, around what differs.
  /// Around that, the nearest with a symbol; id 0 for none.
  std::vector<OpRef> symbols;
  /// The names of the ops that differ, the commonest first.
  std::vector<LineageTree::NameCount> made, gone, changed, moved;
};

struct SourceReply {
  std::string file;
  std::vector<SourceLine> lines;
  int64_t current = 0; ///< The line of the selected frame, or 0.
  int64_t column = 0;  ///< Its column, or 0.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_INSPECTIONREPLIES_H
