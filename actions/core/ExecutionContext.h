//===- ExecutionContext.h - The handler of every Action -------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_EXECUTIONCONTEXT_H
#define TRACKDBG_ACTIONS_CORE_EXECUTIONCONTEXT_H

#include "core/ActionText.h"
#include "core/ActiveAction.h"
#include "core/BreakpointManager.h"
#include "core/EventOrder.h"
#include "core/OmittedActions.h"
#include "core/OpEventWatch.h"
#include "core/ThreadState.h"
#include "trace/TraceFile.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <memory>
#include <mutex>

namespace mlir::trackdbg {

/// Why an action is stopped at.
struct StopReason {
  When when = When::Before;
  /// Ids of all enabled breakpoints that match, ours and none of upstream's.
  llvm::ArrayRef<int64_t> breakpoints;
  /// An upstream breakpoint that matched, or null.
  tracing::Breakpoint *upstream = nullptr;
  bool interrupted = false;
  /// The last action before the target of runTo that a breakpoint matches.
  Mark lastHit;
  /// Inside an action: what is done to which op.
  OpEvent event = OpEvent::None;
  Operation *eventOp = nullptr;
  /// The stop that a step would have come from: an action, or 0, and its side.
  uint64_t previous = 0;
  When previousWhen = When::Before;
};

/// Which actions are shown to a waypoint. Written by who waits there, read for
/// every action on any thread.
struct WaypointSchedule {
  static constexpr uint64_t kNever = ~uint64_t(0);
  std::atomic<uint64_t> fromAction = 0; ///< From that number on, or
  /// from that time on, by the clock of the action's thread.
  std::atomic<uint64_t> fromTicks = kNever;

  bool isDue(uint64_t action, uint64_t ticks) const {
    return action >= fromAction.load(std::memory_order_relaxed) ||
           ticks >= fromTicks.load(std::memory_order_relaxed);
  }
};

/// Orchestrates what happens around each Action: keeps the stack of its thread,
/// numbers it, asks the breakpoint managers, calls the observers, and does what
/// the controller says.
///
/// It differs from upstream's class of the same name in that stepping is kept
/// per thread, all matching breakpoints are reported, and it is always known
/// whether a stop is before or after the action. Upstream's observers and
/// breakpoint managers can be registered on it unchanged.
///
/// Registering is for one thread, before actions are dispatched; execute() is
/// for any, and asks all that is registered on the thread of the action. What
/// is registered is not owned and must outlive the last action.
class ExecutionContext final : public OpEventWatch {
public:
  using Observer = tracing::ExecutionContext::Observer;
  using Transform = llvm::function_ref<void()>;
  /// Asked at every stop, on the thread that stops; see Control for what its
  /// answers do. At a stop after an action, Skip and Apply are Continue.
  using Controller = std::function<Control(ActiveAction &, const StopReason &)>;
  /// Asked before and after an action that is due, before anything else; true:
  /// stop here.
  using Waypoint = std::function<bool(ActiveAction &, When)>;
  /// Told of an action before it runs, when a way to after it ends there.
  using Preparation = std::function<void(ActiveAction &)>;
  /// Where to stop next, instead of at breakpoints and steps; see Resume.
  struct Target {
    /// Inside an action, an event of None stands for whatever is done first.
    Mark mark;
    bool noteHits = false;
    SmallVector<uint64_t, 0> skipped = {}; ///< Ascending.

    uint64_t action() const { return mark.action; }
  };

  /// `recorder` is the innermost of the observers, `order` numbers the actions,
  /// `names` gives the ids of what they are, and in the header of `file` the
  /// debugger asks for an interrupt.
  ExecutionContext(Observer &recorder, EventOrder &order, Interner &names,
                   TraceFile &file)
      : recorder(recorder), order(order), names(names), printer(names),
        file(file), header(file.header()) {}

  void setController(Controller controller) {
    this->controller = std::move(controller);
  }
  /// `schedule` says which actions are due, and must outlive the last action.
  void setWaypoint(Waypoint waypoint, const WaypointSchedule &schedule) {
    this->waypoint = std::move(waypoint);
    this->schedule = &schedule;
  }
  void setPreparation(Preparation preparation) {
    this->preparation = std::move(preparation);
  }
  /// Told of a pass before its action has its place in the order: what it
  /// records is in the action around that, if there is one.
  void setPassWatch(std::function<void(Operation *, const ActiveAction *)> f) {
    passWatch = std::move(f);
  }
  void registerObserver(Observer *observer) { observers.push_back(observer); }
  void addBreakpointManager(BreakpointManager *manager) {
    managers.push_back(manager);
    keepsOrder = true;
  }
  /// An upstream manager reports one breakpoint, which counts as a stop of its
  /// own beside ours.
  void addBreakpointManager(tracing::BreakpointManager *manager) {
    upstreamManagers.push_back(manager);
    keepsOrder = true;
    asksAlways = true;
  }

  /// Actions that it contains are not run, and nothing else is asked of them.
  void setOmitted(OmittedActions *actions) {
    omitted = actions;
    asksAlways = true;
  }

