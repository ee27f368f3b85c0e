//===- SessionTravel.cpp - One run of the command: going back -------------===//

#include "inferior/Session.h"

#include "llvm/ADT/STLExtras.h"

#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;
static constexpr std::chrono::seconds kPatience(10);

//===----------------------------------------------------------------------===//
// Who connects
//===----------------------------------------------------------------------===//

Compiler *Session::compilerOf(pid_t process) const {
  auto found = find_if(compilers, [&](auto &compiler) {
    return compiler->isTracked() && compiler->pid == process;
  });
  return found == compilers.end() ? nullptr : found->get();
}

void Session::admitCheckpoint(Compiler &newcomer, const Hello &hello) {
  Compiler *owner = compilerOf(hello.origin);
  if (!owner)
    return newcomer.connection.close();
  ++owner->checkpointsCome;
  Checkpoint &added = owner->checkpoints.add(std::make_unique<Checkpoint>(
      hello, std::move(newcomer.connection), std::move(newcomer.pidFd)));
  if (hello.wanted) {
    added.number = ++lastCheckpoint;
    if (!owner->stop.stack.empty())
      added.frame = owner->stop.stack.front();
  }
  owner->checkpoints.fitMemory(owner->pid);
}

/// A copy of a compiler has connected and is that compiler's now. What is left
/// of `newcomer` counts as let go.
void Session::admitCopy(Compiler &newcomer, const Hello &hello) {
  newcomer.phase = Phase::LetGo;
  newcomer.wasCopy = true;
  if (hello.kind == ProcessKind::Worker) {
    ++forkedWorkers;
    return newcomer.connection.close();
  }
  if (hello.kind == ProcessKind::Checkpoint)
    return admitCheckpoint(newcomer, hello);
  auto found = find_if(compilers, [&](auto &compiler) {
    return compiler->travel && !compiler->travel->isOnWay &&
           compiler->travel->checkpoint == hello.origin;
  });
  // One that comes too late ends when its connection does.
  if (found == compilers.end() || (*found)->travel->copy)
    return newcomer.connection.close();
  (*found)->travel->copy.emplace(Compiler::Copy{
      std::move(newcomer.connection), std::move(newcomer.pidFd), newcomer.pid});
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

/// They introduce themselves on their own; how many there are, the stop says,
/// or the farewell. Whoever died could not say, but made one before its first
/// action, if it could.
void Session::awaitCheckpoints() {
  constexpr std::chrono::seconds kPatienceWithTheDead(1);
  Compiler *compiler = traveller();
  if (!compiler || wasKilled || (!isStopped() && !haveAllEnded()))
    return;
  bool mayHaveOne = haveAllEnded() && compiler->endedAbruptly() &&
                    setup.checkpoints && compiler->mayStop &&
                    compiler->trace->actions() > 0;
  int64_t made = std::max<int64_t>(compiler->stop.copies, mayHaveOne);
  auto deadline =
      steady_clock::now() +
      (compiler->stop.copies == 0 ? kPatienceWithTheDead : kPatience);
  auto hasAll = [&] {
    return compiler->checkpointsCome + listener.turnedAway() >= made ||
           listener.descriptor() < 0;
  };
  while (!hasAll() && steady_clock::now() < deadline) {
    admitNewcomers();
    if (!hasAll())
      waitForNewcomers(/*timeout=*/10);
  }
}

Expected<Checkpoint &> Session::makeCheckpoint() {
  if (Error error = ask(CheckpointRequest()).takeError())
    return error;
  ++followed->stop.copies;
  int64_t before = lastCheckpoint;
  awaitCheckpoints();
  Checkpoint *made = followed->checkpoints.find(lastCheckpoint);
  if ((lastCheckpoint == before || !made) && !listener.trouble().empty())
    return createStringError("the debugger cannot hold another copy of the "
                             "compiler: " +
                             listener.trouble());
  if (lastCheckpoint == before || !made)
    return createStringError("the copy of the compiler did not come up");
  return *made;
}

//===----------------------------------------------------------------------===//
// Going back
//===----------------------------------------------------------------------===//

/// What the place is taken from: it keeps standing where somebody waits for it,
/// and is ended otherwise.
static void setAside(Compiler &compiler) {
  if (!compiler.isConnected() || compiler.hasExited())
    return;
  if (compiler.isRestarted)
    killProcess(compiler.pidFd);
  else
    compiler.standIn.emplace(Compiler::StandIn{std::move(compiler.connection),
                                               std::move(compiler.pidFd)});
  compiler.connection.close();
  compiler.pidFd.close();
}

/// Waits until a copy of the checkpoint stands ready. The compiler stays where
/// it is meanwhile.
Error Session::awaitCopy(Compiler &compiler, Checkpoint &checkpoint) {
  auto fail = [&](StringRef why) {
    checkpoint.connection.close();
    killProcess(checkpoint.pidFd);
    return createStringError("the last one " + why);
  };
  Message message;
  message.restart.emplace();
  // Somebody may have stopped it.
  signalProcess(checkpoint.pidFd, SIGCONT);
  if (Error error = checkpoint.connection.send(message)) {
    consumeError(std::move(error));
    return fail("has died");
  }
  auto deadline = steady_clock::now() + kPatience;
  int64_t turnedAway = listener.turnedAway();
  while (true) {
    admitNewcomers();
    if (compiler.travel->copy)
      return Error::success();
    if (listener.turnedAway() != turnedAway)
      return createStringError("there are too many open files for a copy of "
                               "the checkpoint");
    consumeError(checkpoint.connection.receive());
    Expected<std::optional<Message>> reply = checkpoint.connection.next();
    if (!reply) {
      consumeError(reply.takeError());
      return fail("sent what is not a message");
    }
    if (*reply && (*reply)->response)
      return createStringError("the checkpoint cannot be copied: " +
                               (*reply)->response->error);
    if (checkpoint.connection.atEnd())
      return fail("has died");
    if (steady_clock::now() > deadline)
      return fail("does not answer");
    if (interruptor.take())
      return createStringError("interrupted; the compiler is where it was");
    waitForNewcomers(/*timeout=*/100, {checkpoint.connection.descriptor(),
                                       interruptor.descriptor()});
  }
}

/// The copy goes on instead of the process that the compiler has been so far.
void Session::takePlace(Compiler &compiler, Compiler::Copy copy) {
  setAside(compiler);
  compiler.connection = std::move(copy.connection);
  compiler.pid = copy.pid;
  compiler.pidFd = std::move(copy.pidFd);
  compiler.phase = Phase::Running;
  compiler.isRestarted = true;
  compiler.checkpointsCome = 0;
  // It has the breakpoints of then, and is asked at its stop to take others.
  compiler.breakpointsVersion = ~uint64_t(0);
  compiler.lastControl = Control::RunTo;
  // The copy was told when to be heard again.
  compiler.unmutesOutput = false;
  followed = &compiler;
  followedEndedAtStop = false;
}

Error Session::goBack(Compiler &compiler, Checkpoint &checkpoint,
                      Resume onward) {
  Compiler::Travel &travel = compiler.travel.emplace();
  travel.checkpoint = checkpoint.process;
  Message begin;
  Restart &restart = begin.restart.emplace();
  if (!compiler.hasReachedEnd)
    restart.silentUntil = compiler.furthest;
  Error error = awaitCopy(compiler, checkpoint);
  if (!error)
    error = travel.copy->connection.send(begin);
  if (error) {
    compiler.travel.reset();
    return error;
  }
  takePlace(compiler, std::move(*travel.copy));
  travel.copy.reset();
  travel.onward = std::move(onward);
  travel.onward.control = Control::RunTo;
  for (int64_t action : compiler.skipped)
    if (isBeforeAction(checkpoint.mark, action))
      travel.onward.skipped.push_back(action);
  erase_if(compiler.changes, [&](const Mark &change) {
    return isBefore(checkpoint.mark, change);
  });
  compiler.checkpoints.cutAfter(checkpoint.mark);
  return Error::success();
}

/// What was skipped later than the stop may be done this time.
void Session::forgetSkips(Compiler &compiler) {
  size_t before = compiler.skipped.size();
  erase_if(compiler.skipped, [&](int64_t action) {
    return isBeforeAction(compiler.stop.mark, action);
  });
  if (compiler.skipped.size() != before)
    leaveOldWay(compiler);
}

/// From here on the run takes another way than it did: what it writes is new,
/// and what came later will not come again.
void Session::leaveOldWay(Compiler &compiler) {
  compiler.hasReachedEnd = false;
  compiler.furthest = compiler.stop.mark;
  compiler.unmutesOutput = true;
  compiler.checkpoints.forgetAfter(compiler.stop.mark);
}

/// A restarted copy has stopped for the first time, at its checkpoint, or where
/// it was to go. Whether the user is to see it.
bool Session::continueTravel(Compiler &compiler) {
  Compiler::Travel &travel = *compiler.travel;
  const Stopped &stop = compiler.stop;
  const Mark &target = travel.onward.target;
  bool isThere =
      stop.mark.action == target.action && stop.mark.when == target.when;
  if (travel.isOnWay || isThere) {
    compiler.travel.reset();
    forgetSkips(compiler);
    return true;
  }
  travel.isOnWay = true;
  breakpointsAtStart = stop.breakpoints.empty() ? 0 : stop.mark.action;
  sendResume(compiler, travel.onward);
  return false;
}

void Session::noteSkip(Compiler &compiler) {
  compiler.skipped.push_back(compiler.stop.mark.action);
  if (compiler.hasReachedEnd || isBefore(compiler.stop.mark, compiler.furthest))
    leaveOldWay(compiler);
}

/// Each turn of the loop.
void Session::attendTravels() {
  if (isTravelPending())
    process.collect();
  for (auto &compiler : compilers) {
    if (compiler->phase != Phase::Ended)
      continue;
    compiler->hasReachedEnd = true;
    compiler->travel.reset();
    // A long make has many compilers; nobody goes back into one that went by.
    if (compiler.get() != current() && !compiler->endedAbruptly())
      compiler->checkpoints.clear();
    compiler->checkpoints.releasePipes();
    if (!compiler->standIn)
      continue;
    std::optional<int> status = process.statusOf(compiler->pid);
    if (!status)
      continue;
    Message message;
    ExitAs &exitAs = message.exitAs.emplace();
    if (WIFSIGNALED(*status))
      exitAs.signal = WTERMSIG(*status);
    else
      exitAs.code = WEXITSTATUS(*status);
    if (Error error = compiler->standIn->connection.send(message)) {
      consumeError(std::move(error));
      killProcess(compiler->standIn->pidFd);
    }
    compiler->standIn.reset();
  }
}

bool Session::isTravelPending() const {
  return any_of(compilers, [](auto &c) { return bool(c->standIn); });
}

} // namespace mlir::trackdbg
