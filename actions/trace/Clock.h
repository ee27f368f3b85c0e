//===- Clock.h - The clock that events are stamped with -------------------===//

#ifndef TRACKDBG_ACTIONS_TRACE_CLOCK_H
#define TRACKDBG_ACTIONS_TRACE_CLOCK_H

#include "machine/Machine.h"

#include <algorithm>
#include <cstdint>

namespace mlir::trackdbg {

/// The clock of one thread's actions. It stands still while the thread is at a
/// stop or works for the debugger, so that the time of a pass is the
/// compiler's.
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
