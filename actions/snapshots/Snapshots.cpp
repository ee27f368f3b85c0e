//===- Snapshots.cpp - The IR between passes, kept in the trace -----------===//

#include "snapshots/Snapshots.h"

#include "ir/StructureHash.h"
#include "process/BorrowingChild.h"

#include <cinttypes>
#include <cstdio>
#include <sched.h>
#include <sys/single_threaded.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

Snapshots::Snapshots(TraceRecorder &recorder, SnapshotMode mode,
                     bool deathsAreSeen)
    : recorder(recorder), file(recorder.traceFile()), mode(mode),
      deathsAreSeen(deathsAreSeen) {}

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

void Snapshots::beforeExecute(const tracing::ActionActiveStack *stack,
                              tracing::Breakpoint *, bool willExecute) {
  auto &action = static_cast<const ActiveAction &>(*stack);
  const ActiveAction *none = nullptr;
  if (action.parent || !outermost.compare_exchange_strong(none, &action))
    return;
  if (action.isPass && action.root && mode != SnapshotMode::Inputs)
    begins(action);
  // A skipped action has no end.
  if (!willExecute)
    afterExecute(stack);
}

void Snapshots::begins(const ActiveAction &pass) {
  std::lock_guard<std::mutex> lock(mutex);
  if (find(pass.root))
    return;
  Root &root = add(pass.root);
  root.counts = ThreadState::current().counts;
  print(root, pass.number, SnapshotMoment::Before);
}

void Snapshots::afterExecute(const tracing::ActionActiveStack *stack) {
  auto &action = static_cast<const ActiveAction &>(*stack);
  if (action.parent || outermost.load(std::memory_order_relaxed) != &action)
    return;
  outermost.store(nullptr);
  if (!action.isPass || !action.rootAlive)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  Root *root = find(action.root);
  if (!root)
    return;
  root->lastAction = action.number;
  if (mode == SnapshotMode::Passes)
    passed(*root);
}

void Snapshots::passed(Root &root) {
  // Attributes and operands are set without an event, and an op may be replaced
  // by one that looks like it, at the same address. One of the two is seen.
  EventCounts counts = ThreadState::current().counts;
  bool isSame = root.counts == counts && root.image() == structureHash(root.op);
  root.counts = counts;
  if (!isSame)
    return print(root, root.lastAction, SnapshotMoment::After);
  SnapshotPart part = keyOf(root.op, root.lastAction, SnapshotMoment::After);
  part.kind = SnapshotKind::Unchanged;
  file.appendSnapshot(part, "");
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

Snapshots::Root *Snapshots::find(Operation *op) {
  auto known =
      llvm::find_if(roots, [&](const Root &root) { return root.op == op; });
  return known == roots.end() ? nullptr : &*known;
}

Snapshots::Root &Snapshots::add(Operation *op) {
  Operation *holder = op;
  while (Operation *parent = holder->getParentOp())
    holder = parent;
  watched |= maskOf(op) | maskOf(holder);
  return roots.emplace_back(Root{op, holder});
}

void Snapshots::lose(Operation *op) {
  std::lock_guard<std::mutex> lock(mutex);
  // What is inside a holder is whole only before the holder's own death.
  for (Root &root : roots)
    if (root.holder == op && !op->getBlock())
      printEnd(root);
  roots.remove_if(
      [&](const Root &root) { return root.op == op || root.holder == op; });
}

void Snapshots::printEnd(Root &root) {
  if (mode != SnapshotMode::Ends || !root.lastAction ||
      outermost.load(std::memory_order_relaxed))
    return;
  if (!endsAreOnDemand || !canBeRepeated)
    return print(root, root.lastAction, SnapshotMoment::End);
  std::atomic<uint64_t> &first = file.header().firstEndLeftOut;
  if (first == 0 || first > root.lastAction)
    first = root.lastAction;
}

void Snapshots::printInput(Operation *op) {
  const ThreadState &thread = ThreadState::current();
  // A parser frees a module of its own when it has handed over what is in it.
  if (op->getBlock() || thread.top || thread.parsedOps || thread.teardownRoot ||
      thread.isDestroyingContext ||
      llvm::all_of(op->getRegions(), [](Region &r) { return r.empty(); }))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  Root root{op, op};
  print(root, 0, SnapshotMoment::End);
}

void Snapshots::finish() {
  if (!deathsAreSeen)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  for (Root &root : roots)
    printEnd(root);
  roots.clear();
}

//===----------------------------------------------------------------------===//
// How
//===----------------------------------------------------------------------===//

SnapshotPart Snapshots::keyOf(Operation *op, uint64_t action,
                              SnapshotMoment moment) {
  SnapshotPart part{};
  part.kind = SnapshotKind::Text;
  part.moment = moment;
  part.action = action;
  part.root = reinterpret_cast<uintptr_t>(op);
  part.position = recorder.newestPosition();
  return part;
}

/// How many threads of the machine run or are ready to; none if unknown.
static unsigned threadsThatRun() {
  unsigned count = 0;
  if (FILE *file = fopen("/proc/loadavg", "re")) {
    if (fscanf(file, "%*f %*f %*f %u/", &count) != 1)
      count = 0;
    fclose(file);
  }
  return count;
}

/// How many processors can print while the compiler goes on.
unsigned Snapshots::freeProcessors() const {
  static const unsigned all = sysconf(_SC_NPROCESSORS_ONLN);
  static const unsigned usable = [] {
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof(processors), &processors) == 0
               ? CPU_COUNT(&processors)
               : 1;
  }();
  // The compiler's own threads need the others.
  if (!__libc_single_threaded)
    return 0;
  unsigned ours = 1 + std::min(copies.size(), mostAtOnce);
  unsigned others = std::max(threadsThatRun(), ours) - ours;
  return std::min(usable, std::max(all, others + 1) - others) - 1;
}

