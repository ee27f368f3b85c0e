//===- SourceNames.h - Values by their names in the source ----------------===//

#ifndef TRACKDBG_COMMANDS_SOURCENAMES_H
#define TRACKDBG_COMMANDS_SOURCENAMES_H

#include "commands/Console.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// MLIR forgets the names that values have in the source. A value whose name
/// the printed IR does not have is looked for in the current source file: as
/// the result of an op, which is found by its location, or as an argument of a
/// function, which is found by its number. The op as a request names it, or the
/// printed name of the argument. None where it is not there, or not alive, or
/// where several values have the name.
std::optional<std::string> unitOfSourceName(Console &console,
                                            llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCENAMES_H
