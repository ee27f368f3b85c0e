//===- TraceClaim.h - One recording to a file at a time -------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_TRACECLAIM_H
#define TRACKDBG_DEBUGGER_INFERIOR_TRACECLAIM_H

#include "injection/FileDescriptor.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// The right to record into a file. While it lives, no other debugger gets one
/// for the same path; it ends with the process in any case. It rests on
/// flock(): on file systems without that, everybody gets one.
class TraceClaim {
public:
  /// An error if somebody else is recording there. What lies at `path`, which
  /// is absolute, stays as it is.
  static llvm::Expected<TraceClaim> make(std::string path);
  TraceClaim(TraceClaim &&) = default;
  TraceClaim &operator=(TraceClaim &&) = delete;
  /// Removes the file if nothing was recorded into it.
  ~TraceClaim();

  /// Puts an empty file in the place of what lies there, for a tracker to write
  /// to. Readers keep the old one. Where the folder cannot be written to, the
  /// old file is left to be overwritten.
  void begin();
  /// Lets go of the file that `begin` replaced. Its blocks are freed here,
  /// which may take longer than a small compile: for when nobody waits.
  void freeReplaced() { replaced.close(); }

private:
  TraceClaim(std::string path, FileDescriptor file, bool isOurs)
      : path(std::move(path)), file(std::move(file)), isOurs(isOurs) {}

  std::string path;
  FileDescriptor file; ///< Locked; none where it cannot be opened.
  bool isOurs;         ///< Made by this object.
  FileDescriptor replaced;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_TRACECLAIM_H
