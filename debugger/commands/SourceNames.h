//===- SourceNames.h - Values by their names in the source ----------------===//

#ifndef TRACKDBG_COMMANDS_SOURCENAMES_H
#define TRACKDBG_COMMANDS_SOURCENAMES_H

#include "commands/Console.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace mlir::trackdbg {

/// MLIR forgets the names that values have in the source. What `name`, "%x" or
/// "@f/%x", stands for in the current source file: results of ops and arguments
/// of blocks, found by their locations, and arguments of functions by their
/// numbers where they have other locations. Of the function at the cursor, if
/// it has any. None where no such value is there, or alive.
llvm::Expected<std::vector<FoundUnit>> unitsOfSourceName(Console &console,
                                                         llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCENAMES_H
