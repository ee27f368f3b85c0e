//===- SymbolTables.h - Whether a file's symbols can be read --------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_SYMBOLTABLES_H
#define TRACKDBG_DEBUGGER_NATIVE_SYMBOLTABLES_H

#include "llvm/Object/ELFObjectFile.h"

namespace mlir::trackdbg {

/// Whether the tables of symbols and of relocations lie in the file, have
/// entries of the right size, and name entries that are there. Where they do
/// not, LLVM's readers of symbols and of debug information end the process.
/// Linear in the sections and the relocations.
bool hasGoodSymbolTables(const llvm::object::ELF64LEObjectFile &file);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_SYMBOLTABLES_H
