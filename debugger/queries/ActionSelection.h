//===- ActionSelection.h - Which actions a filter lets through ------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ACTIONSELECTION_H
#define TRACKDBG_DEBUGGER_QUERIES_ACTIONSELECTION_H

#include "graph/Lineage.h"

#include "llvm/ADT/BitVector.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What an action must be to be selected: all of the terms must hold.
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

/// One bit per action number. Each name, kind and location is looked at once,
/// so the cost is linear in the actions, whatever the filter.
llvm::Expected<llvm::BitVector> selectActions(const Lineage &lineage,
                                              const ActionFilter &filter);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ACTIONSELECTION_H