/// What the compiler loses by a copy of it: its page tables are copied, and
/// then each page that it writes to.
static PrintingCopy::Duration copyingTime() {
  constexpr std::chrono::nanoseconds kPerPage(500);
  uint64_t size = 0, resident = 0, shared = 0;
  if (FILE *file = fopen("/proc/self/statm", "re")) {
    if (fscanf(file, "%" SCNu64 " %" SCNu64 " %" SCNu64, &size, &resident,
               &shared) != 3)
      resident = shared = 0;
    fclose(file);
  }
  return (resident - shared) * kPerPage;
}

void Snapshots::print(Root &root, uint64_t action, SnapshotMoment moment) {
  if (!file.isRecording() || isHopeless)
    return;
  SnapshotPart part = keyOf(root.op, action, moment);
  bool isDone = (isWorthACopy(root, moment) && printInCopy(root, part)) ||
                printInChild(root, part) || printInCopy(root, part);
  if (!isDone && mode == SnapshotMode::Passes)
    root.setImage(structureHash(root.op));
}

bool Snapshots::isWorthACopy(Root &root, SnapshotMoment moment) {
  if (childHasFailed)
    return true;
  // At the end there is nothing left to go on with.
  if (moment == SnapshotMoment::End)
    return false;
  waitForCopies(copies.size());
  unsigned processors = freeProcessors();
  if (processors == 0)
    return false;
  mostAtOnce = processors;
  // Where one waits for its turn already, this thread had better help.
  if (copies.size() >= std::min(mostAtOnce + 1, kMostCopies))
    return false;
  return root.expectedTime() > kWorthwhile * copyingTime();
}

bool Snapshots::printInChild(Root &root, const SnapshotPart &part) {
  if (childHasFailed)
    return false;
  // The compiler waits for it.
  constexpr unsigned kMostSeconds = 20;
  if (!maker)
    maker = std::make_unique<SnapshotMaker>();
  uint64_t image = 0, number = ++copyCount;
  ChildEnd end = runInBorrowingChild(
      [&] {
        // The child has to get the IR into its processor's caches anyway.
        if (mode == SnapshotMode::Passes)
          image = structureHash(root.op);
        if (file.holdPrintingLock(number))
          file.appendSnapshot(part, maker->make(root.op, SnapshotForm::Custom));
        root.printingTime = processorTime();
      },
      file.fileDescriptor(), kMostSeconds);
  if (end == ChildEnd::Done) {
    root.setImage(image);
    return true;
  }
  // It may be half done: not even fit to be destroyed.
  (void)maker.release();
  childHasFailed = true;
  if (end == ChildEnd::TimedOut)
    form = SnapshotForm::Generic;
  return false;
}

bool Snapshots::printInCopy(Root &root, const SnapshotPart &part) {
  waitForCopies(kMostCopies - 1);
  uint64_t turnAfter = 0;
  if (copies.size() >= mostAtOnce)
    turnAfter = (*std::prev(copies.end(), mostAtOnce))->number();
  std::shared_ptr<PrintingCopy> copy = PrintingCopy::start(
      file, part,
      {root.op, form, mode == SnapshotMode::Passes, ++copyCount, turnAfter});
  if (!copy)
    return false;
  root.copy = copy;
  copies.push_back(std::move(copy));
  return true;
}

bool Snapshots::isPrinting() {
  std::lock_guard<std::mutex> lock(mutex);
  waitForCopies(copies.size());
  return !copies.empty();
}

void Snapshots::waitForPrinting() {
  std::lock_guard<std::mutex> lock(mutex);
  waitForCopies(0);
}

void Snapshots::printEndsAtOnce() {
  std::lock_guard<std::mutex> lock(mutex);
  endsAreOnDemand = false;
}

void Snapshots::noteCheckpoint() {
  std::lock_guard<std::mutex> lock(mutex);
  canBeRepeated = true;
}

void Snapshots::goBack() {
  printEndsAtOnce();
  copies.clear();
  for (Root &root : roots)
    root.setImage(root.image());
}

void Snapshots::begin(bool allStages) {
  if (allStages && mode == SnapshotMode::Ends)
    mode = SnapshotMode::Passes;
  // Another copy may have changed it.
  file.header().snapshotMode = mode;
}

void Snapshots::waitForCopies(size_t most) {
  copies.remove_if([&](const std::shared_ptr<PrintingCopy> &copy) {
    if (!copy->hasEnded())
      return false;
    isHopeless |= copy->hasTimedOut();
    return true;
  });
  for (; copies.size() > most; copies.pop_front()) {
    copies.front()->waitForEnd();
    isHopeless |= copies.front()->hasTimedOut();
  }
}

PrintingCopy::Duration Snapshots::Root::expectedTime() {
  if (copy && copy->printingTime())
    printingTime = *copy->printingTime();
  if (printingTime.count() != 0)
    return printingTime;
  constexpr std::chrono::nanoseconds kPerOp(1000);
  size_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  return ops * kPerOp;
}

uint64_t Snapshots::Root::image() { return copy ? copy->hash() : knownImage; }

void Snapshots::Root::setImage(uint64_t image) {
  knownImage = image;
  copy.reset();
}
