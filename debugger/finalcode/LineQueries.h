//===- LineQueries.h - Questions about source lines and machine code ------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H
#define TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H

#include "finalcode/CodeAnswers.h"
#include "finalcode/FinalCodes.h"

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

/// Where the compiler itself has generated other code: the function of that
/// name from its begin to its end, with those lines marked that one of the ops
/// is from. None where it has no such function, or no debug information.
std::vector<CodeOfOneLine> ownLinesOf(const Lineage &lineage,
                                      const TranslatedModule &module,
                                      llvm::StringRef function,
                                      llvm::ArrayRef<OpId> asked);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_LINEQUERIES_H
