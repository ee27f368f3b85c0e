//===- Launch.h - What to run, and how ------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_LAUNCH_H
#define TRACKDBG_DEBUGGER_INFERIOR_LAUNCH_H

#include "inferior/RunSetup.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The command to debug. Redirections are the user's (`run < in.mlir`).
struct Launch {
  std::vector<std::string> arguments; ///< Program first; looked up in PATH.
  std::string standardInput;          ///< File, or empty.
  std::string standardOutput;         ///< File, or empty.
  std::string standardError;          ///< File, or empty.
  std::string terminal; ///< For those of the three that are empty; or empty.
  /// Without `standardInput`: give the compiler our own stdin (batch, record),
  /// or /dev/null at a prompt, which reads ours.
  bool inheritInput = false;

  const std::string &inputOrTerminal() const {
    return standardInput.empty() ? terminal : standardInput;
  }
  const std::string &outputOrTerminal() const {
    return standardOutput.empty() ? terminal : standardOutput;
  }
  const std::string &errorOrTerminal() const {
    return standardError.empty() ? terminal : standardError;
  }
};

/// The arguments of a command that name files, but for what follows -o. As
/// they are written; `workingDirectory` is where they are looked up, or empty
/// for our own.
std::vector<llvm::StringRef> inputsOf(llvm::ArrayRef<std::string> commandLine,
                                      llvm::StringRef workingDirectory = "");

struct Options : TrackingOptions {
  Launch launch;
  /// Where traces go. Empty: a temporary file that ends with the session. The
  /// second compiler under one command gets ".2" before the extension, ….
  std::string tracePath;
  /// Where nothing is random in memory, a compiler does the same in each run.
  bool randomizesAddresses = true;
  /// A signal that ends the debugger goes to the command too, which then ends
  /// in its own way. Otherwise the command ends with the debugger, by whatever
  /// that is ended.
  bool passesSignalsOn = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_LAUNCH_H
