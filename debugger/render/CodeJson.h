//===- CodeJson.h - Machine code for programs -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CODEJSON_H
#define TRACKDBG_DEBUGGER_RENDER_CODEJSON_H

#include "commands/Reply.h"

#include <string>

namespace mlir::trackdbg {

// One JSON object on one line, ended by a newline, as ANSWERS_JSON.md says.
std::string finalCodeJson(const FinalCodeReply &reply);
std::string assemblyJson(const AssemblyReply &reply);
std::string codeTableJson(const CodeTableReply &reply);
std::string whyNoCodeJson(const WhyNoCodeReply &reply);
std::string codeFatesJson(const CodeFatesReply &reply);
std::string whoseJson(const WhoseReply &reply);
std::string linesWithoutCodeJson(const LinesWithoutCodeReply &reply);
std::string costJson(const CostReply &reply);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CODEJSON_H
