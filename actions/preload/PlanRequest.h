//===- PlanRequest.h - Asking the debugger for a plan ---------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H
#define TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H

#include "process/OwnDescriptor.h"
#include "trackdbg/PatchPlan.h"

#include <climits>
#include <span>

namespace mlir::trackdbg {

/// Whether the environment named a debugger when this was first asked.
bool isDebuggerNamed();

/// The answer to one request, and the way to say what came of it.
class PlanRequest {
public:
  PlanRequest() = default;
  PlanRequest(PlanRequest &&other) noexcept;
  ~PlanRequest();

  /// Sends the program or library at `path` to the debugger and waits for its
  /// answer: a minute at most, or longer where signals arrive. `question` is
  /// Plan or Watch. False if the debugger has no plan for it or is not there.
  bool send(const char *path, plan::Ask question);

  /// Valid as long as this object, wherever it moves.
  std::span<const unsigned char> plan() const { return {bytes, byteCount}; }
  /// What is to be loaded into the process.
  const char *tracker() const { return trackerPath; }
  int file() const { return asked.get(); }

  /// Tells the debugger, waits until it has taken note, and closes the
  /// connection and the file.
  void finish(plan::Outcome outcome);

private:
  bool receive();

  OwnDescriptor socket, asked;
  const unsigned char *bytes = nullptr;
  size_t byteCount = 0;
  char trackerPath[PATH_MAX] = {};
};

/// Asks the debugger for the tracker of the library at `library`, which holds
/// MLIR, or LLVM where the question is LLVMTracker. False if it has none or is
/// not there.
bool askForTracker(const char *library, plan::Ask question,
                   char (&tracker)[PATH_MAX]);

// These wait until the debugger has taken note.

/// Tells the debugger why the tracker for `file` could not be loaded.
void reportTrouble(const char *file, const char *words);
/// Tells the debugger that a context was made by the MLIR in `file`, which is
/// not the one that may be tracked in this process.
void reportAnother(const char *file);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H
