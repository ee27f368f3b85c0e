//===- EventBreakpoints.h - Watchpoints and catchpoints -------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H

#include "breakpoints/CatchSet.h"
#include "breakpoints/WatchSet.h"
#include "observers/TraceRecorder.h"
#include "process/OwnHeap.h"

#include <atomic>
#include <mutex>

namespace mlir::trackdbg {

/// The breakpoints that stop after what they wait for. Listens to the recorder
/// while there are any, and costs nothing otherwise. What happens, dies or is
/// diagnosed may be told on any thread; the rest is for one thread at a time.
class EventBreakpoints final : public EventListener {
public:
  explicit EventBreakpoints(TraceRecorder &recorder) : recorder(recorder) {}

  static bool isOne(const BreakpointSpec &spec) {
    return spec.kind >= BreakpointSpec::Kind::Watch &&
           spec.kind <= BreakpointSpec::Kind::CatchCrash;
  }
  /// Replaces the set; disabled ones are followed, and told of, too.
  void assign(const std::vector<BreakpointSpec> &specs);
  bool empty() const { return !anyOfThem.load(std::memory_order_relaxed); }
  void forgetPointers();

  // While there are any; what was seen stays in sightings() of the same thread
  // until the next.

  void beginning(const ActiveAction &action, Attention attention);
  void ended(const ActiveAction &action, Attention attention);
  void invalid();
  llvm::ArrayRef<Sighting> sightings() const;
  /// The compiler goes on from a stop.
  void goOn();

  void diagnosed(const Diagnostic &diagnostic);
  // EventListener
  void happened(trace::EventKind kind, Operation *op, const void *object,
                uint64_t position) override;
  void dying(Operation *op) override;

private:
  struct Lock {
    explicit Lock(std::mutex &mutex) : guard(mutex) {}
    OwnHeap heap;
    std::lock_guard<std::mutex> guard;
  };
  std::vector<Sighting> &newSightings();

  TraceRecorder &recorder;
  std::atomic<bool> anyOfThem = false;
  std::mutex mutex;
  WatchSet watches;
  CatchSet catches;
  llvm::DenseMap<const ThreadState *, std::vector<Sighting>> seen;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H
