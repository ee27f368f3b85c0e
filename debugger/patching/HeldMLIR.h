//===- HeldMLIR.h - Which MLIR a program holds ----------------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H
#define TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H

#include "patching/ProgramFile.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// The version of MLIR that is linked into a file with these bytes, as
/// "22.1.8"; empty if none is found. A compiler that writes no bytecode does
/// not have it.
std::string versionOfMLIR(llvm::StringRef bytes);

/// The version of the protocol that the tracker in a program speaks. Ours where
/// it has several, and one of them is; nothing where it has no tracker.
std::optional<int64_t> linkedInProtocol(llvm::StringRef bytes);

/// Why the tracker does not fit the MLIR that `program` holds; what follows the
/// program's name in a sentence, and empty if it does fit.
std::string whyNotTracked(const ProgramFile &program, llvm::StringRef bytes);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H
