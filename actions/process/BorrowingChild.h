//===- BorrowingChild.h - A process that works in our memory --------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_BORROWINGCHILD_H
#define TRACKDBG_ACTIONS_PROCESS_BORROWINGCHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::trackdbg {

/// What became of the work of a child.
enum class ChildEnd {
  Done,
  TimedOut, ///< It took more than the seconds it was given.
  Failed    ///< It crashed, or there was no process for it.
};

/// Runs `work` in a child process that has the memory of this one, while this
/// thread stands still: as posix_spawn() does before it starts a program. It
/// costs 0.1 ms whatever the memory, where a ForkedCopy takes milliseconds of
/// its own and slows the compiler down after it, page by page.
///
/// Only the child ends if `work` crashes or takes more than `seconds`. Files,
/// signals and streams are its own, it keeps `descriptor` open and nothing
/// else, and it can remove no file. What it did in memory stays, as if this
/// thread had done it; of a child that crashed that may be half done, so it is
/// not to be asked again.
///
/// One at a time.
ChildEnd runInBorrowingChild(llvm::function_ref<void()> work, int descriptor,
                             unsigned seconds);

/// The same in a copy of the memory: nothing that it does stays. Calls nothing
/// that a signal handler may not call.
ChildEnd runInCopyingChild(llvm::function_ref<void()> work, int descriptor,
                           unsigned seconds);

/// The end of a new stack that grows down to a page that stops it; null for
/// none. Never freed.
char *newChildStack();

/// A fatal error that LLVM reports removes the files that the compiler is
/// writing. After this, this process can remove and rename none.
void forbidRemovingFiles();

/// After this, this process leaves no core file.
void forbidCore();

/// For a child: no handler of the compiler runs, no core is written, and the
/// streams lead nowhere.
void isolateProcess();

/// For a child: what a terminal sends to the compiler is sent to it too. The
/// compiler gets it once it goes on.
void ignoreSignalsOfTheTerminal();

/// Closes all but the streams and two descriptors, which may be the same or -1:
/// somebody may wait for the end of a pipe, as the debugger does for the end of
/// its socket.
void closeAllBut(int first, int second);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_BORROWINGCHILD_H
