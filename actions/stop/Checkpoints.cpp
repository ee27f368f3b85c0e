//===- Checkpoints.cpp - Copies of the compiler to go back to -------------===//

#include "stop/Checkpoints.h"

#include "core/LockIfThreaded.h"
#include "ir/BeforeImage.h"
#include "process/Fork.h"
#include "process/OutputFiles.h"
#include "process/SwapOut.h"
#include "snapshots/Snapshots.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;

Mark Checkpoints::markOf(const ActiveAction &action, When when) {
  const trace::FileHeader &header = recorder.traceFile().header();
  return {int64_t(action.number), when, int64_t(recorder.newestPosition()),
          int64_t(header.actionsBegun.load(std::memory_order_relaxed)),
          action.isVerified};
}

//===----------------------------------------------------------------------===//
// In the compiler
//===----------------------------------------------------------------------===//

llvm::Expected<Checkpoints::Life> Checkpoints::take(const ActiveAction &action,
                                                    When when) {
  LockIfThreaded lock(mutex);
  return make(action, when, Wish::Users);
}

void Checkpoints::setAutomatic(bool automatic) {
  LockIfThreaded lock(mutex);
  this->automatic = automatic;
  reschedule();
}

void Checkpoints::setNext(uint64_t action) {
  LockIfThreaded lock(mutex);
  next = action;
  reschedule();
}

int64_t Checkpoints::count() const {
  LockIfThreaded lock(mutex);
  return made;
}

// Automatic checkpoints may take 1 % of the time: nearer ones are made where
// somebody goes back. The cost of one is the copying of the page tables, which
// was measured, and that of the pages written since.
static constexpr auto kPause = std::chrono::milliseconds(20);
static constexpr int kShare = 100;
static constexpr auto kCostOfPage = std::chrono::nanoseconds(3300);

/// The time as readTicks() will tell it. Both clocks are read when a trace
/// begins; soon after that, nothing is known of the ticks.
static uint64_t ticksAt(const trace::FileHeader &header,
                        std::chrono::steady_clock::time_point time) {
  using std::chrono::nanoseconds;
  constexpr double kLeast = 1e6;
  auto sinceStart = [&](std::chrono::steady_clock::time_point when) {
    return double(nanoseconds(when.time_since_epoch()).count()) -
           double(header.firstNanoseconds);
  };
  double elapsed = sinceStart(std::chrono::steady_clock::now());
  if (elapsed < kLeast)
    return 0;
  double rate = double(readTicks() - header.firstTicks) / elapsed;
  return header.firstTicks + uint64_t(rate * std::max(0.0, sinceStart(time)));
}

/// Says which actions `pass` has to see.
void Checkpoints::reschedule() {
  constexpr uint64_t kNever = WaypointSchedule::kNever;
  due.fromAction = silentUntil ? 0 : next ? next : kNever;
  due.fromTicks = automatic ? ThreadState::current().clock.at(ticksAt(
                                  recorder.traceFile().header(), nextLook))
                            : kNever;
}

bool Checkpoints::isDue(const ActiveAction &action) {
  if (next && action.number >= next)
    return true;
  // The first action of all is what `goto start` goes to.
  if (!automatic || action.number == 1)
    return automatic;
  Clock::time_point now = Clock::now();
  if (now < nextLook)
    return false;
  nextLook = now + kPause;
  reschedule();
  Clock::duration cost =
      copying + PageFaults::now().copiedSince(faultsAtLast) * kCostOfPage;
  return now - last >= kShare * cost;
}

void Checkpoints::noteMade(Clock::duration copying) {
  this->copying = copying;
  last = Clock::now();
  faultsAtLast = PageFaults::now();
  nextLook = last + std::max<Clock::duration>(kPause, kShare * copying);
  reschedule();
}

void Checkpoints::mayUnmute(Mark here) {
  if (silentUntil->action == 0 || here.position < silentUntil->position ||
      (here.position == silentUntil->position && here != *silentUntil))
    return;
  unmute();
}

void Checkpoints::noteDeparture() {
  if (snapshots)
    snapshots->printEndsAtOnce();
}

void Checkpoints::unmuteOutput() {
  LockIfThreaded lock(mutex);
  unmute();
}

void Checkpoints::unmute() {
  if (silentUntil)
    unmuteStreams();
  silentUntil.reset();
  reschedule();
}

