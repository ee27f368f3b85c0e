//===- ActionLog.h - The sequence of actions, exported --------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_ACTIONLOG_H
#define TRACKDBG_DEBUGGER_EXPORT_ACTIONLOG_H

#include "graph/Lineage.h"
#include "queries/ActionSelection.h"
#include "queries/Subgraph.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>
#include <vector>

namespace mlir::trackdbg {

enum class LogFormat {
  Log,         ///< Text, a line for each begin and end.
  JsonLines,   ///< One object for each begin and end.
  ChromeTrace, ///< For Perfetto and chrome://tracing: one slice per action.
  Collapsed,   ///< Folded stacks with their own time, for flame graphs.
  Patches      ///< Text: the ops that each action changed, before and after.
};
/// "log", "jsonl", "chrome", "collapsed", "patches".
llvm::Expected<LogFormat> parseLogFormat(llvm::StringRef name);

struct ExportOptions {
  LogFormat format = LogFormat::Log;
  ActionFilter filter;
  /// Only actions that made, ended or connected its ops; null: all.
  const Subgraph *part = nullptr;
  /// ChromeTrace: shorter actions become part of a counter.
  std::chrono::nanoseconds foldBelow{0};
};

/// Writes the actions in their order, once. Linear in events and output. An
/// error if a filter can match nothing in this trace, with what would work, if
/// a stream fails, or if the trace does not tell what Patches need.
llvm::Error exportActions(const Lineage &lineage, const ExportOptions &options,
                          llvm::raw_ostream &out);
/// The same into a file, which is replaced; "-" is standard output.
llvm::Error exportActionsToFile(const Lineage &lineage,
                                const ExportOptions &options,
                                llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_ACTIONLOG_H
