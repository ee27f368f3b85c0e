//===- PlanRequest.h - Asking the debugger for a plan ---------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H
#define TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H

#include "process/OwnDescriptor.h"
#include "trackdbg/PatchPlan.h"

#include <climits>

namespace mlir::trackdbg {

/// The answer to one request, and the way to say what came of it.
class PlanRequest {
public:
  /// Sends this program's file to the debugger and waits for its answer, for a
  /// minute at most. False if the debugger has no plan for it or is not there.
  bool send();

  /// The plan; valid until the process ends.
  const unsigned char *plan() const { return bytes; }
  size_t size() const { return byteCount; }
  /// What is to be loaded into the program.
  const char *tracker() const { return trackerPath; }
  const char *fallback() const { return fallbackPath; }
  int programFile() const { return program.get(); }

  /// Tells the debugger, and closes.
  void finish(plan::Outcome outcome);
  /// Closes the connection and the program's file.
  void close();

private:
  bool connect();
  bool sendFile();
  bool receive();
  bool takePaths(const char *text, size_t size);

  OwnDescriptor socket, program;
  const unsigned char *bytes = nullptr;
  size_t byteCount = 0;
  char trackerPath[PATH_MAX] = {};
  char fallbackPath[PATH_MAX] = {};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PLANREQUEST_H
