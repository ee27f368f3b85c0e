//===- NamesInLine.h - Names of values in a line of IR --------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_NAMESINLINE_H
#define TRACKDBG_DEBUGGER_STAGES_NAMESINLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>

namespace mlir::trackdbg {

/// The name of a value or a block: "%5", "%arg0", "^bb1"; without what follows,
/// as "#1". Points into the line.
struct NameInLine {
  size_t begin = 0; ///< Index of its sign in the line.
  llvm::StringRef name;
};

/// Those outside of strings, in order. Linear in the line.
llvm::SmallVector<NameInLine, 8> namesIn(llvm::StringRef line);

/// How many of the names at the begin of an op's text are results: those before
/// " = ".
size_t countResults(llvm::StringRef line, llvm::ArrayRef<NameInLine> names);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_NAMESINLINE_H
