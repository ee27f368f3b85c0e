//===- LineageReplies.h - Answers from the trace --------------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_LINEAGEREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_LINEAGEREPLIES_H

#include "commands/AnswerFormat.h"
#include "commands/NativeReplies.h"
#include "inferior/Event.h"
#include "queries/Blame.h"
#include "queries/BlockOrder.h"
#include "queries/Fates.h"
#include "queries/LostLines.h"
#include "queries/PassRuns.h"
#include "queries/Queries.h"
#include "queries/Route.h"
#include "queries/Statistics.h"
#include "queries/Summary.h"
#include "queries/TrackInto.h"
#include "queries/WhyErased.h"
#include "queries/WhyNot.h"
#include "stages/StageSummary.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

/// `info actions`: one row per pass and pattern.
struct ActionsReply {
  std::vector<ActionStatistics> rows;
  bool isWhole = false; ///< All of them are shown.
};

/// `info passes`: one row per run.
struct PassesReply {
  std::vector<PassRun> runs;
  bool isWhole = false;                     ///< All of them are shown.
  AnswerFormat format = AnswerFormat::Text; ///< Or Dot.
};

struct SummaryReply {
  Summary summary;
  std::string compile; ///< "mlir-opt conv.mlir", or empty.
  /// None: it has not ended, or nobody saw how.
  std::optional<Ending> ending;
  bool leftReport = false; ///< Of its crash; see Debugger::crash().
  State state = State::NotRunning;
  bool isWhole = false; ///< No list is cut short.
  AnswerFormat format = AnswerFormat::Text;
};

struct DiagnosticsReply {
  DiagnosticList list;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of it is shown.
};

struct OpsReply {
  OpList list;
  AnswerFormat format = AnswerFormat::Text;
};

enum class LineageDirection { Became, Origin };
struct LineageReply {
  LineageTree tree;
  LineageDirection direction = LineageDirection::Became;
  AnswerFormat format = AnswerFormat::Text;
  bool isOnlyCutAtDepth = false; ///< With --all, nothing else is left out.
  /// The same pass by pass, for a tree that does not fit on a screen.
  std::optional<Route> route = std::nullopt;
  std::string spec = {}; ///< As it was typed.
  bool isWhole = false;  ///< All of it is shown.
  bool isLive = false;   ///< The compile goes on.
  /// Of each op that was asked for, what C++ made it, where its line is known.
  std::vector<NativeRow> native = {};
};

struct HistoryReply {
  HistoryAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of it is shown.
  /// Of each op, what C++ did to it, where its line is known.
  std::vector<std::vector<NativeRow>> native = {};
};

struct BlameReply {
  BlameAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  /// The same with a row for each pass, for one that does not fit on a screen.
  std::optional<BlameAnswer> byPass = std::nullopt;
  bool isWhole = false; ///< All of it is shown.
  /// Of each row, what C++ did to the first op that it made or ended, where its
  /// line is known.
  std::vector<std::optional<NativeRow>> native = {};
};

struct WhyErasedReply {
  WhyErasedAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of it is shown.
};

struct WhyNotReply {
  WhyNotAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of it is shown.
};

struct StagesReply {
  std::vector<StageSummary> rows;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of them are shown.
};

/// `track`, `fate`, `lost` and `order`.
struct QuestionReply {
  std::variant<TrackAnswer, FateTable, LostAnswer, OrderAnswer> answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All rows are shown, or as many as were asked for.
  size_t mostListed = SIZE_MAX; ///< lost: lines of each kind.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_LINEAGEREPLIES_H
