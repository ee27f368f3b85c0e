//===- NativePlaces.h - Breakpoints at the compiler's own C++ -------------===//

#ifndef TRACKDBG_COMMANDS_NATIVEPLACES_H
#define TRACKDBG_COMMANDS_NATIVEPLACES_H

#include "trackdbg/BreakpointSpec.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace mlir::trackdbg {

struct Console;

/// "MulByTwo::matchAndRewrite" is the pattern MulByTwo, and
/// "Simplify::runOnOperation" the pass Simplify; none for other texts.
std::optional<BreakpointSpec> parseOwnFunction(llvm::StringRef typed);

/// Where a line of the compiler's own source is meant, makes it the pattern or
/// the pass of which that is the own function. An error where another function
/// has the line: only gdb can stop there. Does nothing to other breakpoints.
llvm::Error settleNativePlace(Console &console, BreakpointSpec &spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_NATIVEPLACES_H
