//===- PatternList.h - The patterns that passes have to try ---------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PATTERNLIST_H
#define TRACKDBG_DEBUGGER_QUERIES_PATTERNLIST_H

#include "graph/Lineage.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One pattern of one pass, or of one transform op.
struct PatternRow {
  std::string pass; ///< What tries it: a pass by its argument, or an op's name.
  std::string name; ///< Its debug name.
  /// The name of the ops that it is for; empty: of several names.
  std::string root;
  uint64_t benefit = 0;
  uint64_t tried = 0, applied = 0;
  /// It was tried, and no set of patterns that was seen has it: PDL has made
  /// it, or it came to the pass in a way that is not seen.
  bool isUnlisted = false;
  std::vector<trace::StackFrame> functions; ///< Where they begin.
};

struct PatternList {
  /// By the first run of the pass; each pass's in the order of its set.
  std::vector<PatternRow> rows;
};

struct PatternFilter {
  /// The name or argument of a pass, or the name of an op: the patterns that
  /// are for it alone. Empty: all.
  std::string name;
  /// Only those that were tried, and never applied.
  bool isWasted = false;
};

/// Linear in the actions and in the patterns. An error where no pass that has
/// patterns, and no op that they are for, is called so.
llvm::Expected<PatternList> patternList(const Lineage &lineage,
                                        const PatternFilter &filter);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PATTERNLIST_H
