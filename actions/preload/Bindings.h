//===- Bindings.h - Which functions and variables a library uses ----------===//
//
// The loader has bound each library to others by names. Where a process has
// several MLIRs, a name has several meanings, and the loader's choice is not
// always right for us. Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_BINDINGS_H
#define TRACKDBG_ACTIONS_PRELOAD_BINDINGS_H

#include <span>

namespace mlir::trackdbg {

/// Makes the tracker use the variables of the MLIR in `file`, and of what it is
/// linked with, instead of its own copies. MLIR tells traits and interfaces by
/// the addresses of variables in its headers, and the tracker has a copy of
/// each. The loader prefers that copy where MLIR was loaded privately, as a
/// Python extension is. `tracker` is a handle; nothing of it has run but its
/// constructors.
void shareVariables(void *tracker, const char *file);

/// Leads a library's calls to functions of these names past the trampolines, to
/// the definitions in `scope` or in a library that `scope` needs. `scope` may
/// be the library itself. Both are paths of libraries that have been loaded,
/// and of the first nothing has run but its constructors.
void bindFunctions(const char *library, std::span<const char *const> symbols,
                   const char *scope);

/// MLIR may be linked so that its vtables refer to its own functions, whatever
/// else has their names. Leads the virtual functions of these names to what
/// `trampolines`, a library, has of them. No object has used one of them yet.
void leadVirtualFunctions(const char *library,
                          std::span<const char *const> symbols,
                          const char *trampolines);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_BINDINGS_H
