//===- AnswerFormat.h - Answers for people, and for programs --------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_ANSWERFORMAT_H
#define TRACKDBG_DEBUGGER_COMMANDS_ANSWERFORMAT_H

namespace mlir::trackdbg {

/// How an answer is to be shown, wherever it is.
enum class AnswerFormat {
  Text,
  Json, ///< On one line.
  Dot   ///< A graph for Graphviz, of the answers that are trees.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_ANSWERFORMAT_H