  /// Without hooks nobody says which ops die: from the moment an action runs,
  /// its op is not touched again, unless it is a pass's.
  void setDeathsAreSeen(bool seen) { deathsAreSeen = seen; }

  /// Says whether this is the process that the context was made in, and not one
  /// that has been cloned from it.
  void setIsAtHome(bool (*function)()) { isAtHome = function; }
  /// Says the position of the newest event of this thread.
  void setNewestPosition(std::function<uint64_t()> function) {
    newestPosition = std::move(function);
  }

  /// Runs `transform`, the body of `action`, or does not, and stops before and
  /// after it where there is reason to.
  [[gnu::hot]] void execute(Transform transform, const tracing::Action &action);

  /// The same for an action whose body somebody else calls. enter() begins it.
  /// False: it is to be left out, and is over; never of an action that must
  /// run. leave() ends it, with the result that it has then. It must be the
  /// innermost one of the thread.
  bool enter(ActiveAction &action);
  void leave(ActiveAction &action);

  // OpEventWatch
  void happens(OpEvent event, Operation *op) override;
  /// The breakpoint managers have other breakpoints now.
  void reconsiderWatching();

  /// An op was verified. Where that is what the pass run last has left, and it
  /// is invalid, this may be a stop after that pass.
  void verified(Operation *op, bool isValid);
  /// Runs a change that is made at the stop before or after `at`, as an action
  /// beside it that nobody stops at: before it, it takes the number of `at`,
  /// which gets the next one.
  void perform(Transform change, const tracing::Action &action,
               ActiveAction &at, When when);
  /// In a copy that only runs on: observers and the waypoint are no longer
  /// called.
  void forgetObservers();

  /// How to go on from where this thread is now, as if its controller had said
  /// so: Step before the first action stops at that one.
  void setControl(Control control);
  /// The same for Control::RunTo. For a compiler whose actions are all
  /// dispatched on one thread.
  void runTo(Target target);
  /// Whether this thread, as it steps now, will stop when `action` has run.
  bool willStopAfter(const ActiveAction &action) const;

private:
  bool enter(ThreadState &thread, ActiveAction &action);
  void leave(ThreadState &thread, ActiveAction &action);
  [[gnu::hot]] void begin(ThreadState &thread, ActiveAction &action,
                          EventOrder::Place place);
  /// Whether there is anything to ask before stopping at an action. Mostly
  /// there is not, and every action gets here.
  bool mayStop(const ThreadState &thread, const ActiveAction &action) const {
    return asksAlways || isAnyAttentive() ||
           isTravelling.load(std::memory_order_relaxed) ||
           action.getDepth() <= thread.depthToBreak || thread.stopsAtChange ||
           header.interruptRequested.load(std::memory_order_relaxed) ||
           (schedule && schedule->isDue(action.number, action.beginTicks));
  }
  bool isAnyAttentive() const {
    return llvm::any_of(managers, [](const BreakpointManager *manager) {
      return !manager->isIdle();
    });
  }
  bool stopBefore(ActiveAction &action);
  void stopAfter(ActiveAction &action);
  void matchBreakpoints(const ActiveAction &action,
                        SmallVectorImpl<int64_t> &hits);
  bool isWaypoint(ActiveAction &action, When when);
  std::shared_ptr<const Target> currentTarget();
  bool reaches(const Target &target, const ActiveAction &action,
               When when) const;
  void notePassed(const Target *target, const ActiveAction &action);
  void noteHit(Mark hit);
  void tellObservers(ThreadState &thread,
                     llvm::function_ref<void(Observer &)> tell);
  bool mustStopAtChange(ActiveAction &action);
  bool takeInterrupt();
  EventCounts noteCounts(const ThreadState &thread, ActiveAction &action);
  void noteOver(const ActiveAction &action, bool ran);
  Control obey(ActiveAction &action, const StopReason &reason);

  Observer &recorder;
  EventOrder &order;
  Interner &names;
  ActionPrinter printer;
  TraceFile &file;
  trace::FileHeader &header;
  Controller controller;
  Preparation preparation;
  std::function<void(Operation *root, const ActiveAction *around)> passWatch;
  SmallVector<Observer *> observers; ///< Beside the recorder.
  SmallVector<BreakpointManager *> managers;
  SmallVector<tracing::BreakpointManager *> upstreamManagers;
  OmittedActions *omitted = nullptr;
  bool asksAlways = false; ///< Upstream's managers, or for omitted actions.
  /// There may be stops, which tell what ran before them.
  bool keepsOrder = false;
  Waypoint waypoint;
  const WaypointSchedule *schedule = nullptr; ///< Of `waypoint`.
  std::atomic<bool> isTravelling = false;     ///< To `target`.
  std::atomic<bool> targetIsPassed = false;   ///< Without a stop.
  std::mutex travelMutex;                     ///< Of what follows.
  std::shared_ptr<const Target> target;
  Mark lastHit;
  std::function<uint64_t()> newestPosition;
  bool deathsAreSeen = true;
  bool (*isAtHome)() = [] { return true; };
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_EXECUTIONCONTEXT_H
