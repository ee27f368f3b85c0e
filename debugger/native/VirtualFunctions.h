//===- VirtualFunctions.h - Functions that only their class names ---------===//
//
// Where a program has been stripped, or a function has no name outside its
// file, its class may still have one: the tables of virtual functions lead to
// the functions, and to what C++ keeps of a class for dynamic_cast. Both are as
// the Itanium C++ ABI lays them out. Without that (-fno-rtti), nothing is
// found.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_VIRTUALFUNCTIONS_H
#define TRACKDBG_DEBUGGER_NATIVE_VIRTUALFUNCTIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct VirtualFunction {
  uint64_t address = 0; ///< In the file's own addresses.
  /// Its class, as in a mangled name: "N4mlir4PassE". It lies in the file.
  llvm::StringRef ofClass;
  /// "runOnOperation", or "virtual#5" where nobody says what the class and
  /// those around it call the function.
  std::string name;
};

/// "mlir::Pass" for "N4mlir4PassE".
std::string demangledClass(llvm::StringRef mangled);

/// The virtual functions of `file` that `known` does not name: mangled names by
/// address. A function of several classes has the name of the first.
/// Reads all relocations: a tenth of a second for each million of them.
std::vector<VirtualFunction>
findVirtualFunctions(const llvm::object::ELF64LEFile &file,
                     const llvm::DenseMap<uint64_t, llvm::StringRef> &known);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_VIRTUALFUNCTIONS_H
