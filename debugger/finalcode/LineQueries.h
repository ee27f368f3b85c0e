//===- LineQueries.h - Questions about source lines and machine code ------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H
#define TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H

#include "finalcode/CodeAnswers.h"

namespace mlir::trackdbg {

/// The source lines that no machine code is from, of one file as in OpSpec.h,
/// or of all where `file` is empty. Linear in the ops, the events and the code,
/// and a walk for each op that was translated.
llvm::Expected<LinesWithoutCode> linesWithoutCode(const Lineage &lineage,
                                                  llvm::StringRef file);

/// What the debug information of the object file says of the code of these ops
/// and of all that they became. None where the trace has no machine code that
/// is known to be the compiler's. Linear in the machine code.
std::optional<DebugLines> debugLinesOf(const Lineage &lineage,
                                       llvm::ArrayRef<OpId> ops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H
