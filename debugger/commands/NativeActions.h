//===- NativeActions.h - Actions by the C++ that they run -----------------===//

#ifndef TRACKDBG_COMMANDS_NATIVEACTIONS_H
#define TRACKDBG_COMMANDS_NATIVEACTIONS_H

#include "queries/Statistics.h"

namespace mlir::trackdbg {

class NativeNames;

/// The tag of a row that is about a line of C++; its name is
/// "opt.cpp:27 MulByTwo::matchAndRewrite".
inline constexpr llvm::StringLiteral kNativeLineTag = "native-line";

/// Makes one row of those whose function begins at the same line. Rows of which
/// no line is known stay as they are.
void groupByNativeLine(NativeNames &names, const Lineage &lineage,
                       std::vector<ActionStatistics> &rows);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_NATIVEACTIONS_H
