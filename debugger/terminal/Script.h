//===- Script.h - Files of commands ---------------------------------------===//

#ifndef TRACKDBG_TERMINAL_SCRIPT_H
#define TRACKDBG_TERMINAL_SCRIPT_H

#include "commands/Block.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One command of a script.
struct ScriptLine {
  size_t number = 0; ///< Of its first line, from 1.
  std::string command;
  std::optional<Block> body; ///< The lines after it, where it takes some.
};

/// The commands of a script: comments and empty lines are left out, a line
/// that ends in a backslash goes on with the next one. The lines of a body are
/// left as they are; one without an `end` goes to the end of the script.
std::vector<ScriptLine> parseScript(const Block &script);

/// Reads a script; "-" is standard input. A device may go on for ever, so there
/// is a limit for a line and one for the whole. "Quit" if the wait for more is
/// cancelled (see Cancellation.h).
llvm::Expected<Block> readScript(llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_SCRIPT_H
