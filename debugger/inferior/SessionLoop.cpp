//===- SessionLoop.cpp - One run of the command: waiting and talking ------===//

#include "inferior/Session.h"
#include "inferior/TracePath.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

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
    acceptAll();
    if (serveAll())
      return Outcome::Stopped;
    keeper->attend();
    if (turnToAnotherStop())
      return Outcome::Stopped;
    if (isOver()) {
      // One that ended since the last look left its status behind.
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

void Session::acceptAll() {
  erase_if(compilers, [](auto &compiler) { return compiler->wasCopy; });
  while (FileDescriptor socket = listener.accept())
    compilers.push_back(std::make_unique<Compiler>(std::move(socket)));
}

/// Takes in who has connected, and no stop of anybody.
void Session::admitNewcomers() {
  acceptAll();
  for (size_t i = 0; i < compilers.size(); ++i)
    if (compilers[i]->phase == Phase::Greeting)
      serve(*compilers[i]);
}

bool Session::serveAll() {
  // The one that the user follows comes first, so that a `step` is not
  // answered by a stop somewhere else when both are there.
  if (followed && serve(*followed))
    return true;
  // Those that turn out to be copies are let go.
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
      letGo(compiler, toString(std::move(error)));
    // A process is dead some time before it counts as ended; one that never
    // read what it was told has died where it stood.
    if (compiler.connection.leftUnread() && &compiler == followed)
      followedEndedAtStop = true;
    while (compiler.isConnected()) {
      Expected<std::optional<Message>> message = compiler.connection.next();
      if (!message) {
        // Half a message is no news of a process that was killed; one closes
        // its files a moment before it counts as ended.
        std::string why = toString(message.takeError());
        if (!compiler.connection.atEnd() || !compiler.hasExited(kTick.count()))
          letGo(compiler, std::move(why));
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
    greet(compiler, *message.hello);
  else if (message.stopped && compiler.phase == Phase::Running)
    return takeStop(compiler, *message.stopped);
  else if (message.farewell && compiler.phase == Phase::Running)
    takeFarewell(compiler, *message.farewell);
  else if (message.response && compiler.staleAnswers > 0)
    --compiler.staleAnswers;
  else
    letGo(compiler, "it sent a message out of turn");
  return false;
}

static std::string refusal(const Hello &hello) {
  const char *remedy = "build mlir-track-dbg again, from the newer sources";
  if (hello.version < kProtocolVersion)
    remedy = hello.wayIn == WayIn::Preloaded
                 ? "build or install mlir-track-dbg again, all of it"
                 : "build the compiler again, with the tracker of this "
                   "mlir-track-dbg";
  return fmt::format("its tracker speaks protocol {}, and mlir-track-dbg "
                     "speaks {}: {}",
                     hello.version, kProtocolVersion, remedy);
}

/// Whether this is the compiler that the omission is for.
bool Session::isForOmission(const Hello &hello) const {
  if (!setup.omission || omitting || hello.commandLine.empty())
    return false;
  StringRef program = sys::path::filename(hello.commandLine.front());
  return setup.omittedIn.empty() || program == setup.omittedIn;
}

/// A copy of a compiler has connected and is that compiler's now. What is left
/// of `newcomer` counts as let go.
void Session::admitCopy(Compiler &newcomer, const Hello &hello) {
  newcomer.phase = Phase::LetGo;
  newcomer.wasCopy = true;
  if (hello.kind != ProcessKind::Worker)
    return keeper->admit(newcomer, hello);
  ++forkedWorkers;
  newcomer.connection.close();
}

void Session::greet(Compiler &compiler, const Hello &hello) {
  if (hello.kind != ProcessKind::Compiler)
    return admitCopy(compiler, hello);
  compiler.hello = hello;
  if (hello.version != kProtocolVersion)
    return letGo(compiler, refusal(hello));

  compiler.number = ++trackedCount;
  compiler.mayStop = mayStop(compiler);
  Configure configure;
  configure.interactive = compiler.mayStop;
  configure.tracePath = numberedTracePath(setup.tracePath, trackedCount);
  if (Error error = beginTrace(compiler, configure.tracePath))
    return letGo(compiler, toString(std::move(error)));
  configure.breakpoints = breakpoints.specs(compiler.number);
  configure.control = Control::Continue;
  configure.snapshots = setup.snapshots;
  configure.checkpoints = setup.checkpoints && compiler.mayStop;
  configure.folds = setup.folds;
  configure.reasons = compiler.mayStop || setup.reasons;
  if (isForOmission(hello)) {
    configure.omission = setup.omission;
    omitting = &compiler;
  }
  if (interruptPending)
    configure.control = Control::Step;
  else if (!hasStopped)
    configure.control = setup.first;

  compiler.breakpointsVersion = breakpoints.version();
  compiler.lastControl = configure.control;
  compiler.phase = Phase::Running;
  compiler.trace = std::make_unique<LiveTrace>(configure.tracePath);
  Message message;
  message.configure = std::move(configure);
  if (Error error = compiler.connection.send(message))
    letGo(compiler, toString(std::move(error)));
}

/// Whether the user wants it to be one that stops.
bool Session::mayStop(const Compiler &compiler) const {
  if (!setup.interactive)
    return false;
  if (setup.follow == "all" || setup.follow == "first")
    return setup.follow == "all" || compiler.number == 1;
  Expected<UserRegex> wanted = UserRegex::make(setup.follow);
  return !errorToBool(wanted.takeError()) &&
         wanted->match(join(compiler.hello.commandLine, " "));
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
  if (!setup.interactive)
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

void Session::letGo(Compiler &compiler, std::string trouble) {
  compiler.connection.close();
  compiler.phase = Phase::LetGo;
  compiler.trouble = std::move(trouble);
}

void Session::sendResume(Compiler &compiler, Resume resume) {
  compiler.lastControl = resume.control;
  keeper->goingOn(compiler, resume);
  if (compiler.breakpointsVersion != breakpoints.version())
    resume.breakpoints = breakpoints.specs(compiler.number);
  compiler.breakpointsVersion = breakpoints.version();
  compiler.phase = Phase::Running;
  Message message;
  message.resume = std::move(resume);
  // One that cannot be told has died, which the loop finds out, or lets go
  // itself when the socket closes.
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

Expected<Answer> Session::answerTo(Request request) {
  if (!isStopped())
    return createStringError("the compiler is not at a stop");
  Connection &connection = followed->connection;
  auto hasEnded = [&] {
    connection.close();
    return createStringError("the compiler has ended where it stood; "
                             "'continue' tells how");
  };
  interruptor.take();
  Message message;
  message.request = std::move(request);
  if (!connection.isOpen())
    return hasEnded();
  if (Error error = connection.send(message)) {
    consumeError(std::move(error));
    return hasEnded();
  }
  while (true) {
    bool exited = followed->hasExited();
    Expected<std::optional<Response>> response = readResponse(*followed);
    if (!response)
      return response.takeError();
    if (*response && (*response)->answer)
      return std::move(*(*response)->answer);
    if (*response)
      return createStringError((*response)->error);
    if (exited || connection.atEnd())
      return hasEnded();
    if (interruptor.take()) {
      ++followed->staleAnswers;
      return createStringError("interrupted before the compiler had answered");
    }
    waitForAnswer(kTick.count());
  }
}

/// The response to the newest request, if it has come.
Expected<std::optional<Response>> Session::readResponse(Compiler &compiler) {
  auto giveUp = [&](Error error) {
    letGo(compiler, toString(std::move(error)));
    return createStringError(fmt::format(
        "{} was let go: {}", compiler.describe(), compiler.trouble));
  };
  if (Error error = compiler.connection.receive())
    return giveUp(std::move(error));
  while (true) {
    Expected<std::optional<Message>> message = compiler.connection.next();
    if (!message)
      return giveUp(message.takeError());
    if (!*message)
      return std::nullopt;
    if (!(*message)->response)
      return giveUp(createStringError("it sent a message out of turn"));
    if (compiler.staleAnswers == 0)
      return std::move((*message)->response);
    --compiler.staleAnswers;
  }
}

} // namespace mlir::trackdbg
