//===- Completion.h - What Tab offers -------------------------------------===//

#ifndef TRACKDBG_COMMANDS_COMPLETION_H
#define TRACKDBG_COMMANDS_COMPLETION_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;

struct Completions {
  /// Where in the line the word begins that the candidates replace.
  size_t start = 0;
  /// Sorted, each once, at most kMaxCompletions. One may begin with a quote
  /// that was not typed: the name of a file with blanks.
  std::vector<std::string> words;
};

inline constexpr size_t kMaxCompletions = 200;

/// Candidates for the end of `line`. Names of passes, patterns and ops are
/// those that the trace has so far; the first call after a run reads it.
Completions complete(Console &console, llvm::StringRef line);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_COMPLETION_H
