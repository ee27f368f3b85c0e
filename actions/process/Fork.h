//===- Fork.h - Copies of this process that are nobody's children ---------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_FORK_H
#define TRACKDBG_ACTIONS_PROCESS_FORK_H

#include "llvm/Support/Error.h"

#include <csignal>
#include <cstdint>
#include <sys/types.h>

namespace mlir::trackdbg {

/// Nothing of the compiler's may run between two forks, nor see a child of ours
/// end: while this lives, no signal but SIGBUS is handled on this thread.
class SignalsBlocked {
public:
  SignalsBlocked();
  ~SignalsBlocked() { end(); }
  SignalsBlocked(const SignalsBlocked &) = delete;
  void end();

private:
  sigset_t before;
  bool isBlocking = true;
};

/// A child whose end sends no signal, so that no handler and no wait of the
/// compiler's sees it. Under SignalsBlocked.
class UnseenChild {
public:
  enum class Memory { Shared, SharedIfPossible, Copied };
  /// Runs `function` on a stack of its own. What shares memory with its child
  /// stands still meanwhile. Emulators can share none.
  static UnseenChild start(int (*function)(void *), void *stackEnd,
                           Memory memory, void *argument);
  /// The same beside this thread, which goes on, in its memory. When the child
  /// ends, the kernel sets `number` to 0 and wakes one futex(2) that waits for
  /// it. No emulator can.
  static UnseenChild startBeside(int (*function)(void *), void *stackEnd,
                                 uint32_t *number, void *argument);
  /// False, with errno, if there is none.
  explicit operator bool() const { return id > 0; }
  pid_t number() const { return id; }
  /// Waits for its end. As waitpid() tells it; -1 if that is not known.
  int await();

private:
  pid_t id = -1;
  /// Its end sends SIGCHLD. None was pending when it was started.
  bool sendsSignal = false;
};

/// Which of the processes this is after a fork, and the child's id.
struct Forked {
  enum class Side { Original, Copy, Failed } side;
  /// Original: the child. Copy of forkOrphan: the parent that it is about to
  /// lose.
  pid_t process = 0;
};

/// By way of a process that ends at once, so that the copy becomes a child of
/// the debugger. The compiler is sent no SIGCHLD and has no child to wait for.
/// Copies the page tables once. Sets errno where it fails. Under
/// SignalsBlocked.
Forked forkOrphan();

/// In a copy: the id that its first thread had in the process which was copied
/// first, for what has kept that. Another thread's is as it was.
uint64_t idBeforeCopy(uint64_t thread);

/// Called first of all in every copy of forkOrphan.
void setAtOrphan(void (*function)());

/// For a copy of forkOrphan: comes back when the debugger is its parent, with
/// whom it ends from then on.
void awaitAdoption(const Forked &copy);

/// An error, a sentence without a period, where a copy of this process would
/// lack some of its threads.
llvm::Error checkOneThread();

/// Whether a fork that is under way is one of these, and none of the
/// compiler's. For handlers of pthread_atfork.
bool isForkOfOurs();

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_FORK_H
