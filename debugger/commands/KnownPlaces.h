//===- KnownPlaces.h - Whether there is what a breakpoint names -----------===//
//
// A breakpoint may be made before what it names is there. A user who has
// mistyped a name wants to know at once.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_COMMANDS_KNOWNPLACES_H
#define TRACKDBG_COMMANDS_KNOWNPLACES_H

#include "trackdbg/BreakpointSpec.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;

/// A sentence where nothing that is known so far has the name of `spec`, with
/// the names that are near, or one on what else it names. Empty where nothing
/// can be said: before a run, of all but files and symbols.
std::string noteOnUnknown(Console &console, const BreakpointSpec &spec);

/// The places that a user may mean by a name alone, such as "op tosa.conv2d" by
/// "conv2d", as `break` reads them: of the run or, before it, of the input and
/// the command line.
std::vector<std::string> placesNear(Console &console, llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_KNOWNPLACES_H
