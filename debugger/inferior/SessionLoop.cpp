//===- SessionLoop.cpp - One run of the command: waiting and talking ------===//

#include "inferior/Session.h"

#include "llvm/ADT/STLExtras.h"
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
    admission.accept(roster);
    if (serveAll())
      return Outcome::Stopped;
    keeper->attend();
    if (turnToAnotherStop())
      return Outcome::Stopped;
    if (isOver()) {
      // A compiler that has ended since the last look left its status behind.
      process.collect();
      noteEnds();
      return Outcome::Ended;
    }
    if (hasTooManyInterrupts())
      return Outcome::Busy;
    spreadInterrupts();

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

/// Takes in who has connected, and no stop of anybody.
void Session::admitNewcomers() {
  admission.accept(roster);
  for (size_t i = 0; i < roster.size(); ++i)
    if (roster[i].phase == Phase::Greeting)
      serve(roster[i]);
}

bool Session::serveAll() {
  // The one that the user follows comes first, so that a `step` is not
  // answered by a stop somewhere else when both are there.
  if (roster.followed() && serve(*roster.followed()))
    return true;
  // Processes that turn out to be copies are detached.
  for (size_t i = 0; i < roster.size(); ++i)
    if (serve(roster[i]))
      return true;
  // A restarted copy may have said more than its name.
  return roster.followed() && serve(*roster.followed());
}

bool Session::serve(Compiler &compiler) {
  if (compiler.isOver())
    return false;
  bool exited = compiler.hasExited();
  if (compiler.isConnected()) {
    if (Error error = compiler.connection.receive())
      compiler.detach(toString(std::move(error)));
    // A process is dead some time before it counts as ended; if it never read
    // its message, it has died where it stood.
    if (compiler.connection.leftUnread() && &compiler == roster.followed())
      roster.noteEndAtStop(true);
    while (compiler.isConnected()) {
      Expected<std::optional<Message>> message = compiler.connection.next();
      if (!message) {
        // Half a message is expected of a killed process: it closes its files a
        // moment before it counts as ended.
        std::string why = toString(message.takeError());
        if (!compiler.connection.atEnd() || !compiler.hasExited(kTick.count()))
          compiler.detach(std::move(why));
        break;
      }
      if (!*message)
        break;
      if (handle(compiler, **message))
        return true;
    }
    if (exited || compiler.connection.atEnd())
      compiler.connection.close();
  }
  compiler.noteIfExited();
  return false;
}

static void takeFarewell(Compiler &compiler, const Farewell &farewell,
                         BreakpointTable &breakpoints) {
  breakpoints.takeHits(farewell.hits, compiler.hits);
  compiler.stop.copies = farewell.copies;
  compiler.hasSaidFarewell = true;
}

bool Session::handle(Compiler &compiler, const Message &message) {
  if (message.hello && compiler.phase == Phase::Greeting)
    takeHello(compiler, *message.hello);
  else if (message.stopped && compiler.phase == Phase::Running)
    return takeStop(compiler, *message.stopped);
  else if (message.farewell && compiler.phase == Phase::Running)
    takeFarewell(compiler, *message.farewell, breakpoints);
  else if (message.response && compiler.staleAnswers > 0)
    --compiler.staleAnswers;
  else
    compiler.detach("it sent a message out of turn");
  return false;
}

void Session::takeHello(Compiler &compiler, const Hello &hello) {
  if (hello.kind == ProcessKind::Compiler) {
    Control first = hasStopped ? Control::Continue : runSetup.first;
    if (interruptPending)
      first = Control::Step;
    return admission.greet(compiler, hello, first);
  }
  // The process belongs to a compiler that has connected before.
  compiler.phase = Phase::Detached;
  compiler.wasCopy = true;
  if (hello.kind == ProcessKind::Worker)
    return admission.countWorker(compiler);
  keeper->admit(compiler, hello);
}

