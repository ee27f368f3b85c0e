//===- CrashJson.h - What is left of a crash, for programs ----------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CRASHJSON_H
#define TRACKDBG_DEBUGGER_RENDER_CRASHJSON_H

#include "commands/Reply.h"

#include <string>

namespace mlir::trackdbg {

/// The answer as one JSON object on one line, ended by a newline, as
/// ANSWERS_JSON.md says. Keys are only added, never renamed.
std::string crashJson(const CrashReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CRASHJSON_H
