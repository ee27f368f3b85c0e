//===- NativeReplies.h - Answers about the compiler's C++ -----------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_NATIVEREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_NATIVEREPLIES_H

#include "commands/AnswerFormat.h"
#include "finalcode/CodeAnswers.h"
#include "graph/OpStacks.h"
#include "inferior/Event.h"
#include "native/OwnLine.h"
#include "queries/PatternList.h"
#include "queries/Queries.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One of these, and where.
struct NativeRow {
  OpId op = 0;
  NativeDeed deed = NativeDeed::Created;
  std::optional<OwnLine> line; ///< None where it is not known.
  std::string reason = {};     ///< Why not: a sentence without a period.
};

/// `info line SPEC`.
struct NativeLinesReply {
  OpList list;
  std::vector<std::vector<NativeRow>> rows; ///< Of each op in the list.
  /// Sentences, without a period, on files that should have names and do not.
  std::vector<std::string> problems;
  AnswerFormat format = AnswerFormat::Text;
  /// Of the machine code of these ops, if that is known.
  std::optional<DebugLines> object = std::nullopt;
};

/// `backtrace -native`: at the stop, or what did something to an op.
struct NativeStackReply {
  std::optional<OpRef> op;
  NativeDeed deed = NativeDeed::Created;
  size_t others = 0; ///< Ops that were named too, and are not told of.
  NativeStack stack;
  /// Actions at work in it, innermost first, each behind so many frames.
  std::vector<std::pair<size_t, Frame>> actions;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< With whole names.
};

/// `info source -native`: the C++ of an action.
struct NativeSourceReply {
  ActionRef action;
  NativeFrame function;
  /// Where its source is: that of the function, or of the pdl.pattern. No line:
  /// 0.
  std::string file;
  int64_t line = 0;
  bool isPdl = false;  ///< It was written in PDL.
  std::string problem; ///< Why the file cannot be read, or empty.
  AnswerFormat format = AnswerFormat::Text;
};

/// `info patterns`.
struct PatternsReply {
  PatternList list;
  /// The function of each; none where it is not known.
  std::vector<std::optional<NativeFrame>> functions;
  bool isWasted = false; ///< Only those that never applied were asked for.
  bool isWhole = false;  ///< All of them are shown.
  AnswerFormat format = AnswerFormat::Text;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_NATIVEREPLIES_H
