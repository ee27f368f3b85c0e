//===- StandingChild.cpp - A process that works in our memory, and stays --===//

#include "process/StandingChild.h"

#include "machine/Machine.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;

/// For a function that may not use variables of a thread, nor errno: between
/// two pieces of work the child has those of a thread that is running or has
/// ended.
#if defined(__clang__)
#define TRACKDBG_WITHOUT_THREAD                                                \
  __attribute__((no_stack_protector, disable_sanitizer_instrumentation))
#else
#define TRACKDBG_WITHOUT_THREAD                                                \
  __attribute__((no_stack_protector,                                           \
                 no_sanitize("address", "thread", "undefined")))
#endif

/// The next piece mostly comes sooner than that, and the child is ready for it.
static constexpr long kReadyMilliseconds = 20;
static constexpr long kIdleMilliseconds = 1000;

/// Until the word has another value, or the time is over; 0 for no limit.
[[gnu::always_inline]] static inline long
waitWhile(uint32_t *word, uint32_t value, long milliseconds) {
  timespec limit{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  // Not private to this process: the kernel's wake is not.
  return callSystem(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAIT, value,
                    milliseconds ? reinterpret_cast<long>(&limit) : 0);
}

[[gnu::always_inline]] static inline void setAndWake(uint32_t *word,
                                                     uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
  callSystem(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAKE, 1);
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

static void prepare() {
  isolateProcess();
  ignoreSignalsOfTheTerminal();
  closeAllBut(-1, -1);
  forbidRemovingFiles();
  prctl(PR_SET_NAME, "mlir-track-dbg");
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

static uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return uint64_t(time.tv_sec) * 1000 + uint64_t(time.tv_nsec) / 1'000'000;
}

[[gnu::always_inline]] static inline void setAlarm(long seconds) {
  itimerval when{{0, 0}, {seconds, 0}};
  callSystem(SYS_setitimer, ITIMER_REAL, reinterpret_cast<long>(&when));
}

/// Whether less than half of the time is left.
bool StandingChild::isAlarmNear() const {
  return now() - alarmSetAt >= uint64_t(seconds) * 500;
}

/// Thousands of pieces take a moment, so that one alarm serves many of them.
void StandingChild::doWork() {
  hasBegun = true;
  if (alarmSeconds != seconds || isAlarmNear()) {
    setAlarm(seconds);
    alarmSeconds = seconds;
    alarmSetAt = now();
  }
  work();
  if (isAlarmNear()) {
    setAlarm(0);
    alarmSeconds = 0;
  }
}

/// Waits for work or the end. While the child works it may hold a lock of the
/// compiler's: the kernel may not end it then, but for a signal of its own or
/// when its time is over. Where it waits for longer, it ends with the compiler.
TRACKDBG_WITHOUT_THREAD StandingChild::State StandingChild::awaitWork() {
  bool rests = false;
  uint32_t seen;
  while ((seen = __atomic_load_n(&state, __ATOMIC_ACQUIRE)) == Idle) {
    if (waitWhile(&state, Idle,
                  rests ? kIdleMilliseconds : kReadyMilliseconds) != -ETIMEDOUT)
      continue;
    if (rests) {
      __atomic_compare_exchange_n(&state, &seen, Gone, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE);
      continue;
    }
    rests = true;
    setAlarm(0);
    alarmSeconds = 0;
    callSystem(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (callSystem(SYS_getppid, 0) != owner)
      return Gone;
  }
  if (rests)
    callSystem(SYS_prctl, PR_SET_PDEATHSIG, 0);
  return State(seen);
}

TRACKDBG_WITHOUT_THREAD int StandingChild::serve(void *argument) {
  auto *child = static_cast<StandingChild *>(argument);
  prepare();
  for (;;) {
    child->doWork();
    setAndWake(&child->state, Idle);
    if (child->awaitWork() != Working)
      callSystem(SYS_exit, 0);
    setThreadPointer(child->thread);
  }
}

//===----------------------------------------------------------------------===//
// In the compiler
//===----------------------------------------------------------------------===//

bool StandingChild::isOfThisProcess() const { return owner == getpid(); }

bool StandingChild::start() {
  if (!isOfThisProcess())
    process = {};
  if (process)
    process.await();
  if (!stackEnd)
    stackEnd = newChildStack();
  if (!stackEnd)
    return false;
  owner = getpid();
  state = Working;
  processor = -1;
  alarmSeconds = 0;
  process = UnseenChild::startBeside(serve, stackEnd, &state, this);
  return bool(process);
}

/// The child works while this thread waits, so one processor is enough for
/// both. Waking each other on different ones takes tens of microseconds.
void StandingChild::moveToOurProcessor() {
  int current = sched_getcpu();
  if (current < 0 || current >= CPU_SETSIZE || current == processor)
    return;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(current, &only);
  // Where this is not allowed, the child stays where it is.
  sched_setaffinity(process.number(), sizeof(only), &only);
  processor = current;
}

ChildEnd StandingChild::run(llvm::function_ref<void()> work, unsigned seconds) {
  if (!kHasRawSystemCalls)
    return runInBorrowingChild(work, /*descriptor=*/-1, seconds);
  // No handler of the compiler may see the work half done.
  SignalsBlocked blocked;
  this->work = work;
  this->seconds = seconds;
  thread = __builtin_thread_pointer();
  hasBegun = false;
  // It may be ended while it waits, and then there is nothing to find fault
  // with.
  constexpr int kTries = 3;
  for (int tries = 0; tries != kTries && !hasBegun; ++tries) {
    uint32_t idle = Idle;
    if (isOfThisProcess() &&
        __atomic_compare_exchange_n(&state, &idle, Working, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
      moveToOurProcessor();
      callSystem(SYS_futex, reinterpret_cast<long>(&state), FUTEX_WAKE, 1);
    } else if (!start()) {
      return ChildEnd::Failed;
    }
    // The child has errno too.
    while ((idle = __atomic_load_n(&state, __ATOMIC_ACQUIRE)) == Working)
      waitWhile(&state, Working, 0);
    if (idle == Idle)
      return ChildEnd::Done;
  }
  int status = process.await();
  process = {};
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? ChildEnd::TimedOut
                                                            : ChildEnd::Failed;
}

void StandingChild::end() {
  if (!process || !isOfThisProcess())
    return;
  SignalsBlocked blocked;
  setAndWake(&state, Gone);
  process.await();
  process = {};
}
