//===- Callbacks.h - Functions whose address one function takes -----------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_CALLBACKS_H
#define TRACKDBG_DEBUGGER_NATIVE_CALLBACKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"

#include <cstdint>

namespace mlir::trackdbg {

/// Behind the name of the function that passes on a callback, it makes that of
/// the callback.
inline constexpr llvm::StringLiteral kCallbackMark("::{callback}");

/// Calls `found` for each place in the code of a program that takes the address
/// of a function: with that of the place, and that of the function, which is
/// one of `starts`, in ascending order. A lambda that is passed on as a
/// callback is such a function. Only of programs for x86-64. Reads all of the
/// code once.
void findTakenAddresses(
    const llvm::object::ELF64LEFile &file, llvm::ArrayRef<uint64_t> starts,
    llvm::function_ref<void(uint64_t place, uint64_t function)> found);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_CALLBACKS_H
