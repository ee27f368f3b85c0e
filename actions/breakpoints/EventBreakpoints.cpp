//===- EventBreakpoints.cpp - Watchpoints and catchpoints -----------------===//

#include "breakpoints/EventBreakpoints.h"

using namespace mlir;
using namespace mlir::trackdbg;

void EventBreakpoints::assign(const std::vector<BreakpointSpec> &specs) {
  std::vector<BreakpointSpec> watched, caught;
  for (const BreakpointSpec &spec : specs) {
    if (spec.kind == BreakpointSpec::Kind::Watch)
      watched.push_back(spec);
    else if (isOne(spec))
      caught.push_back(spec);
  }
  Lock lock(mutex);
  if (!watches.empty() || !watched.empty())
    watches.assign(watched, recorder.newestPosition());
  catches.assign(caught);
  // What was seen stays, for a stop that is told of again and for a thread that
  // waits for its turn to stop.
  for (auto &[thread, sightings] : seen)
    llvm::erase_if(sightings, [&](const Sighting &sighting) {
      return llvm::none_of(specs, [&](const BreakpointSpec &spec) {
        return spec.id == sighting.breakpoint;
      });
    });
  anyOfThem = !watches.empty() || !catches.empty();
  recorder.setListener(empty() ? nullptr : this);
}

void EventBreakpoints::forgetPointers() {
  Lock lock(mutex);
  catches.forgetPointers();
}

std::vector<Sighting> &EventBreakpoints::newSightings() {
  std::vector<Sighting> &mine = seen[&ThreadState::current()];
  mine.clear();
  return mine;
}

llvm::ArrayRef<Sighting> EventBreakpoints::sightings() const {
  auto mine = seen.find(&ThreadState::current());
  if (mine == seen.end())
    return {};
  return mine->second;
}

void EventBreakpoints::beginning(const ActiveAction &action,
                                 Attention attention) {
  Lock lock(mutex);
  std::vector<Sighting> &seen = newSightings();
  if (!watches.empty())
    watches.beginning(action, attention);
  if (!catches.empty())
    catches.beginning(seen);
}

void EventBreakpoints::ended(const ActiveAction &action, Attention attention) {
  Lock lock(mutex);
  std::vector<Sighting> &seen = newSightings();
  if (!watches.empty())
    watches.ended(action, attention, seen);
  if (!catches.empty())
    catches.ended(action, attention, seen);
}

void EventBreakpoints::invalid() {
  Lock lock(mutex);
  catches.invalid(newSightings());
}

void EventBreakpoints::goOn() {
  Lock lock(mutex);
  if (!watches.empty())
    watches.refreshTexts(ThreadState::current().top);
}

void EventBreakpoints::diagnosed(const Diagnostic &diagnostic) {
  Lock lock(mutex);
  if (!catches.empty())
    catches.diagnosed(ThreadState::current().top, diagnostic);
}

void EventBreakpoints::happened(trace::EventKind kind, Operation *op,
                                const void *object, uint64_t position) {
  Lock lock(mutex);
  const ActiveAction *top = ThreadState::current().top;
  if (!watches.empty())
    watches.happened(top, kind, op, object, position);
  if (!catches.empty())
    catches.happened(top, kind, op);
}

void EventBreakpoints::dying(Operation *op) {
  Lock lock(mutex);
  const ActiveAction *top = ThreadState::current().top;
  if (!watches.empty())
    watches.dying(top, op);
  if (!catches.empty())
    catches.dying(top, op);
}