bool Session::takeStop(Compiler &compiler, const Stopped &stopped) {
  compiler.phase = Phase::Stopped;
  compiler.stop = stopped;
  Stopped &stop = compiler.stop;
  // Hits on the way are hits of old.
  if (keeper->isTravelling(compiler))
    breakpoints.startFrom(stopped.hits, compiler.hits);
  else
    breakpoints.takeHits(stopped.hits, compiler.hits);
  if (!keeper->arrived(compiler))
    return false;
  // Interrupted to learn of new breakpoints, or while another one obeyed the
  // user first.
  if (stopped.interrupted && stopped.breakpoints.empty() && !interruptPending &&
      compiler.runsFreely()) {
    Resume resume;
    sendResume(compiler, std::move(resume));
    return false;
  }
  stop.interrupted |= interruptPending && stopped.breakpoints.empty();
  roster.follow(compiler);
  hasStopped = true;
  interruptPending = false;
  for (auto &other : roster)
    if (other->isTracked())
      other->trace->requestInterrupt(false);
  removed = breakpoints.removeTemporary(stop.breakpoints);
  keeper->shown(compiler);
  return true;
}

bool Session::haveAllEnded() const {
  return process.status() && !keeper->hasStandIns() && roster.areOver();
}

/// A trace is whole when the copies that print into it are done.
bool Session::isOver() const { return haveAllEnded() && !roster.arePrinting(); }

bool Session::hasTooManyInterrupts() {
  uint64_t count = interruptor.take();
  bool tooMany = count > 1 || (count == 1 && interruptPending);
  interruptPending |= count > 0;
  return tooMany;
}

void Session::spreadInterrupts() {
  if (!runSetup.interactive)
    return;
  for (auto &compiler : roster) {
    if (compiler->phase != Phase::Running || !compiler->mayStop)
      continue;
    // The flag is also how a running compiler is made to fetch breakpoints.
    bool isStale = compiler->breakpointsVersion != breakpoints.version() &&
                   compiler->runsFreely();
    if ((interruptPending || isStale) && compiler->trace->attach() &&
        !compiler->trace->interruptRequested())
      compiler->trace->requestInterrupt(true);
  }
}

Progress Session::progress() const {
  Compiler *compiler = roster.working();
  Progress progress = compiler ? compiler->trace->progress() : Progress();
  progress.interruptPending = interruptPending;
  return progress;
}

//===----------------------------------------------------------------------===//
// Talking
//===----------------------------------------------------------------------===//

void Session::sendResume(Compiler &compiler, Resume resume) {
  compiler.lastControl = resume.control;
  keeper->goingOn(compiler, resume);
  if (compiler.breakpointsVersion != breakpoints.version())
    resume.breakpoints = breakpoints.specs(compiler.number);
  compiler.breakpointsVersion = breakpoints.version();
  compiler.phase = Phase::Running;
  Message message;
  message.resume = std::move(resume);
  // A compiler that cannot be written to has died, which the loop finds out, or
  // detaches itself when the socket closes.
  if (Error error = compiler.connection.send(message)) {
    consumeError(std::move(error));
    compiler.connection.close();
  }
}

void Session::resume(Resume onward) {
  interruptor.take();
  if (!isStopped())
    return;
  Compiler &current = *roster.followed();
  if (onward.control == Control::Skip)
    keeper->skipping(current);
  // The others that stand only because the user turned away from them.
  bool isFree = onward.control == Control::Continue ||
                onward.control == Control::Apply ||
                onward.control == Control::Detach;
  for (auto &other : roster)
    if (isFree && other.get() != &current && other->phase == Phase::Stopped) {
      Resume resume;
      resume.control = onward.control;
      sendResume(*other, std::move(resume));
    }
  bool hasEnded = !current.isConnected() || current.hasExited();
  sendResume(current, std::move(onward));
  roster.noteEndAtStop(hasEnded || !current.isConnected());
}

} // namespace mlir::trackdbg
