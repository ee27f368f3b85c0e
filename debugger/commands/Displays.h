//===- Displays.h - What is shown at each stop ----------------------------===//

#ifndef TRACKDBG_COMMANDS_DISPLAYS_H
#define TRACKDBG_COMMANDS_DISPLAYS_H

#include "commands/Reply.h"

#include <vector>

namespace mlir::trackdbg {

struct Console;

/// The values of the user's displays here, or the reason why one has none. A
/// display of an op stays with the op that had its name at the first stop.
std::vector<DisplayedValue> displayedValues(Console &console);
/// A new run begins, whose ops are others.
void forgetDisplayedOps(Console &console);

/// Whether `text` names an op as in the printed IR, and is not an expression.
bool namesOp(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_DISPLAYS_H
