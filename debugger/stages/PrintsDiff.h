//===- PrintsDiff.h - How the prints of two processes differ --------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_PRINTSDIFF_H
#define TRACKDBG_DEBUGGER_STAGES_PRINTSDIFF_H

#include "stages/IdentityDiff.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::trackdbg {

/// Whether some line defines a value, as in "%0 = arith.addi %a, %b : i32".
bool looksLikeIR(llvm::StringRef text);

/// The name of the op that begins in a line of IR: "arith.addi". Empty where
/// none does, as far as the line tells.
llvm::StringRef opNameIn(llvm::StringRef line);

/// Compares two prints of IR where nothing is known of the ops; diffByIdentity
/// is for those whose ops are known. Lines that are alike but for the names of
/// values and blocks are the same op, paired as compareSequences pairs them; so
/// are those between them that have the same op's name and most of their text.
/// An op that is paired keeps its name, and others are %new1, ^new1, and so on:
/// what is only numbered anew is the same.
///
/// No op is moved, and none has a tie. IdentityLine::op is the number of the
/// line in IdentityDiff::lines, from 1, and no op of a trace. What is around a
/// line is told by its indentation. Costs as much as compareSequences of the
/// lines, and linear in the lines that differ.
IdentityDiff diffOfPrints(llvm::StringRef before, llvm::StringRef after);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_PRINTSDIFF_H
