//===- ActionLog.h - The sequence of actions, exported --------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_ACTIONLOG_H
#define TRACKDBG_DEBUGGER_LINEAGE_ACTIONLOG_H

#include "lineage/Lineage.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
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

/// What an action must be to be exported: all of the terms must hold.
struct ActionFilter {
  enum class Kind {
    Any,        ///< A Place if it looks like one; else any of the four names.
    Place,      ///< `file:line[:col]` of the op it works on.
    Pass,       ///< It is this pass, or inside it.
    Pattern,    ///< It is this pattern.
    Op,         ///< The op it works on has this name.
    Tag,        ///< It has this tag.
    Descendants ///< It works on, makes, changes, moves or ends an op of this
                ///< place, or one that such an op became.
  };
  /// Names match exactly, else as a suffix that starts at a word, and written
  /// /like this/ as a regular expression.
  struct Term {
    Kind kind = Kind::Any;
    std::string text;
  };
  std::vector<Term> terms;

  /// Adds "KIND=TEXT", such as "pass=canonicalize", or "TEXT", such as
  /// "conv.mlir:12". The kinds are place, pass, pattern, op, tag, descendants.
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
