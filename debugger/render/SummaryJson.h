//===- SummaryJson.h - A compile for programs -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SUMMARYJSON_H
#define TRACKDBG_DEBUGGER_RENDER_SUMMARYJSON_H

#include "commands/Reply.h"

#include <string>

namespace mlir::trackdbg {

/// The answer as one JSON object on one line, ended by a newline, as
/// ANSWERS_JSON.md says. Nothing is left out.
std::string summaryJson(const SummaryReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SUMMARYJSON_H
