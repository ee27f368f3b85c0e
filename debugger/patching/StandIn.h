//===- StandIn.h - A library that only has the name of another ------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_STANDIN_H
#define TRACKDBG_DEBUGGER_PATCHING_STANDIN_H

#include "patching/ProgramFile.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The image of a shared library without code or data. Once it is loaded, the
/// loader takes it for the library of its name, and each of its symbols has the
/// address that stands in its table, wherever the image lies.
struct StandIn {
  std::vector<uint8_t> image;
  uint32_t symbolsAt = 0;   ///< The first that has a name; bytes of the image.
  uint32_t symbolCount = 0; ///< Each an Elf64_Sym, absolute.
};

struct StandInSymbol {
  std::string name;
  uint64_t address;
  uint64_t size;
  bool isFunction;
};

/// The format is that of the System V ABI, chapters 4 and 5, with its hash
/// table; the C library binds an absolute symbol without a load bias.
///
/// `machine` is as in the header of the program's file. `needed` are the names
/// or paths of libraries that are loaded with it.
StandIn makeStandIn(uint16_t machine, llvm::StringRef soname,
                    llvm::ArrayRef<StandInSymbol> symbols,
                    llvm::ArrayRef<std::string> needed);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_STANDIN_H
