//===- FileWords.h - Files as words of a line that is completed -----------===//

#ifndef TRACKDBG_COMMANDS_FILEWORDS_H
#define TRACKDBG_COMMANDS_FILEWORDS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// `name` as the word that `typed`, which may be an open quote, begins; none if
/// it does not begin that, or no word can hold it.
std::optional<std::string> fileWord(llvm::StringRef name,
                                    llvm::StringRef typed);

/// The files that a path which was typed so far may go on to, as it names them;
/// folders end with a slash.
std::vector<std::string> filesBehind(llvm::StringRef typed, bool foldersOnly);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_FILEWORDS_H
