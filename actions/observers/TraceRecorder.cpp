//===- TraceRecorder.cpp - The observer that writes the trace -------------===//

#include "observers/TraceRecorder.h"

#include "observers/ChangeFinder.h"
#include "observers/ChangeLog.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

TraceRecorder::TraceRecorder(TraceFile &file) : file(file), names(file) {}
TraceRecorder::~TraceRecorder() { ThreadState::forget(); }

void TraceRecorder::compareAfterPasses() {
  changes = std::make_unique<ChangeFinder>(*this);
}

void TraceRecorder::keepChanges() {
  log = std::make_unique<ChangeLog>(file, eventOrder, names);
}

void TraceRecorder::settleLog() { log->settle(ThreadState::current()); }

void TraceRecorder::logOther(Operation *op) {
  log->found(ThreadState::current(), op);
}

void TraceRecorder::logTypes(Operation *op, ChangeKind kind) {
  log->typesChanged(ThreadState::current(), op, kind);
}

void TraceRecorder::beforePass(Operation *root, const ActiveAction *around) {
  if (changes)
    changes->beforePass(ThreadState::current(), root, around);
}

void TraceRecorder::beforeEdit() {
  if (changes)
    changes->passBegins(ThreadState::current());
}

void TraceRecorder::afterEdit() {
  ThreadState &thread = ThreadState::current();
  if (changes)
    changes->passEnds(thread, *thread.top);
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

/// With `thread` standing at the end of its window, or before it has one.
[[gnu::cold, gnu::noinline]] bool TraceRecorder::makeRoom(ThreadState &thread) {
  if (!file.isRecording())
    return false;
  thread.next = thread.end = thread.last = nullptr;
  eventOrder.add(thread);
  if (!thread.window)
    thread.window = file.openWindow(thread.number);
  else if (!file.turnWindow(thread.window))
    return false;
  if (!thread.window)
    return false;
  thread.next = reinterpret_cast<Event *>(thread.window + 1);
  thread.end = reinterpret_cast<Event *>(
      reinterpret_cast<char *>(thread.window) + kSegmentSize);
  return true;
}

[[gnu::cold, gnu::noinline]] void
TraceRecorder::tellListener(EventKind kind, const void *subject,
                            uint64_t object, uint64_t position) {
  EventListener *listener = this->listener();
  if (!listener)
    return;
  // Listeners follow ops only.
  if (kind == EventKind::Replace && isArgument(object))
    object = 0;
  switch (kind) {
  case EventKind::Create:
  case EventKind::Clone:
  case EventKind::Insert:
  case EventKind::Replace:
  case EventKind::Drop:
  case EventKind::Modify:
  case EventKind::Equal:
  case EventKind::CopyOf:
    return listener->happened(
        kind, static_cast<Operation *>(const_cast<void *>(subject)),
        reinterpret_cast<const void *>(object), position);
  default:
    return;
  }
}

void TraceRecorder::noteStack(ThreadState &thread) {
  const UnwindPoint *begin = std::exchange(thread.stackBegin, nullptr);
  if (thread.isReading())
    stacks->recordNone(thread.stacks, thread.number);
  else
    stacks->record(thread.stacks, thread.number, thread.top, begin);
}

Event *TraceRecorder::append(ThreadState &thread, EventKind kind,
                             const void *subject, uint64_t object,
                             uint32_t name, uint32_t location,
                             uint64_t position) {
  if (LLVM_UNLIKELY(thread.next == thread.end) && !makeRoom(thread)) {
    if (LLVM_UNLIKELY(listener()))
      tellListener(kind, subject, object, 0);
    return nullptr;
  }
  if (LLVM_UNLIKELY(stacks.has_value()) && hasStack(kind))
    noteStack(thread);
  Event *event = thread.next++;
  if (LLVM_LIKELY(position == 0))
    position = eventOrder.nextPosition(thread);
  *event = {Event::pack(position, kind), bits(subject), object, name, location};
  thread.window->used.store(reinterpret_cast<char *>(thread.next) -
                                reinterpret_cast<char *>(thread.window),
                            std::memory_order_release);
  if (LLVM_UNLIKELY(listener()))
    tellListener(kind, subject, object, position);
  return thread.last = event;
}

[[gnu::cold, gnu::noinline]] static void
forgetRecent(ThreadState &thread, const Interner &interner) {
  thread.generation = interner.generation();
  thread.ids = std::make_unique<RecentPointers>();
}

template <typename Find>
[[gnu::cold, gnu::noinline]] static void remember(RecentPointers::Entry &entry,
                                                  const void *key, Find find) {
  entry.value = find();
  entry.key = key;
}

/// Looks `key` up among the thread's recent ones, or asks `find` for it.
template <typename Find>
static uint64_t recent(ThreadState &thread, const Interner &interner,
                       const void *key, Find find) {
  if (LLVM_UNLIKELY(thread.generation != interner.generation()))
    forgetRecent(thread, interner);
  RecentPointers::Entry &entry = thread.ids->at(key);
  if (LLVM_UNLIKELY(entry.key != key))
    remember(entry, key, find);
  return entry.value;
}

/// Ops with a symbol are few, but every op has to be asked. The answer of an op
/// name is kept above its id.
static constexpr uint64_t kMayBeSymbol = uint64_t(1) << 32;

/// The id of the op's name, and kMayBeSymbol.
static uint64_t nameOf(ThreadState &thread, Interner &names, Operation *op) {
  OperationName name = op->getName();
  return recent(thread, names, name.getAsOpaquePointer(), [&] {
    bool mayBeSymbol =
        !name.isRegistered() || name.hasInterface<SymbolOpInterface>();
    return names.idOf(name) | (mayBeSymbol ? kMayBeSymbol : 0);
  });
}

uint32_t TraceRecorder::locationOf(ThreadState &thread, Operation *op) {
  Location location = op->getLoc();
  return recent(thread, names, location.getAsOpaquePointer(),
                [&] { return names.idOf(location); });
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

void TraceRecorder::beforeExecute(const tracing::ActionActiveStack *stack,
                                  tracing::Breakpoint *, bool willExecute) {
  auto &action = static_cast<ActiveAction &>(
      const_cast<tracing::ActionActiveStack &>(*stack));
  ThreadState &thread = ThreadState::current();
  if (changes && action.isPass && !action.isAdaptor)
    changes->passBegins(thread);
  if (LLVM_UNLIKELY(log != nullptr))
    log->actionTurns(thread, action.position);
  if (LLVM_UNLIKELY(stacks && action.object))
    stacks->noteFunctions(thread.stacks, action.kind, action.object,
                          slotsOf(action));
  if (const Event *begin =
          append(thread, EventKind::ActionBegin, action.root, action.beginTicks,
                 action.kind, action.textId, action.position))
    action.beginPosition = begin->position();
  if (!willExecute) {
    action.result = ActionResult::Skipped;
    afterExecute(stack);
  }
}

void TraceRecorder::afterExecute(const tracing::ActionActiveStack *stack) {
  auto &action = static_cast<const ActiveAction &>(*stack);
  ThreadState &thread = ThreadState::current();
  if (action.isPass) {
    if (changes && !action.isAdaptor)
      changes->passEnds(thread, action);
  } else if (changes && (!action.parent || action.parent->isAdaptor)) {
    changes->changedBetweenPasses();
  }
  if (LLVM_UNLIKELY(log != nullptr))
    log->actionTurns(thread, /*turn=*/0);
  noteEnd(thread, action);
  // Behind the end: an action in which nothing happened stays one event.
  if (LLVM_UNLIKELY(action.reason) && action.result != ActionResult::Success)
    append(thread, EventKind::Reason, action.root, 0, action.reason, 0);
}

void TraceRecorder::noteEnd(ThreadState &thread, const ActiveAction &action) {
  uint64_t now = thread.clock.now();
  uint64_t duration = now - action.beginTicks;
  Event *last = thread.last;
  // Other threads may have worked for a pass, and its end tells until when.
  bool mayHoldOthers = action.isPass && !__libc_single_threaded;
  bool isLeaf =
      last && last->position() == action.beginPosition && !mayHoldOthers;
  // The duration takes the place of the text.
  if (isLeaf && duration <= UINT32_MAX && !action.textId) {
    last->location = uint32_t(duration);
    last->order =
        Event::pack(action.beginPosition, EventKind::ActionLeaf, action.result);
    thread.last = nullptr;
    return;
  }
  if (Event *end = append(thread, EventKind::ActionEnd, action.root, now,
                          action.kind, 0))
    end->order =
        Event::pack(end->position(), EventKind::ActionEnd, action.result);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void TraceRecorder::appendBirth(ThreadState &thread, EventKind kind,
                                Operation *op, Operation *source) {
  ++thread.counts.created;
  if (thread.notes)
    thread.notes->noteBirth(op, source);
  uint64_t name = nameOf(thread, names, op);
  BirthNotes notes = noteOperands(thread, op);
  if (Event *birth = append(thread, kind, op, bits(source), uint32_t(name),
                            locationOf(thread, op)))
    notes.addTo(*birth);
  if (name & kMayBeSymbol)
    noteSymbol(thread, op);
  if (op->getNumRegions() != 0)
    noteBlocks(thread, op);
  if (LLVM_UNLIKELY(log != nullptr))
    log->touched(thread, op);
  tellWatch(OpEvent::Created, op);
}

[[gnu::cold, gnu::noinline]] static void noteParsed(ThreadState &thread,
                                                    Operation *op) {
  (*thread.parsedOps)[op] = op->getLoc();
}

void TraceRecorder::created(Operation *op) {
  ThreadState &thread = ThreadState::current();
  UnwindPoint caller = TRACKDBG_CALLER;
  thread.stackBegin = &caller;
  appendBirth(thread, EventKind::Create, op, nullptr);
  thread.stackBegin = nullptr;
  if (LLVM_UNLIKELY(thread.parsedOps))
    noteParsed(thread, op);
}

void TraceRecorder::cloned(Operation *op, Operation *source) {
  appendBirth(ThreadState::current(), EventKind::Clone, op, source);
}

void TraceRecorder::copied(Operation *op, Operation *source) {
  append(ThreadState::current(), EventKind::CopyOf, op, bits(source), 0, 0);
}

void TraceRecorder::noteSymbol(ThreadState &thread, Operation *op) {
  if (auto symbol =
          op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
    append(thread, EventKind::Symbol, op, 0, names.idOf(symbol), 0);
}

void TraceRecorder::inserted(Operation *op) {
  if (LLVM_UNLIKELY(log != nullptr))
    log->put(ThreadState::current(), op);
  noteInsertion(op);
}

void TraceRecorder::noteInsertion(Operation *op) {
  ThreadState &thread = ThreadState::current();
  Block *block = op->getBlock();
  Event *last = thread.last;
  if (last && last->kind() == EventKind::Create &&
      last->subjectAddress() == bits(op) && !last->objectAddress()) {
    last->object |= bits(block);
    put(thread, op);
  } else {
    ++thread.counts.moved;
    append(thread, EventKind::Insert, op, bits(block), 0, 0);
    thread.lastMoveSource = nullptr;
  }
  if (Operation *parent = block->getParentOp())
    noteBlockParent(thread, block, parent);
}

void TraceRecorder::moved(Operation *op, Block *source, bool isLinked) {
  // A pattern that splits a block moves all that comes after, one by one.
  // Lowering structured control flow does it once per loop: an event for each
  // op would make the trace quadratic, so a run of them is counted in one.
  Block *block = op->getBlock();
  // Not every move has an event of its own.
  if (EventListener *listener = this->listener(); LLVM_UNLIKELY(listener))
    listener->happened(EventKind::Insert, op, block, 0);
  ThreadState &thread = ThreadState::current();
  if (LLVM_UNLIKELY(log != nullptr))
    log->moved(thread, op, source, isLinked);
  Event *last = thread.last;
  bool sameWay = last && last->object == bits(block) && source &&
                 source == thread.lastMoveSource;
  if (sameWay && last->kind() == EventKind::Transfer) {
    ++thread.counts.moved;
    last->name += last->name != UINT32_MAX;
    return;
  }
  if (!sameWay || last->kind() != EventKind::Insert || source == block ||
      source->getParent() != block->getParent()) {
    noteInsertion(op);
    thread.lastMoveSource = source;
    return;
  }
  ++thread.counts.moved;
  last->order = Event::pack(last->position(), EventKind::Transfer);
  last->name = 2;
}

void TraceRecorder::replaced(ThreadState &thread, Operation *op,
                             ValueRef replacement) {
  // A rewriter's replaceOp may be implemented by another replaceOp.
  Event *last = thread.last;
  if (last && last->kind() == EventKind::Replace && last->subject == bits(op) &&
      last->object == replacement)
    return;
  append(thread, EventKind::Replace, op, replacement, 0, 0);
}

void TraceRecorder::replacing(Operation *op, ValueRange values) {
  // An op without results has nothing to be replaced by: this is its erasure.
  if (values.empty())
    return dropped(op);
  ThreadState &thread = ThreadState::current();
  ++thread.counts.replaced;
  if (op == thread.lookedUp)
    if (Operation *equal = values.front().getDefiningOp())
      append(thread, EventKind::Equal, op, bits(equal), 0, 0);
  if (thread.notes)
    thread.notes->noteReplacement(op, values);
  SmallVector<ValueRef, 4> seen;
  for (Value value : values) {
    // In a one-to-many replacement a value may be missing.
    ValueRef ref = refTo(value);
    if (llvm::is_contained(seen, ref) || ref == bits(op))
      continue;
    seen.push_back(ref);
    replaced(thread, op, ref);
  }
  tellWatch(OpEvent::Replaced, op);
}

void TraceRecorder::dropped(Operation *op) {
  ThreadState &thread = ThreadState::current();
  ++thread.counts.dropped;
  thread.lastDropped = op;
  append(thread, EventKind::Drop, op, 0, 0, 0);
  tellWatch(OpEvent::Erased, op);
}

void TraceRecorder::modified(Operation *op) {
  ThreadState &thread = ThreadState::current();
  if (LLVM_UNLIKELY(log != nullptr))
    log->touched(thread, op);
  Event *last = thread.last;
  if (last && last->kind() == EventKind::Modify && last->subject == bits(op))
    return;
  // A call has a frame of its own in the lineage.
  bool maySayOnce =
      !tellsAgain && thread.notes && thread.top && thread.openCalls == 0;
  if (maySayOnce && thread.notes->isModifiedAgain(op, thread.top->beginPosition,
                                                  locationOf(thread, op)))
    return;
  ++thread.counts.modified;
  if (thread.notes)
    thread.notes->noteModification(op);
  append(thread, EventKind::Modify, op, 0, 0, locationOf(thread, op));
}

void TraceRecorder::foundEqual(Operation *lhs, Operation *rhs) {
  ThreadState &thread = ThreadState::current();
  if (thread.notes) {
    thread.notes->noteReplacement(lhs, lhs->getResults());
    thread.notes->noteReplacement(rhs, rhs->getResults());
  }
  append(thread, EventKind::Equal, lhs, bits(rhs), 0, 0);
}

void TraceRecorder::relocated(Operation *op) {
  ThreadState &thread = ThreadState::current();
  append(thread, EventKind::Relocate, op, 0, 0, locationOf(thread, op));
}

void TraceRecorder::diagnosed(Operation *op, trace::Severity severity,
                              llvm::StringRef text, Location location) {
  append(ThreadState::current(), EventKind::Diagnostic, op, uint64_t(severity),
         text.empty() ? 0 : names.idOf(text), names.idOf(location));
}
