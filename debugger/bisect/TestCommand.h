//===- TestCommand.h - The user's test of what a compiler gave ------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_TESTCOMMAND_H
#define TRACKDBG_DEBUGGER_BISECT_TESTCOMMAND_H

#include "bisect/Search.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <string>

namespace mlir::trackdbg {

/// What a run of the compiler left for its test.
struct RunOutput {
  std::string standardOutput, standardError; ///< Files.
  /// The exit code as a shell has it, or "timeout".
  std::string status;
};

/// What stands for a file or the status in the command, and how the environment
/// calls it.
///   %o  MLIR_TRACK_DBG_OUTPUT   %e  MLIR_TRACK_DBG_ERRORS
///   %x  MLIR_TRACK_DBG_STATUS   %%  a percent sign
struct TestCommand {
  std::string text; ///< For /bin/sh.
  /// Of one run; zero: any.
  std::chrono::seconds timeout{0};
  std::string log; ///< The file that gets what it says on standard error.
};

struct TestOutcome {
  Verdict verdict = Verdict::CannotTell;
  std::string how; ///< "exit code 1", "SIGSEGV", "timeout"
};

/// The text with the % words replaced.
std::string expandTestCommand(llvm::StringRef text, const RunOutput &run);

/// Runs it: 0 is good, 125 and a timeout cannot tell, anything else is bad. An
/// error if it cannot be run at all, or if `isCancelled` says so, which is
/// asked ten times a second; nothing that it started goes on then.
llvm::Expected<TestOutcome> runTest(const TestCommand &command,
                                    const RunOutput &run,
                                    llvm::function_ref<bool()> isCancelled);

/// The user does not want to wait any more.
class Cancelled : public llvm::ErrorInfo<Cancelled> {
public:
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_TESTCOMMAND_H
