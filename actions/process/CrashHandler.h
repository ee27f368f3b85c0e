//===- CrashHandler.h - Where the compiler was when it crashed ------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_CRASHHANDLER_H
#define TRACKDBG_ACTIONS_PROCESS_CRASHHANDLER_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::trackdbg {

/// From now on, a signal that would end this process writes where it came from
/// into what `findReport` returns, which must stay mapped, and then goes on to
/// the handler that was there: what the compiler does about its crashes, it
/// still does. A handler that it installs later replaces this one. Where
/// `findReport` returns null, as in a process that was forked off, nothing is
/// written.
///
/// In between, `lastWords` is called on the crashing thread, whatever its
/// state.
///
/// Where a mapped file has lost the page that is asked for (SIGBUS), `outlives`
/// is called with its address first, and where a breakpoint was run that no
/// debugger waits for (SIGTRAP), with the address at which the program goes on.
/// If that is true, the compiler goes on.
///
/// The handler runs on the signal stack of the thread, where there is one; the
/// calling thread gets one if it has none.
void installCrashHandler(trace::CrashReport *(*findReport)(),
                         void (*lastWords)(),
                         bool (*outlives)(int signal, void *address));

/// Runs `work`, code of the compiler's that is run for the debugger's sake
/// alone. False if a signal of installCrashHandler ended it: the compiler goes
/// on, without what `work` still held.
bool runRescued(llvm::function_ref<void()> work);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_CRASHHANDLER_H
