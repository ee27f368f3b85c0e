//===- SourceListing.h - Lines of source around one -----------------------===//

#ifndef TRACKDBG_COMMANDS_SOURCELISTING_H
#define TRACKDBG_COMMANDS_SOURCELISTING_H

#include "commands/Reply.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::trackdbg {

struct Console;

/// As many lines as `set listsize` says, with `line` marked among them;
/// 'source-list' goes on behind them. An error if the file cannot be read or
/// has fewer lines.
llvm::Expected<Reply> listAround(Console &console, llvm::StringRef file,
                                 int64_t line);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCELISTING_H
