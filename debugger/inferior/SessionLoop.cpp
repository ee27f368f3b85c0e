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
    admission.accept(compilers);
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
  admission.accept(compilers);
  for (size_t i = 0; i < compilers.size(); ++i)
    if (compilers[i]->phase == Phase::Greeting)
      serve(*compilers[i]);
}

bool Session::serveAll() {
  // The one that the user follows comes first, so that a `step` is not
  // answered by a stop somewhere else when both are there.
  if (followed && serve(*followed))
    return true;
  // Processes that turn out to be copies are detached.
  for (size_t i = 0; i < compilers.size(); ++i)
    if (serve(*compilers[i]))
      return true;
  // A restarted copy may have said more than its name.
  return followed && serve(*followed);
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
    if (compiler.connection.leftUnread() && &compiler == followed)
      followedEndedAtStop = true;
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

void Session::takeFarewell(Compiler &compiler, const Farewell &farewell) {
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
    takeFarewell(compiler, *message.farewell);
  else if (message.response && compiler.staleAnswers > 0)
    --compiler.staleAnswers;
  else
    compiler.detach("it sent a message out of turn");
  return false;
}

void Session::takeHello(Compiler &compiler, const Hello &hello) {
  if (hello.kind == ProcessKind::Compiler)
    return admission.greet(compiler, hello, firstControl());
  // The process belongs to a compiler that has connected before.
  compiler.phase = Phase::Detached;
  compiler.wasCopy = true;
  if (hello.kind == ProcessKind::Worker)
    return admission.countWorker(compiler);
  keeper->admit(compiler, hello);
}

/// What a compiler that has just connected is told to do.
Control Session::firstControl() const {
  if (interruptPending)
    return Control::Step;
  return hasStopped ? Control::Continue : runSetup.first;
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
  followed = &compiler;
  hasStopped = true;
  interruptPending = false;
  for (auto &other : compilers)
    if (other->isTracked())
      other->trace->requestInterrupt(false);
  removed = breakpoints.removeTemporary(stop.breakpoints);
  keeper->shown(compiler);
  return true;
}

bool Session::haveAllEnded() const {
  return process.status() && !keeper->hasStandIns() &&
         all_of(compilers, [](auto &c) { return c->isOver(); });
}

/// A trace is whole when the copies that print into it are done.
bool Session::isOver() const {
  return haveAllEnded() && none_of(compilers, [](auto &c) {
           return c->isTracked() && c->trace->isBeingPrinted();
         });
}

bool Session::hasTooManyInterrupts() {
  uint64_t count = interruptor.take();
  bool tooMany = count > 1 || (count == 1 && interruptPending);
  interruptPending |= count > 0;
  return tooMany;
}

void Session::spreadInterrupts() {
  if (!runSetup.interactive)
    return;
  for (auto &compiler : compilers) {
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

Compiler *Session::working() const {
  auto isRunning = [](const Compiler &c) { return c.phase == Phase::Running; };
  if (followed && isRunning(*followed))
    return followed;
  for (auto &compiler : reverse(compilers))
    if (isRunning(*compiler))
      return compiler.get();
  return nullptr;
}

Progress Session::progress() const {
  Compiler *compiler = working();
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

void Session::resume(Control control, int64_t checkpointAt) {
  Resume onward;
  onward.control = control;
  onward.checkpointAt = checkpointAt;
  runOn(std::move(onward));
}

void Session::runTo(Resume onward) {
  onward.control = Control::RunTo;
  runOn(std::move(onward));
}

void Session::runOn(Resume onward) {
  interruptor.take();
  if (!isStopped())
    return;
  if (onward.control == Control::Skip)
    keeper->skipping(*followed);
  // The others that stand only because the user turned away from them.
  bool isFree = onward.control == Control::Continue ||
                onward.control == Control::Apply ||
                onward.control == Control::Detach;
  for (auto &other : compilers)
    if (isFree && other.get() != followed && other->phase == Phase::Stopped) {
      Resume resume;
      resume.control = onward.control;
      sendResume(*other, std::move(resume));
    }
  followedEndedAtStop = !followed->isConnected() || followed->hasExited();
  sendResume(*followed, std::move(onward));
  followedEndedAtStop |= !followed->isConnected();
}

} // namespace mlir::trackdbg