bool Checkpoints::pass(const ActiveAction &action, When when) {
  LockIfThreaded lock(mutex);
  if (silentUntil)
    mayUnmute(markOf(action, when));
  if (when == When::After || !isDue(action) ||
      (snapshots && snapshots->isPrinting()))
    return false;
  next = 0;
  llvm::Expected<Life> life = make(action, when, Wish::Own);
  if (life)
    return *life == Life::Restarted;
  // It will not be better the next time.
  automatic = false;
  reschedule();
  llvm::consumeError(life.takeError());
  return false;
}

llvm::Expected<Checkpoints::Life> Checkpoints::make(const ActiveAction &action,
                                                    When when, Wish wish) {
  if (llvm::Error error = checkOneThread())
    return error;
  if (snapshots)
    snapshots->waitForPrinting();
  Clock::time_point start = Clock::now();
  Hello hello;
  hello.kind = ProcessKind::Checkpoint;
  hello.origin = getpid();
  hello.mark = markOf(action, when);
  hello.wanted = wish == Wish::Users;
  TraceRecorder::Point point = recorder.point();
  OutputFiles files = OutputFiles::now(recorder.traceFile().fileDescriptor());

  SignalsBlocked blocked;
  Forked forked = forkOrphan();
  if (forked.side == Forked::Side::Failed)
    return llvm::createStringError("the compiler cannot be copied: %s",
                                   strerror(errno));
  if (forked.side == Forked::Side::Original) {
    ++made;
    noteMade(Clock::now() - start);
    if (snapshots)
      snapshots->noteCheckpoint();
    return Life::Compiler;
  }
  // Those belong to the compiler's other copies.
  for (ActiveAction *each = ThreadState::current().top; each;
       each = each->parent)
    if (each->notes)
      each->notes->image.reset();
  if (snapshots)
    snapshots->goBack();
  pid_t checkpoint = getpid();
  waitForRestart(std::move(hello));
  Restart restart = introduce(checkpoint);
  recorder.goBackTo(point);
  files.rewind();
  begin(std::move(restart));
  return Life::Restarted;
}

//===----------------------------------------------------------------------===//
// In the checkpoint
//===----------------------------------------------------------------------===//

/// Comes back in every copy that is to go on, and never in the checkpoint.
void Checkpoints::waitForRestart(Hello hello) {
  if (!connection.reopen())
    _exit(0);
  hello.processId = getpid();
  Message message;
  message.hello = std::move(hello);
  if (!connection.send(message))
    _exit(0);
  while (std::optional<Message> received = connection.receive()) {
    if (received->releasePipes)
      leavePipes(connection.fileDescriptor(), received->releasePipes->kept);
    if (received->swapOut)
      swapOut(received->swapOut->folder.c_str());
    if (!received->restart)
      continue;
    Forked forked = forkOrphan();
    if (forked.side == Forked::Side::Copy)
      return awaitAdoption(forked);
    if (forked.side == Forked::Side::Failed)
      sayWhyNot(errno);
  }
  _exit(0);
}

void Checkpoints::sayWhyNot(int error) {
  Message message;
  message.response.emplace().error = strerror(error);
  connection.send(message);
}

//===----------------------------------------------------------------------===//
// In the restarted copy
//===----------------------------------------------------------------------===//

/// Comes back when the debugger wants it to go on.
Restart Checkpoints::introduce(pid_t checkpoint) {
  // Nothing may be written twice, so there is no way on without it.
  if (!muteStreams()) {
    sayWhyNot(errno);
    _exit(0);
  }
  if (!connection.reopen())
    _exit(0);
  Message message;
  Hello &hello = message.hello.emplace();
  hello.kind = ProcessKind::Restarted;
  hello.origin = checkpoint;
  hello.processId = getpid();
  if (!connection.send(message))
    _exit(0);
  std::optional<Message> reply = connection.receive();
  if (!reply || !reply->restart)
    _exit(0);
  return std::move(*reply->restart);
}

void Checkpoints::begin(Restart restart) {
  silentUntil = restart.silentUntil;
  breakpoints = std::move(restart.breakpoints);
  if (snapshots)
    snapshots->begin(restart.printsStages);
  next = 0;
  made = 0;
  noteMade(copying);
}

std::vector<BreakpointSpec> Checkpoints::takeBreakpoints() {
  LockIfThreaded lock(mutex);
  return std::exchange(breakpoints, {});
}
