//===- Deaths.cpp - Ops that are freed ------------------------------------===//

#include "observers/ChangeFinder.h"
#include "observers/ChangeLog.h"
#include "observers/TraceRecorder.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

DeathNotes TraceRecorder::deathNotesOf(Operation *op) {
  DeathNotes notes;
  notes.setResults(op->getNumResults());
  unsigned count = std::min(op->getNumOperands(), DeathNotes::kMarks);
  for (unsigned i = 0; i != count; ++i)
    notes.setOperand(i, refTo(op->getOperand(i)));
  return notes;
}

void TraceRecorder::noteContents(ThreadState &thread, Operation *op) {
  thread.dyingContents.begin(op, [&](std::vector<DyingContents::Notes> &notes) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inside) {
        notes.push_back({inside, deathNotesOf(inside)});
      });
  });
}

void TraceRecorder::erasing(Operation *op) {
  for (DeathWatch watch : deathWatches)
    watch(op);
  if (EventListener *listener = this->listener(); LLVM_UNLIKELY(listener))
    listener->dying(op);
  ThreadState &thread = ThreadState::current();
  if (thread.lastPlaced == op || thread.lastPlacedNext == op)
    thread.lastPlaced = nullptr;
  if (changes && op->getNumRegions() != 0)
    changes->dying(thread, op);
  if (LLVM_UNLIKELY(log != nullptr))
    log->dying(thread, op);
  if (thread.parsedOps)
    thread.parsedOps->erase(op);
  if (thread.teardownRoot) {
    if (thread.teardownTellsLocations)
      append(thread, EventKind::LastLocation, op, 0, 0, locationOf(thread, op));
    return;
  }
  // A parser frees a module of its own when it has handed over what is in it.
  if (!thread.top && !thread.parsedOps && !op->getBlock() &&
      llvm::any_of(op->getRegions(), [](Region &r) { return !r.empty(); })) {
    append(thread, EventKind::Teardown, op, 0, 0, 0);
    thread.teardownRoot = op;
    thread.teardownTellsLocations =
        !thread.isDestroyingContext && !(changes && changes->isComplete()) &&
        file.header().actionsBegun.load(std::memory_order_relaxed) != 0;
    return;
  }
  placeBeside(thread, op);
  if (op->getNumRegions() != 0 && thread.top)
    noteContents(thread, op);
  ++thread.counts.erased;
  bool wasTold = thread.lastDropped == op;
  if (wasTold) {
    thread.lastDropped = nullptr;
    --thread.counts.dropped;
  }
  UnwindPoint caller = TRACKDBG_CALLER;
  thread.stackBegin = &caller;
  Event *death =
      append(thread, EventKind::Erase, op, 0, 0,
             thread.isDestroyingContext ? 0 : locationOf(thread, op));
  thread.stackBegin = nullptr;
  if (death) {
    const DeathNotes *before = thread.dyingContents.find(op);
    (before ? *before : deathNotesOf(op)).addTo(*death);
  }
  if (thread.notes)
    thread.notes->noteDeath(op, death ? death->position() : 0);
  else if (changes)
    changes->diesElsewhere();
  if (!wasTold)
    tellWatch(OpEvent::Erased, op);
}

void TraceRecorder::erased(Operation *op) {
  ThreadState &thread = ThreadState::current();
  if (thread.teardownRoot == op)
    thread.teardownRoot = nullptr;
  thread.dyingContents.end(op);
}
