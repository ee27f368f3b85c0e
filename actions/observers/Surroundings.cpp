//===- Surroundings.cpp - What an op uses, and where it stands ------------===//
//
// Nothing of MLIR says from what a pass makes an op. What the op uses and where
// it is put tell nearly as much. Both go into the free bits of its birth where
// they fit, because this is recorded for every op.
//
//===----------------------------------------------------------------------===//

#include "observers/ChangeLog.h"
#include "observers/TraceRecorder.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

#include <utility>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

ValueRef TraceRecorder::refTo(Value value) {
  if (!value)
    return 0;
  if (Operation *op = value.getDefiningOp())
    return bits(op);
  auto argument = cast<BlockArgument>(value);
  return argumentRef(bits(argument.getOwner()), argument.getArgNumber());
}

/// Whether there are at most two operands, and near enough to be named in the
/// birth itself.
bool TraceRecorder::fits(Operation *op, BirthNotes &notes) {
  unsigned count = op->getNumOperands();
  if (count > 2)
    return false;
  for (unsigned i = 0; i != count; ++i) {
    uint32_t near = BirthNotes::near(bits(op), refTo(op->getOperand(i)));
    if (near == 0)
      return false;
    notes.setOperand(i, near);
  }
  return true;
}

BirthNotes TraceRecorder::noteOperands(ThreadState &thread, Operation *op) {
  BirthNotes notes;
  notes.set(BirthNotes::kRecorded);
  if (LLVM_LIKELY(fits(op, notes)))
    return notes;
  BirthNotes elsewhere;
  elsewhere.set(BirthNotes::kRecorded);
  unsigned count = op->getNumOperands();
  auto ref = [&](unsigned index) {
    return index < count ? refTo(op->getOperand(index)) : 0;
  };
  for (unsigned i = 0; i < count; i += 3) {
    ValueRef third = ref(i + 2);
    append(thread, EventKind::Operands, reinterpret_cast<const void *>(ref(i)),
           ref(i + 1), uint32_t(third), uint32_t(third >> 32));
  }
  return elsewhere;
}

void TraceRecorder::placed(Operation *op) {
  ThreadState &thread = ThreadState::current();
  if (thread.lastPut == op)
    thread.lastPut = nullptr;
  // The input stands as it is read. One function of a builder may call another.
  if (!op->getBlock() || thread.parsedOps || thread.lastPlaced == op)
    return;
  Operation *before = op->getPrevNode(), *next = op->getNextNode();
  bool isBehindPrevious =
      before && before == thread.lastPlaced && next == thread.lastPlacedNext;
  thread.lastPlaced = op;
  thread.lastPlacedNext = next;
  Event *last = thread.last;
  if (isBehindPrevious && last && last->isBirth() &&
      last->subjectAddress() == bits(op)) {
    BirthNotes notes;
    notes.set(BirthNotes::kBehindPrevious);
    notes.addTo(*last);
    return;
  }
  append(thread, EventKind::Place, op, bits(next), uint32_t(bits(before)),
         uint32_t(bits(before) >> 32));
}

void TraceRecorder::put(ThreadState &thread, Operation *op) {
  if (Operation *last = std::exchange(thread.lastPut, op);
      last && thread.notes && !thread.parsedOps)
    thread.notes->notePutByHand(last);
}

/// What was put beside it by hand may stand for it. Here its neighbours can be
/// read: the caller, which ends it, may touch them.
void TraceRecorder::placeBeside(ThreadState &thread, Operation *op) {
  put(thread, nullptr);
  if (!thread.notes)
    return;
  thread.notes->takePutByHand(op);
  if (!op->getBlock())
    return;
  for (Operation *beside : {op->getPrevNode(), op->getNextNode()})
    if (beside && thread.notes->takePutByHand(beside))
      placed(beside);
}

void TraceRecorder::callBegins(llvm::StringLiteral name, Operation *op,
                               Operation *source) {
  ThreadState &thread = ThreadState::current();
  ++thread.openCalls;
  append(thread, EventKind::CallBegin, op, bits(source), names.idOf(name), 0);
}

void TraceRecorder::callEnds(llvm::StringLiteral name, Operation *op,
                             Operation *second, bool hasFailed) {
  ThreadState &thread = ThreadState::current();
  --thread.openCalls;
  ActionResult result =
      hasFailed ? ActionResult::Failure : ActionResult::Success;
  if (Event *end = append(thread, EventKind::CallEnd, op, bits(second),
                          names.idOf(name), 0))
    end->order = Event::pack(end->position(), EventKind::CallEnd, result);
}

void TraceRecorder::movedFor(Operation *op, Operation *target) {
  append(ThreadState::current(), EventKind::MovedFor, op, bits(target), 0, 0);
}

void TraceRecorder::madeFor(Operation *op, Operation *source) {
  append(ThreadState::current(), EventKind::MadeFor, op, bits(source), 0, 0);
}

//===----------------------------------------------------------------------===//
// What comparing the IR finds
//===----------------------------------------------------------------------===//

void TraceRecorder::usesTaken(const PassNotes::Lost &lost, Value to) {
  append(ThreadState::current(), EventKind::UsesTaken,
         reinterpret_cast<const void *>(lost.death), refTo(to), lost.result, 0);
}

void TraceRecorder::changed(Operation *op, ChangeKind kind, unsigned index,
                            uint32_t name, uint32_t from, uint32_t to) {
  ThreadState &thread = ThreadState::current();
  if (kind != ChangeKind::Location && kind != ChangeKind::BirthLocation)
    ++thread.counts.different;
  append(thread, EventKind::Changed, op, from | uint64_t(to) << 32, name,
         uint32_t(kind) | index << 8);
}

void TraceRecorder::operandChanged(Operation *op, unsigned index, ValueRef from,
                                   Value to, bool wasTold) {
  uint64_t number = std::min<uint64_t>(index, UINT16_MAX);
  ValueRef ref = refTo(to);
  ThreadState &thread = ThreadState::current();
  thread.counts.different += !wasTold;
  Event *event = append(thread, EventKind::OperandChanged,
                        reinterpret_cast<const void *>(bits(op) | number << 48),
                        from, uint32_t(ref), uint32_t(ref >> 32));
  if (event && wasTold)
    event->order |= Event::kWasTold;
}

void TraceRecorder::renamed(Operation *op) {
  noteSymbol(ThreadState::current(), op);
}

void TraceRecorder::unchanged(Operation *op) {
  ThreadState &thread = ThreadState::current();
  ++thread.counts.unchanged;
  append(thread, EventKind::Unchanged, op, 0, 0, 0);
}

void TraceRecorder::stopComparing() {
  uint64_t none = 0, now = std::max<uint64_t>(file.header().actionsBegun, 1);
  file.header().comparedUntil.compare_exchange_strong(none, now);
}
