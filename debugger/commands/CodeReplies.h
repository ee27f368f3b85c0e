//===- CodeReplies.h - Answers about machine code -------------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_CODEREPLIES_H
#define TRACKDBG_DEBUGGER_COMMANDS_CODEREPLIES_H

#include "commands/AnswerFormat.h"
#include "commands/LineageReplies.h"
#include "finalcode/CodeAnswers.h"
#include "finalcode/CostAnswers.h"

#include <vector>

namespace mlir::trackdbg {

/// `became --final`
struct FinalCodeReply {
  FinalAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All of it is shown.
};

/// `asm`
struct AssemblyReply {
  std::vector<MachineFunction> functions;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< Also what is not of the ops that were asked for.
};

/// `info code`
struct CodeTableReply {
  CodeTable table;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All rows are shown.
};

/// `why-no-code`
struct WhyNoCodeReply {
  WhyNoCodeAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All rows are shown.
};

/// `fate --final`
struct CodeFatesReply {
  CodeFateTable table;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All rows are shown.
};

/// `whose`
struct WhoseReply {
  WhoseAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
};

/// `lost --final`
struct LinesWithoutCodeReply {
  LinesWithoutCode answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All lines are shown.
};

/// `cost`
struct CostReply {
  CostAnswer answer;
  AnswerFormat format = AnswerFormat::Text;
  bool isWhole = false; ///< All rows are shown.
};

/// `cost --annotate`: a source file, with the cost of its lines.
struct AnnotatedReply {
  CostAnswer answer;             ///< By line.
  std::string file;              ///< As its lines are named in the answer.
  std::vector<std::string> text; ///< Its lines.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_CODEREPLIES_H
