//===- SessionLoop.cpp - One run of the command: waiting ------------------===//

#include "inferior/Poll.h"
#include "inferior/Session.h"

#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;
static constexpr milliseconds kTick(100);

Session::Outcome Session::wait(const ProgressSink &sink) {
  scope_exit giveBack([&] { process.takeTerminalBack(); });
  auto nextTick = steady_clock::now() + kTick;
  while (true) {
    // What has ended is looked at first: all that it said is then there.
    process.collect();
    if (handler.readAll())
      return Outcome::Stopped;
    handler.copies().attend();
    if (turnToAnotherStop())
      return Outcome::Stopped;
    if (isOver()) {
      // A compiler that has ended since the last look left its status behind.
      process.collect();
      noteEnds();
      return Outcome::Ended;
    }
    if (!handler.takeInterrupts())
      return Outcome::Busy;
    handler.interruptCompilers();

    auto left = duration_cast<milliseconds>(nextTick - steady_clock::now());
    // Nothing tells when a copy is done.
    constexpr milliseconds kPrintTick(5);
    if (haveAllEnded())
      left = std::min(left, kPrintTick);
    waitForAnything(std::clamp<int>(left.count() + 1, 0, kTick.count()));
    if (steady_clock::now() < nextTick)
      continue;
    nextTick = steady_clock::now() + kTick;
    if (sink)
      sink(progress());
  }
}

/// The one that the user followed has ended, and another stands at a stop that
/// the user turned away from: there is nobody else to resume it.
bool Session::turnToAnotherStop() {
  Compiler *followed = roster.followed();
  if (!followed || !followed->isOver() ||
      handler.copies().hasStandIn(*followed))
    return false;
  for (auto &compiler : roster)
    if (compiler->phase == Phase::Stopped) {
      roster.follow(*compiler);
      handler.clearTemporaryHits();
      return true;
    }
  return false;
}

void Session::waitForAnything(int timeout) {
  Poll files;
  files.add(admission.connections().descriptor());
  files.add(interruptor.descriptor());
  if (!process.status())
    files.add(process.endDescriptor());
  for (auto &compiler : roster)
    if (!compiler->isOver())
      files.add(compiler->connection.descriptor());
  roster.addEnds(files);
  files.wait(timeout);
}

void Session::waitForNewcomers(int timeout, ArrayRef<int> others) {
  Poll files;
  files.add(admission.connections().descriptor());
  for (int other : others)
    files.add(other);
  for (auto &compiler : roster)
    if (compiler->phase == Phase::Greeting)
      files.add(compiler->connection.descriptor());
  files.wait(timeout);
}

bool Session::haveAllEnded() const {
  return process.status() && !handler.copies().hasStandIns() &&
         roster.areOver();
}

/// A trace is whole when the copies that print into it are done.
bool Session::isOver() const { return haveAllEnded() && !roster.arePrinting(); }

Progress Session::progress() const {
  Compiler *compiler = roster.working();
  Progress progress = compiler ? compiler->trace->progress() : Progress();
  progress.interruptPending = handler.isInterruptPending();
  progress.awaitsCopies = haveAllEnded();
  return progress;
}

void Session::resume(Resume onward) {
  if (!roster.isStopped())
    return;
  Compiler &current = *roster.followed();
  if (onward.control == Control::Skip)
    handler.copies().skipping(current);
  // The others that stand only because the user turned away from them.
  bool isFree = onward.control == Control::Continue ||
                onward.control == Control::Apply ||
                onward.control == Control::Detach;
  for (auto &other : roster)
    if (isFree && other.get() != &current && other->phase == Phase::Stopped)
      handler.resume(*other, {.control = onward.control});
  bool hasEnded = !current.isConnected() || current.hasExited();
  handler.resume(current, std::move(onward));
  roster.noteEndAtStop(hasEnded || !current.isConnected());
}

} // namespace mlir::trackdbg
