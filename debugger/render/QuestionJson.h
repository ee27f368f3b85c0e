//===- QuestionJson.h - Answers for programs ------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_QUESTIONJSON_H
#define TRACKDBG_DEBUGGER_RENDER_QUESTIONJSON_H

#include "commands/Reply.h"

#include <string>

namespace mlir::trackdbg {

/// The answer as one JSON object on one line, ended by a newline, as
/// ANSWERS_JSON.md says. Keys are only added, never renamed.
std::string questionJson(const QuestionReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_QUESTIONJSON_H
