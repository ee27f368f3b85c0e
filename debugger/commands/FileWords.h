//===- FileWords.h - The words of a line that is completed, and files -----===//

#ifndef TRACKDBG_COMMANDS_FILEWORDS_H
#define TRACKDBG_COMMANDS_FILEWORDS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where the first blank is that no quotes hold; npos for none.
size_t findBlank(llvm::StringRef text);
/// What follows the last of those.
llvm::StringRef lastWord(llvm::StringRef text);

/// `name` as the word that `typed`, which may be an open quote, begins; none if
/// it does not begin that, or no word can hold it.
std::optional<std::string> fileWord(llvm::StringRef name,
                                    llvm::StringRef typed);

/// The files that a path which was typed so far may go on to, as it names them;
/// folders end with a slash.
std::vector<std::string> filesBehind(llvm::StringRef typed, bool foldersOnly);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_FILEWORDS_H
