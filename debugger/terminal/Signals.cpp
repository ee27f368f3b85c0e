//===- Signals.cpp --------------------------------------------------------===//

#include "terminal/Signals.h"

#include "Debugger.h"
#include "injection/SignalCleanup.h"
#include "trace/LostPages.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace mlir::trackdbg {

namespace {
/// Whom to interrupt; free without a debugger.
struct Target {
  std::atomic<bool> isTaken = false;
  std::atomic<bool> comesBack = false;
  std::atomic<Debugger *> debugger = nullptr;
};
} // namespace
static Target targets[InterruptTarget::kMostTargets];
static std::atomic<bool> interrupted = false;
static std::atomic<unsigned> interrupts = 0;
static std::atomic<bool> screenChanged = false;

// Lock-free atomics and Debugger::interrupt are all that a handler may touch.
static_assert(std::atomic<Debugger *>::is_always_lock_free);

void interrupt() {
  interrupted = true;
  ++interrupts;
  for (Target &target : targets)
    if (Debugger *debugger = target.debugger) {
      debugger->interrupt();
      // The second one makes run() come back.
      if (target.comesBack)
        debugger->interrupt();
    }
}

static void onInterrupt(int) { interrupt(); }

/// As it was at the start: an editor of lines may have changed it.
static termios terminalAtStart;
static bool hasTerminal = false;

void restoreTerminal() {
  if (hasTerminal)
    tcsetattr(STDIN_FILENO, TCSANOW, &terminalAtStart);
}

[[noreturn]] static void endBy(int signal) {
  removeFolders();
  restoreTerminal();
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  raise(signal);
  _exit(128 + signal);
}

static std::atomic<int> endingSignal = 0;

static void onEnd(int signal) {
  int saved = errno;
  bool isAwaited = signalGroups(signal);
  if (!isAwaited || endingSignal.exchange(signal) != 0)
    endBy(signal);
  errno = saved;
}

void endIfSignalled() {
  if (int signal = endingSignal)
    endBy(signal);
}

static void onScreenChange(int) { screenChanged = true; }

void installSignalHandlers() {
  struct sigaction action = {};
  // No SA_RESTART: a read at the prompt has to come back.
  action.sa_handler = onInterrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  action.sa_handler = onScreenChange;
  sigaction(SIGWINCH, &action, nullptr);
  sigaction(SIGCONT, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
  // A file that grows too large is an error like a full disk.
  sigaction(SIGXFSZ, &action, nullptr);
  readLostPagesAsZeros();
  hasTerminal = tcgetattr(STDIN_FILENO, &terminalAtStart) == 0;
  action.sa_handler = onEnd;
  // In the background tcsetattr would stop us.
  sigfillset(&action.sa_mask);
  for (int signal : {SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction before;
    if (sigaction(signal, nullptr, &before) == 0 &&
        before.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
}

static void onNothing(int) {}

void leaveInterruptsToOthers(bool wanted) {
  struct sigaction action = {};
  // Not SIG_IGN: what is started meanwhile would inherit that.
  action.sa_handler = wanted ? onNothing : onInterrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

void ignoreQuit() {
  struct sigaction action = {};
  // Not SIG_IGN: what is started from here would inherit that.
  action.sa_handler = onNothing;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGQUIT, &action, nullptr);
}

bool isInterrupted() { return interrupted; }
const std::atomic<bool> &interruptFlag() { return interrupted; }
unsigned interruptCount() { return interrupts; }
bool takeInterrupt() { return interrupted.exchange(false); }

int exitCodeOfFailure(int otherwise) {
  return isInterrupted() ? interruptedByUser : otherwise;
}

bool waitForInput(int descriptor) {
  // A signal that comes between the look at what it left and the wait would
  // not end the wait.
  sigset_t ours, before;
  sigemptyset(&ours);
  for (int signal : {SIGINT, SIGWINCH, SIGCONT})
    sigaddset(&ours, signal);
  pthread_sigmask(SIG_BLOCK, &ours, &before);
  bool hasInput = false;
  if (!interrupted && !screenChanged) {
    pollfd file{descriptor, POLLIN, 0};
    int ready = ppoll(&file, 1, nullptr, &before);
    // Reading says what else is wrong.
    hasInput = ready > 0 || (ready < 0 && errno != EINTR);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return hasInput;
}

bool takeScreenChange() { return screenChanged.exchange(false); }

InterruptTarget::InterruptTarget(Debugger &debugger, Asks asks) {
  while (targets[slot].isTaken.exchange(true))
    slot = (slot + 1) % kMostTargets;
  targets[slot].comesBack = asks == Asks::ComeBack;
  targets[slot].debugger = &debugger;
}

InterruptTarget::~InterruptTarget() {
  targets[slot].debugger = nullptr;
  targets[slot].isTaken = false;
}

} // namespace mlir::trackdbg
