//===- NamedUnits.h - The ops and values that a user names at a stop ------===//

#ifndef TRACKDBG_COMMANDS_NAMEDUNITS_H
#define TRACKDBG_COMMANDS_NAMEDUNITS_H

#include "commands/Console.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// What `name`, "%5", "@f/%5" or "@f", stands for at the stop: as printed or,
/// where the IR as printed has no such value, as in the source. Empty: the
/// cursor. A name of several things asks the user which one is meant; where
/// nobody can be asked, it is an error that lists them.
llvm::Expected<FoundUnit> findNamed(Console &console, llvm::StringRef name);

/// How a request names the op or value that a user has typed, `%5`, `@f` or
/// `#12`: addresses are taken from us, and from no user. Empty: at the cursor.
llvm::Expected<std::string> unitOf(Console &console, llvm::StringRef typed);

/// How the lineage finds ops named as in the printed IR.
LiveResolver liveResolver(Console &console);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_NAMEDUNITS_H
