//===- NamesInLine.h - Names of values in a line of IR --------------------===//

#ifndef TRACKDBG_NAMESINLINE_H
#define TRACKDBG_NAMESINLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>

namespace mlir::trackdbg {

/// The name of a value or a block: "%5", "%arg0", "^bb1"; without what follows,
/// as "#1". Points into the line.
struct NameInLine {
  size_t begin = 0; ///< Index of its sign in the line.
  llvm::StringRef name;
};

/// What a name is made of behind its sign.
bool isOfName(char c);

/// What stands behind the first "@" of a line, or empty.
llvm::StringRef symbolIn(llvm::StringRef line);

/// Those outside of strings, in order. Linear in the line.
llvm::SmallVector<NameInLine, 8> namesIn(llvm::StringRef line);

/// How many of the names at the begin of an op's text are results: those before
/// " = ".
size_t countResults(llvm::StringRef line, llvm::ArrayRef<NameInLine> names);

/// The line with what `rename(NameInLine)` gives in the place of each name.
template <typename Rename>
std::string renameIn(llvm::StringRef line, llvm::ArrayRef<NameInLine> names,
                     Rename rename) {
  std::string written;
  size_t done = 0;
  for (const NameInLine &each : names) {
    written += line.slice(done, each.begin);
    written += rename(each);
    done = each.begin + each.name.size();
  }
  return written += line.substr(done);
}

/// Makes names of values and blocks: %new1, %new2, ^new1, and so on.
class NewNames {
public:
  /// It is not made later. Kept by reference.
  void avoid(llvm::StringRef name);
  std::string make(char sign);

private:
  llvm::DenseSet<llvm::StringRef> taken;
  unsigned values = 0, blocks = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_NAMESINLINE_H
