//===- MessageHandler.cpp - What the compilers say, and are told ----------===//

#include "inferior/MessageHandler.h"

using namespace llvm;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void MessageHandler::greetNewcomers() {
  admission.accept(roster);
  for (size_t i = 0; i < roster.size(); ++i)
    if (roster[i].phase == Phase::Greeting)
      read(roster[i]);
}

bool MessageHandler::readAll() {
  admission.accept(roster);
  // The one that the user follows comes first, so that a `step` is not
  // answered by a stop somewhere else when both are there.
  if (roster.followed() && read(*roster.followed()))
    return true;
  // Processes that turn out to be copies are detached.
  for (size_t i = 0; i < roster.size(); ++i)
    if (read(roster[i]))
      return true;
  // A restarted copy may have said more than its name.
  return roster.followed() && read(*roster.followed());
}

bool MessageHandler::read(Compiler &compiler) {
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
        constexpr int kMoment = 100;
        std::string why = toString(message.takeError());
        if (!compiler.connection.atEnd() || !compiler.hasExited(kMoment))
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

bool MessageHandler::handle(Compiler &compiler, const Message &message) {
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

void MessageHandler::takeHello(Compiler &compiler, const Hello &hello) {
  if (hello.kind == ProcessKind::Compiler) {
    Control first = hasStopped ? Control::Continue : setup.first;
    if (interruptPending)
      first = Control::Step;
    endReplaced(compiler.pid);
    return admission.greet(compiler, hello, first);
  }
  // The process belongs to a compiler that has connected before.
  compiler.phase = Phase::Detached;
  compiler.wasCopy = true;
  keeper->admit(compiler, hello);
}

/// A process that executes another program closes its connection before. It
/// keeps it where it has two trackers at work.
void MessageHandler::endReplaced(pid_t process) {
  Compiler *before = roster.ofProcess(process);
  if (!before || before->isOver())
    return;
  if (!before->isConnected() || errorToBool(before->connection.receive()) ||
      before->connection.atEnd())
    before->noteReplaced();
}

bool MessageHandler::takeStop(Compiler &compiler, const Stopped &stopped) {
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
    resume(compiler, {});
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

void MessageHandler::takeFarewell(Compiler &compiler,
                                  const Farewell &farewell) {
  breakpoints.takeHits(farewell.hits, compiler.hits);
  compiler.stop.copies = farewell.copies;
  compiler.hasSaidFarewell = true;
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

void MessageHandler::resume(Compiler &compiler, Resume resume) {
  compiler.lastControl = resume.control;
  keeper->goingOn(compiler, resume);
  if (compiler.breakpointsVersion != breakpoints.version())
    resume.breakpoints = breakpointsFor(compiler);
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

bool MessageHandler::takeInterrupts() {
  uint64_t count = interruptor.take();
  // A compiler that was let go does not stop any more.
  bool isInVain = any_of(roster, [](const auto &compiler) {
    return compiler->phase == Phase::Running &&
           compiler->lastControl == Control::Detach;
  });
  bool tooMany = count > 1 || (count == 1 && (interruptPending || isInVain));
  interruptPending |= count > 0;
  return !tooMany;
}

void MessageHandler::interruptCompilers() {
  if (!setup.interactive)
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

} // namespace mlir::trackdbg
