//===- OwnLine.h - The line of the engineer's own C++ ---------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_OWNLINE_H
#define TRACKDBG_DEBUGGER_NATIVE_OWNLINE_H

#include "native/NativeFrame.h"

#include <optional>

namespace mlir::trackdbg {

/// What of a stack tells most to who wrote the pattern or the pass.
struct OwnLine {
  /// The innermost function that is not of MLIR's machinery (builders,
  /// rewriters, headers), outside MLIR's own library if there is one. Where all
  /// are, the outermost of them; and where none has a name, the innermost.
  NativeFrame frame;
  /// The outermost of these in the action, which is the pattern's or pass's
  /// own; none where that is the same.
  std::optional<NativeFrame> caller;
};

/// Whether it is, by its name, of a class of MLIR that makes ops or that
/// patterns are made from.
bool isOfMLIRsClasses(const NativeFrame &frame);

/// Whether it is code of the compiler's own sources, as far as that can be told
/// of it, and not what MLIR's classes and headers bring along.
bool isOwnCode(const NativeFrame &frame);

/// None of a stack without frames of the compiler's own or MLIR's code.
std::optional<OwnLine> ownLineOf(const NativeStack &stack);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_OWNLINE_H
