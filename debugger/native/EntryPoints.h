//===- EntryPoints.h - Where a pattern's or pass's own code begins --------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_ENTRYPOINTS_H
#define TRACKDBG_DEBUGGER_NATIVE_ENTRYPOINTS_H

#include "native/NativeNames.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// Of the functions that do what an action does, those of its own class, as
/// indices. A pattern also has functions of the classes of MLIR that it is made
/// from, which call its own. `name` is the pattern's or pass's. Empty only for
/// an empty list.
std::vector<size_t> ownFunctions(llvm::ArrayRef<NativeFrame> functions,
                                 llvm::StringRef name);

/// The first of them; none where the trace has none.
std::optional<NativeFrame>
ownFunctionOf(NativeNames &names, const Definitions &definitions,
              llvm::ArrayRef<trace::StackFrame> functions,
              llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_ENTRYPOINTS_H
