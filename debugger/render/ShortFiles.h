//===- ShortFiles.h - Files by their base names ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SHORTFILES_H
#define TRACKDBG_DEBUGGER_RENDER_SHORTFILES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace mlir::trackdbg {

/// The source files that locations name.
class ShortFiles {
public:
  void add(llvm::StringRef path);

  /// The text with each of these files by its base name, unless another one has
  /// the same. A file stands alone or before ":LINE", between blanks or
  /// brackets; in quotes it stays as it is. Linear in the text.
  std::string shorten(llvm::StringRef text) const;
  /// The same of a location as MLIR prints it, which has files in quotes.
  std::string shortenQuoted(llvm::StringRef text) const;

private:
  bool staysAsIs(llvm::StringRef path) const;

  llvm::StringSet<> paths;
  llvm::StringMap<unsigned> pathsOfName; ///< How many have this base name.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SHORTFILES_H
