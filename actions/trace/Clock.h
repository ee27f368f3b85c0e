//===- Clock.h - The clock that events are stamped with -------------------===//

#ifndef TRACKDBG_ACTIONS_TRACE_CLOCK_H
#define TRACKDBG_ACTIONS_TRACE_CLOCK_H

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace mlir::trackdbg {

/// The cheapest monotonic clock of the machine: clock_gettime would be the
/// larger half of what a failed pattern costs. Comparable between threads.
inline uint64_t readTicks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
#endif
}

/// The clock of one thread's actions. It stands still while the thread is at a
/// stop, so that the time of a pass is the compiler's and not the user's.
class ActionClock {
public:
  uint64_t now() const { return (stoppedAt ? stoppedAt : readTicks()) - lost; }
  /// What now() was or will be when readTicks() is `ticks`, as far as is known.
  uint64_t at(uint64_t ticks) const { return ticks - std::min(ticks, lost); }
  /// What readTicks() was when now() was `time`, if there was no stop since.
  uint64_t ticksOf(uint64_t time) const { return time + lost; }

  /// The clock stands still while this lives. They nest.
  class Stop {
  public:
    explicit Stop(ActionClock &clock)
        : clock(clock.stoppedAt ? nullptr : &clock) {
      if (this->clock)
        clock.stoppedAt = readTicks();
    }
    ~Stop() {
      if (!clock)
        return;
      clock->lost += readTicks() - clock->stoppedAt;
      clock->stoppedAt = 0;
    }
    Stop(const Stop &) = delete;
    Stop &operator=(const Stop &) = delete;

  private:
    ActionClock *const clock;
  };

private:
  uint64_t lost = 0;
  uint64_t stoppedAt = 0; ///< 0 while it runs.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_TRACE_CLOCK_H
