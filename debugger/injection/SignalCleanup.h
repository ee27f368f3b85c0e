//===- SignalCleanup.h - What goes when a signal ends this process --------===//
//
// A signal that ends the debugger runs no destructors. What must not outlive it
// is noted here, and a signal handler ends or removes it. What was noted is
// forgotten when its owner is done with it. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_SIGNALCLEANUP_H
#define TRACKDBG_DEBUGGER_INJECTION_SIGNALCLEANUP_H

#include <string>
#include <sys/types.h>

namespace mlir::trackdbg {

/// What becomes of a command when a signal ends the debugger.
enum class AtSignal {
  Kill,  ///< It is killed.
  PassOn ///< It gets the same signal, and the debugger waits for its end.
};
void noteGroup(pid_t group, AtSignal what);
void forgetGroup(pid_t group);

/// A path of less than 256 bytes; a longer one stays.
void noteFolder(const std::string &path);
void forgetFolder(const std::string &path);

// For signal handlers.

/// Whether one of them is to be waited for.
bool signalGroups(int signal);
/// With all that is in them.
void removeFolders();

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_SIGNALCLEANUP_H
