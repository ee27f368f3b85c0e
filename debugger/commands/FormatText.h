//===- FormatText.h - The formats of printf -------------------------------===//

#ifndef TRACKDBG_COMMANDS_FORMATTEXT_H
#define TRACKDBG_COMMANDS_FORMATTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

struct Console;

/// What `"FORMAT", EXPRESSION, ...` stands for: escapes as in C, %d, %i, %u,
/// %x, %s, %c and %% with an optional width. The error says what is wrong with
/// the format, an expression, or their number.
llvm::Expected<std::string> formatText(Console &console, llvm::StringRef typed);

/// Whether the format is one, and has as many expressions as it needs; nothing
/// is evaluated.
llvm::Error checkFormat(llvm::StringRef typed);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_FORMATTEXT_H
