//===- SourceFiles.h - The lines of the compiler's inputs -----------------===//

#ifndef TRACKDBG_COMMANDS_SOURCEFILES_H
#define TRACKDBG_COMMANDS_SOURCEFILES_H

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

  /// The error names the file and why it cannot be read. The lines are valid
  /// until the next call.
  llvm::Expected<llvm::ArrayRef<llvm::StringRef>> lines(llvm::StringRef file);

private:
  struct File;
  llvm::StringMap<std::unique_ptr<File>> files;
  std::string directory;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SOURCEFILES_H
