//===- Displays.h - What is shown at each stop ----------------------------===//

#ifndef TRACKDBG_COMMANDS_DISPLAYS_H
#define TRACKDBG_COMMANDS_DISPLAYS_H

#include "commands/Reply.h"

#include <vector>

namespace mlir::trackdbg {

struct Console;

/// What the user's displays come to here; one that cannot be told says why.
std::vector<DisplayedValue> displayedValues(Console &console);

/// Whether `text` names an op as in the printed IR, and is no expression.
bool namesOp(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_DISPLAYS_H
