//===- Snapshots.cpp - The IR between passes, kept in the trace -----------===//

#include "snapshots/Snapshots.h"

#include "ir/StructureHash.h"
#include "process/BorrowingChild.h"

#include <csetjmp>
#include <csignal>
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
  if (action.parent || !willExecute ||
      !outermost.compare_exchange_strong(none, &action))
    return;
  if (!action.isPass || !action.root || mode == SnapshotMode::Inputs)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (find(action.root))
    return;
  Root &root = add(action.root);
  root.counts = ThreadState::current().counts;
  print(action.root, action.number, SnapshotMoment::Before,
        mode == SnapshotMode::Passes ? &root.image : nullptr);
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
  bool isSame = root.counts == counts && root.image == structureHash(root.op);
  root.counts = counts;
  if (!isSame)
    return print(root.op, root.lastAction, SnapshotMoment::After, &root.image);
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
  for (const Root &root : roots)
    if (root.holder == op && !op->getBlock())
      printEnd(root);
  roots.remove_if(
      [&](const Root &root) { return root.op == op || root.holder == op; });
}

void Snapshots::printEnd(const Root &root) {
  if (mode == SnapshotMode::Ends && root.lastAction &&
      !outermost.load(std::memory_order_relaxed))
    print(root.op, root.lastAction, SnapshotMoment::End);
}

void Snapshots::printInput(Operation *op) {
  const ThreadState &thread = ThreadState::current();
  // A parser frees a module of its own when it has handed over what is in it.
  if (op->getBlock() || thread.top || thread.parsedOps || thread.teardownRoot ||
      thread.isDestroyingContext ||
      llvm::all_of(op->getRegions(), [](Region &r) { return r.empty(); }))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  print(op, 0, SnapshotMoment::End);
}

void Snapshots::finish() {
  if (!deathsAreSeen)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  for (const Root &root : roots)
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

static sigjmp_buf afterCrash;

/// A printer that crashes brings the copy back to where it can try the generic
/// form. Whatever is broken then: the alarm ends it.
static void catchCrashes() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_handler = [](int) { siglongjmp(afterCrash, 1); };
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    sigaction(signal, &action, nullptr);
}

static void printInCopy(TraceFile &file, const SnapshotPart &part,
                        Operation *op) {
  forbidRemovingFiles();
  // A lock that another thread held when the process was copied is never given
  // back: the copy must not wait for it for ever.
  constexpr unsigned kMostSeconds = 120, kMostSecondsAfterCrash = 20;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  alarm(kMostSeconds);
  catchCrashes();
  bool hasCrashed = sigsetjmp(afterCrash, /*savesigs=*/1);
  if (hasCrashed)
    alarm(kMostSecondsAfterCrash);
  // What a printer that crashed left behind is of no use.
  SnapshotMaker maker;
  llvm::StringRef text =
      maker.make(op, hasCrashed ? SnapshotForm::Generic : SnapshotForm::Custom);
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT})
    ::signal(signal, SIG_DFL);
  file.appendSnapshot(part, text);
}

void Snapshots::print(Operation *op, uint64_t action, SnapshotMoment moment,
                      uint64_t *image) {
  if (!file.isRecording())
    return;
  SnapshotPart part = keyOf(op, action, moment);
  if (!childHasFailed && printInChild(op, part, image))
    return;
  childHasFailed = true;
  if (image)
    *image = structureHash(op);
  printInCopies(op, part);
}

bool Snapshots::printInChild(Operation *op, const SnapshotPart &part,
                             uint64_t *image) {
  // The compiler waits for it.
  constexpr unsigned kMostSeconds = 20;
  if (!maker)
    maker = std::make_unique<SnapshotMaker>();
  bool hasPrinted = runInBorrowingChild(
      [&] {
        // The child has to get the IR into its processor's caches anyway.
        if (image)
          *image = structureHash(op);
        if (file.holdPrintingLock(copyCount))
          file.appendSnapshot(part, maker->make(op, SnapshotForm::Custom));
      },
      file.fileDescriptor(), kMostSeconds);
  // It may be half done: not even fit to be destroyed.
  if (!hasPrinted)
    (void)maker.release();
  return hasPrinted;
}

void Snapshots::printInCopies(Operation *op, const SnapshotPart &part) {
  waitForCopies(kMostCopies - 1);
  std::optional<ForkedCopy> copy = ForkedCopy::make(
      [&](int descriptor) {
        closeAllBut(descriptor, file.fileDescriptor());
        if (!file.holdPrintingLock(copyCount) ||
            !ForkedCopy::writeText(descriptor, "locked"))
          return;
        printInCopy(file, part, op);
      },
      ForkedCopy::Kind::UnseenChild);
  ++copyCount;
  // Whoever looks for copies at work, once the compiler has gone, must find it.
  if (copy && copy->readText())
    copies.push_back(std::move(*copy));
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

void Snapshots::waitForCopies(size_t most) {
  copies.remove_if([](const ForkedCopy &copy) { return copy.hasEnded(); });
  for (; copies.size() > most; copies.pop_front())
    (void)copies.front().readText();
}
