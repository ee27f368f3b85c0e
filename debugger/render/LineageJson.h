//===- LineageJson.h - What ops became and came from, for programs --------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_LINEAGEJSON_H
#define TRACKDBG_DEBUGGER_RENDER_LINEAGEJSON_H

#include "commands/Reply.h"

#include <string>

namespace mlir::trackdbg {

// Each answer as one JSON object on one line, ended by a newline, as
// ANSWERS_JSON.md says. Keys are only added, never renamed.
std::string lineageJson(const LineageReply &reply);
std::string lineageJson(const HistoryReply &reply);
std::string lineageJson(const OpList &list);
std::string lineageJson(const BlameReply &reply);
std::string lineageJson(const WhyErasedAnswer &answer);
std::string lineageJson(const WhyNotAnswer &answer);
std::string lineageJson(const StagesReply &reply);
std::string lineageJson(const DiagnosticsReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_LINEAGEJSON_H
