//===- RewriteLoop.h - Patterns that rewrite what they made ---------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_REWRITELOOP_H
#define TRACKDBG_DEBUGGER_QUERIES_REWRITELOOP_H

#include "queries/Queries.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Applications of patterns, each on an op that the one before had made.
struct RewriteLoop {
  ActionRef last;       ///< The newest of the longest chain.
  uint64_t length = 0;  ///< Of that chain.
  uint64_t applied = 0; ///< Of its patterns, in its pass.
  /// The different patterns at the end of the chain, that of `last` first, at
  /// most kMostPatterns. Names may be empty.
  std::vector<std::string> patterns;

  static constexpr size_t kMostPatterns = 3;
  /// Shorter chains are at work in compiles that end.
  static constexpr uint64_t kShortest = 100;
};

/// The longest chain of at least kShortest; none where there is no such.
/// Linear in the actions, for each of which eight bytes are taken meanwhile.
std::optional<RewriteLoop> findRewriteLoop(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_REWRITELOOP_H
