//===- OutputFiles.h - What the compiler has written so far ---------------===//
//
// For a copy of the compiler that does again what the compiler did after the
// copy was made: it must not write anything twice.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_OUTPUTFILES_H
#define TRACKDBG_ACTIONS_PROCESS_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <sys/types.h>

namespace mlir::trackdbg {

/// The regular files that are open for writing beside the standard streams, and
/// stdin where it is a file: how long they are, and how far they were written
/// or read. A file that is written again from there gets the same bytes.
class OutputFiles {
public:
  /// As it is now. One system call for each open descriptor, and some.
  static OutputFiles now(int except);
  /// Cuts the files and sets the offsets back, which are shared with every copy
  /// of this process. A file that was deleted since, as LLVM does after a
  /// crash, is made again for this process.
  void rewind() const;

private:
  struct File {
    int descriptor;
    off_t size, offset;
    bool isWritten;
    std::string path; ///< Of one that is written; empty where it had none.
  };
  llvm::SmallVector<File> files;
};

enum class FileUse { Read, Written };
/// Calls `act` for each regular file that is open, which it must leave so.
void forEachRegularFile(
    llvm::function_ref<void(int descriptor, FileUse use)> act);

/// Puts `file` in the place of `descriptor`, which keeps its flags. Does
/// nothing where `file` is negative.
void replaceBy(int descriptor, int file);

/// Output to stdout and stderr is discarded while they are muted. A stream that
/// the compiler has closed stays closed: writing to it must still fail. False
/// if there is no descriptor to keep the real stream in; then it is not muted.
bool muteStreams();
/// Puts the real streams back, unless the compiler has closed or replaced them
/// meanwhile.
void unmuteStreams();

/// Lets go of every pipe and socket but the descriptor `except` and those whose
/// inode is `kept`: somebody may wait for the end of what comes out of it.
void leavePipes(int except, llvm::ArrayRef<int64_t> kept);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_OUTPUTFILES_H
