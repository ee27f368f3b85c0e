//===- EventBreakpoints.h - Watchpoints and catchpoints -------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H

#include "breakpoints/CatchSet.h"
#include "breakpoints/WatchSet.h"
#include "observers/TraceRecorder.h"
#include "process/OwnHeap.h"

#include <mutex>

namespace mlir::trackdbg {

/// The breakpoints that stop after what they wait for. Listens to the recorder
/// while there are any, and costs nothing otherwise. Any thread.
class EventBreakpoints final : public EventListener {
public:
  explicit EventBreakpoints(TraceRecorder &recorder) : recorder(recorder) {}

  static bool isOne(const BreakpointSpec &spec) {
    return spec.kind >= BreakpointSpec::Kind::Watch;
  }
  /// Replaces the set; disabled ones are followed, and told of, too.
  void assign(const std::vector<BreakpointSpec> &specs);
  bool empty() const { return watches.empty() && catches.empty(); }
  void forgetPointers() { catches.forgetPointers(); }

  // While there are any; what was seen stays in sightings() until the next.

  void beginning(const ActiveAction &action, Attention attention);
  void ended(const ActiveAction &action, Attention attention);
  void invalid();
  const std::vector<Sighting> &sightings() const { return seen; }
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
  TraceRecorder &recorder;
  std::mutex mutex;
  WatchSet watches;
  CatchSet catches;
  std::vector<Sighting> seen;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_EVENTBREAKPOINTS_H
