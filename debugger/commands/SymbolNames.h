//===- SymbolNames.h - Which of several symbols a user means --------------===//

#ifndef TRACKDBG_COMMANDS_SYMBOLNAMES_H
#define TRACKDBG_COMMANDS_SYMBOLNAMES_H

#include "commands/Console.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// "@m1::@f" where `name`, "@f", is in several symbols and the user chooses
/// that one; else `name` itself, also where one of them is in no other symbol.
/// Where nobody can be asked, an error that lists them. Before a run, what the
/// text of the input tells.
llvm::Expected<std::string> symbolPath(Console &console, llvm::StringRef name);

/// "It also stops in @m::@f.", of a breakpoint on "@f", which is a symbol of
/// its own and has no longer path. Empty where there is no other one.
std::string noteOnOtherSymbols(Console &console, llvm::StringRef name);

/// Of the ops that have that symbol name, those of one symbol, in the same way:
/// one op, unless all of them are gone.
llvm::Expected<std::vector<OpId>>
opsOfSymbol(Console &console, const Lineage &lineage, llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SYMBOLNAMES_H
