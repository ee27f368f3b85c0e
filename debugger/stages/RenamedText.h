//===- RenamedText.h - One print with the names of another ----------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_RENAMEDTEXT_H
#define TRACKDBG_DEBUGGER_STAGES_RENAMEDTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// Whether some line defines a value, as in "%0 = arith.addi %a, %b : i32".
bool looksLikeIR(llvm::StringRef text);

/// `after` with the names that values and blocks have in `before`, so that what
/// is only numbered anew is the same. Nothing is known of the ops: lines that
/// are alike but for such names are paired as compareSequences pairs them, and
/// their names with them. Values and blocks of other lines are %new1, ^new1,
/// and so on. Costs as much as compareSequences of the lines.
///
/// With CarriedNames the ops are known; this is for prints of two processes.
std::string withNamesOf(llvm::StringRef before, llvm::StringRef after);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_RENAMEDTEXT_H
