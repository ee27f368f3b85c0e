//===- Inherited.h - What our parent gave us and what we run gets ---------===//
//
// A command that we run must find what it would find if our parent had started
// it: which streams are closed, which descriptors are left open for it, how
// many files it may open, which signals are ignored. The debugger itself needs
// some of that another way.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_INHERITED_H
#define TRACKDBG_DEBUGGER_INFERIOR_INHERITED_H

#include <sys/resource.h>

namespace mlir::trackdbg {

/// For the begin of main(), before anything is opened. Gives the process
/// /dev/null on each standard stream that is closed, so that no file of ours
/// gets its number; what we run finds the stream closed. Raises the limit of
/// open files, and notes the ignored signals.
void takeOverProcess();

/// Whether a stream is closed for what we run.
bool isClosedForCommands(int stream);

/// Notes which descriptors are our parent's gift. Call it before anything is
/// opened that a command should not inherit; only the first call counts.
void noteGiftedDescriptors();

/// Of a child before it executes a command: all of that is as our parent had
/// it. Calls nothing that a signal handler may not call.
void restoreInherited();

/// While this lives, what the process starts by system() has the limit of open
/// files that our parent set.
class ParentsLimit {
public:
  ParentsLimit();
  ~ParentsLimit();
  ParentsLimit(const ParentsLimit &) = delete;
  ParentsLimit &operator=(const ParentsLimit &) = delete;

private:
  rlimit before{};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_INHERITED_H
