//===- Reply.h - What a command answers -----------------------------------===//
//
// Plain structs, one per kind of answer. Commands fill them, front-ends show
// them: the terminal as text (terminal/Render.h), others as they like. A reply
// owns all that it names, so it may be kept after the compiler has gone on.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_COMMANDS_REPLY_H
#define TRACKDBG_COMMANDS_REPLY_H

#include "Debugger.h"
#include "WhatIf.h"
#include "bisect/Bisection.h"
#include "commands/Block.h"
#include "commands/SourceFiles.h"
#include "lineage/Blame.h"
#include "lineage/BlockOrder.h"
#include "lineage/Fates.h"
#include "lineage/LostLines.h"
#include "lineage/Queries.h"
#include "lineage/StageSummary.h"
#include "lineage/Statistics.h"
#include "lineage/TrackInto.h"
#include "lineage/WhyErased.h"
#include "lineage/WhyNot.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

struct CommandSpec;

/// Done, and nothing to say.
struct NothingReply {};

/// One or more sentences or lines, without the last newline.
struct TextReply {
  std::string text;
};

/// Text without a newline of its own (`echo`).
struct EchoReply {
  std::string text;
};

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

struct WhatIfReply {
  WhatIfAnswer answer;
};

enum class CheckpointsShown { Made, All };
struct CheckpointsReply {
  std::vector<Bookmark> checkpoints;
  CheckpointsShown shown = CheckpointsShown::All;
};

struct BreakpointAddedReply {
  Breakpoint breakpoint;
  std::string note; ///< A sentence about what it takes, or empty.
};

/// `rbreak`.
struct BreakpointsAddedReply {
  std::vector<Breakpoint> breakpoints;
};

/// `list` and `info breakpoints`.
struct BreakpointsReply {
  std::vector<Breakpoint> breakpoints;
  std::map<int64_t, Block> commands; ///< Those that have some.
};

struct NumberedFrame {
  size_t number = 0;
  Frame frame;
};
struct BacktraceReply {
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

/// `info actions`: one row per pass and pattern.
struct ActionsReply {
  std::vector<ActionStatistics> rows;
};

/// `info passes`: one row per run.
struct PassesReply {
  std::vector<PassRun> runs;
};

/// How an answer is to be shown, wherever it is.
enum class AnswerFormat { Text, Json };

struct OpsReply {
  OpList list;
  AnswerFormat format = AnswerFormat::Text;
};

enum class LineageDirection { Became, Origin };
struct LineageReply {
  LineageTree tree;
  LineageDirection direction = LineageDirection::Became;
  AnswerFormat format = AnswerFormat::Text;
};

struct HistoryReply {
  HistoryAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
};

struct BlameReply {
  BlameAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
};

struct WhyErasedReply {
  WhyErasedAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
};

struct WhyNotReply {
  WhyNotAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
};

struct StagesReply {
  std::vector<StageSummary> rows;
  AnswerFormat format = AnswerFormat::Text;
};

/// `track`, `fate`, `lost` and `order`.
struct QuestionReply {
  std::variant<TrackAnswer, FateTable, LostAnswer, OrderAnswer> answer;
  AnswerFormat format = AnswerFormat::Text;
};

/// A table's rows, by name.
struct HelpReply {
  std::string title; ///< A sentence above them, or empty.
  std::vector<const CommandSpec *> commands;
  std::string advice; ///< A sentence below them, or empty.
};
struct CommandHelpReply {
  const CommandSpec *command = nullptr;
};

/// A list for machines and tests, one item a line (`complete`).
struct LinesReply {
  std::vector<std::string> lines;
};

// What only a front-end can do -----------------------------------------------

/// Run the commands of this file, then go on.
struct ScriptReply {
  std::string path;
};

/// Run these lines, then go on.
struct BlockReply {
  Block block;
  /// Not empty: as long as this condition holds.
  std::string condition;
  /// What an error in them is blamed on: the lines themselves, or, too, the
  /// one that runs them.
  enum class Blame { Lines, Both } blame = Blame::Lines;
};

/// Let a shell run this; empty: an interactive one.
struct ShellReply {
  std::string command;
};

struct QuitReply {
  std::optional<int> code;
};

using Reply = std::variant<
    NothingReply, TextReply, EchoReply, EventReply, BisectReply, WhatIfReply,
    InferiorsReply, CheckpointsReply, BreakpointAddedReply,
    BreakpointsAddedReply, BreakpointsReply, DisplaysReply, BacktraceReply,
    FrameReply, UnitsReply, HandlesReply, CrashReply, ReproduceReply,
    DeadOpReply, DiffReply, SourceReply, ActionsReply, PassesReply, OpsReply,
    LineageReply, HistoryReply, BlameReply, WhyErasedReply, WhyNotReply,
    StagesReply, QuestionReply, HelpReply, CommandHelpReply, LinesReply,
    ScriptReply, BlockReply, ShellReply, QuitReply>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_REPLY_H
