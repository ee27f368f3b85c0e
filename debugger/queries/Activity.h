//===- Activity.h - What a compiler did beside its actions ----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ACTIVITY_H
#define TRACKDBG_DEBUGGER_QUERIES_ACTIVITY_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// What a compiler that crashed was doing in its innermost action, or outside
/// all of them.
struct Activity {
  trace::ActivityKind kind = trace::ActivityKind::None; ///< Never None.
  /// Verifying: what was verified had just been parsed.
  bool isOfInput = false;
  /// Verifying: the pass that left it; its action is 0 where no pass did, or it
  /// is not known.
  Frame leftBy;
  /// Verifying: the op whose verifier crashed. Its id is 0 where that is not
  /// known.
  OpRef op;
  /// Verifying: the name of the op that all was verified from, or empty.
  std::string root;
  /// Parsing: the op that was being read; empty where it is not known. As the
  /// input spells it.
  std::string parsedOp;
  /// The input, or empty; and where in it `op` or `parsedOp` begins. Parsing
  /// without `parsedOp`: a place at which, or after which, the parser was. The
  /// line is 0 where none is known.
  std::string file;
  uint32_t line = 0, column = 0;
};

/// Nothing where the compiler did not crash, or nothing but its actions is
/// known.
std::optional<Activity> activityAtEnd(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ACTIVITY_H
