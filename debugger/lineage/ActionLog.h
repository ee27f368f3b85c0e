//===- ActionLog.h - The sequence of actions, exported --------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_ACTIONLOG_H
#define TRACKDBG_DEBUGGER_LINEAGE_ACTIONLOG_H

#include "lineage/Lineage.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

enum class LogFormat {
  Log,        ///< Text, a line for each begin and end.
  JsonLines,  ///< One object for each begin and end.
  ChromeTrace ///< For Perfetto and chrome://tracing: one slice per action.
};
/// "log", "jsonl", "chrome".
llvm::Expected<LogFormat> parseLogFormat(llvm::StringRef name);

/// What an action must be to be exported; filters of one ActionFilter must all
/// hold.
struct ActionFilter {
  enum class Kind { Place, Pass, Pattern, Op, Tag, Descendants };
  struct Term {
    Kind kind = Kind::Place;
    std::string text;
  };
  std::vector<Term> terms;

  /// Adds `KIND=TEXT` or, without a kind, what the text looks like
  /// (`file:line`, or the name of a pass, pattern, op or tag that the trace
  /// has): "conv.mlir:12", "pass=canonicalize", "pattern=/Fold.*/",
  /// "op=linalg.matmul", "tag=apply-pattern", "descendants=conv.mlir:12".
  llvm::Error add(llvm::StringRef text);
};

struct ExportOptions {
  LogFormat format = LogFormat::Log;
  ActionFilter filter;
  /// ChromeTrace: shorter actions become part of a counter.
  std::chrono::nanoseconds foldBelow{0};
};

/// Writes the actions in their order, once. Linear in events and output. An
/// error if a filter can match nothing in this trace, with what would work, or
/// if a stream fails.
llvm::Error exportActions(const Lineage &lineage, const ExportOptions &options,
                          llvm::raw_ostream &out);
/// The same into a file, which is replaced; "-" is standard output.
llvm::Error exportActionsToFile(const Lineage &lineage,
                                const ExportOptions &options,
                                llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_ACTIONLOG_H
