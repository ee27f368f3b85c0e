//===- BreakpointSpec.h - One thing to stop at, and its text --------------===//

#ifndef TRACKDBG_BREAKPOINTSPEC_H
#define TRACKDBG_BREAKPOINTSPEC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// An op that is watched from its birth on.
struct WatchedOp {
  uint64_t address = 0;
  int64_t born = 0; ///< The position of its birth event.

  bool operator==(const WatchedOp &) const = default;
};

/// One thing to stop at. Names match exactly, as a suffix that starts at a
/// word (see Names.h), or, written /like this/, as a regular expression found
/// anywhere.
struct BreakpointSpec {
  enum class Kind {
    Location,
    Pass,
    Pattern,
    Op,
    Symbol, ///< Matches the op that has the symbol, and all ops in it.
    Tag,
    LLVMPass,
    Action,
    // These stop after the innermost action that did it.
    Watch,       ///< Changes, moves, replaces or ends one of `ops`.
    CatchCreate, ///< Makes an op.
    CatchErase,
    CatchFail,        ///< A pass that fails.
    CatchPassChanged, ///< A pass that changes the IR.
    CatchDiagnostic,
    CatchVerify,
    CatchOrder,
    CatchCrash, ///< The debugger's own: nobody stops for it.
    // These stop inside an action: when it has made an op, and before it
    // replaces or erases one.
    AtCreate,
    AtReplace,
    AtErase
  };
  /// Whether breakpoints of that kind stop inside an action.
  static constexpr bool isInside(Kind kind) { return kind >= Kind::AtCreate; }

  int64_t id = 0;
  Kind kind = Kind::Location;
  /// The file of a Location (matched by suffix, at a `/`), the name of a Pass,
  /// Pattern, Op, Tag or LLVMPass; a Symbol, as @f or @module::@f; of the op of
  /// a CatchCreate, CatchErase, AtCreate, AtReplace or AtErase, or empty; the
  /// severity of a CatchDiagnostic, or empty; a Watch as it was typed.
  std::string name;
  int64_t line = 0;   ///< Location: 1-based; 0 matches ops without a line.
  int64_t column = 0; ///< Location: 0 matches any column.
  /// Action: the number, from 1. AtCreate, AtReplace, AtErase: the number of
  /// the one op that is meant, in the order of birth, or 0.
  int64_t action = 0;
  /// Hits to pass over before the next stop.
  int64_t ignoreCount = 0;
  bool enabled = true;
  /// The condition under which a match is a hit (see Expression.h), or empty.
  std::string condition = {};
  /// Watch. Each is still there at the stop from which it is sent first, and
  /// was at all earlier ones since its birth.
  std::vector<WatchedOp> ops = {};
  /// Watch: of which compiler of a run; the debugger's own. 0: of each.
  int64_t inferior = 0;

  bool operator==(const BreakpointSpec &) const = default;
};

/// Breakpoints as one text, in which there may be 100,000 of them: an object
/// for each would take longer to read than many a compile takes. Linear in its
/// length.
std::string toText(llvm::ArrayRef<BreakpointSpec> specs);

/// Reads what `toText` wrote. False if `text` is something else; `specs` is
/// then in no particular state.
bool fromText(llvm::StringRef text, std::vector<BreakpointSpec> &specs);

} // namespace mlir::trackdbg

#endif // TRACKDBG_BREAKPOINTSPEC_H
