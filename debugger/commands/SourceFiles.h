//===- SourceFiles.h - The lines of the compiler's inputs -----------------===//

#ifndef TRACKDBG_COMMANDS_SOURCEFILES_H
#define TRACKDBG_COMMANDS_SOURCEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace mlir::trackdbg {

/// A line of a source file.
struct SourceLine {
  int64_t number = 0; ///< From 1.
  std::string text;
};

/// Reads source files once and gives their lines. A file that is newer than
/// the copy is read again.
class SourceFiles {
public:
  SourceFiles();
  ~SourceFiles();

  /// Relative names are looked up from here; empty: from our own folder.
  void setDirectory(llvm::StringRef directory);

  /// Folders in which a file is looked for that is not where its name says, by
  /// its whole name and by its last part; the newest first.
  void addFolder(llvm::StringRef folder);
  void forgetFolders();
  llvm::ArrayRef<std::string> addedFolders() const { return folders; }

  /// A name that is or begins with the folder `from` is read as one that begins
  /// with `to`; the first such rule counts. `from` replaces an earlier one.
  void substitute(llvm::StringRef from, llvm::StringRef to);
  /// False where there is no such rule. Empty: all of them.
  bool forgetSubstitute(llvm::StringRef from);
  struct Substitute {
    std::string from, to;
  };
  llvm::ArrayRef<Substitute> substitutes() const { return rules; }

  /// The error names the file and why it cannot be read. The lines are valid
  /// until the next call.
  llvm::Expected<llvm::ArrayRef<llvm::StringRef>> lines(llvm::StringRef file);

private:
  std::string substituted(llvm::StringRef name) const;
  llvm::SmallString<256> find(llvm::StringRef name) const;

  struct File;
  llvm::StringMap<std::unique_ptr<File>> files;
  std::string directory;
  std::vector<std::string> folders;
  std::vector<Substitute> rules;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCEFILES_H
