//===- Copies.cpp - The copies of a session's compilers -------------------===//

#include "timeline/Copies.h"

#include "inferior/Orphans.h"

#include "llvm/ADT/STLExtras.h"

#include <csignal>
#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;
static constexpr std::chrono::seconds kPatience(10);

Copies::Copies(Session &session) : session(session) {
  session.messages().setCopyKeeper(*this);
}

Past &Copies::pastOf(const Compiler &compiler) {
  std::unique_ptr<Past> &past = pasts[&compiler];
  if (!past)
    past = std::make_unique<Past>();
  return *past;
}

//===----------------------------------------------------------------------===//
// Who connects
//===----------------------------------------------------------------------===//

void Copies::admitCheckpoint(Compiler &newcomer, const Hello &hello) {
  Compiler *owner = session.compilers().ofProcess(hello.origin);
  if (!owner)
    return newcomer.connection.close();
  Past &past = pastOf(*owner);
  ++past.checkpointsCome;
  Checkpoint &added = past.checkpoints.add(std::make_unique<Checkpoint>(
      hello, std::move(newcomer.connection), std::move(newcomer.pidFd)));
  if (hello.wanted) {
    added.number = ++lastCheckpoint;
    if (!owner->stop.stack.empty())
      added.frame = owner->stop.stack.front();
  }
  fitMemory(*owner);
  // A late one: attend() has seen the end without it.
  if (owner->phase == Phase::Ended) {
    past.hasReachedEnd = true;
    past.checkpoints.releasePipes();
  }
}

/// It is the copy of a compiler, which gets its connection in time.
void Copies::admit(Compiler &newcomer, const Hello &hello) {
  if (hello.kind == ProcessKind::Checkpoint)
    return admitCheckpoint(newcomer, hello);
  auto found = find_if(pasts, [&](auto &entry) {
    const std::optional<Past::Travel> &travel = entry.second->travel;
    return travel && !travel->isOnWay && travel->checkpoint == hello.origin;
  });
  // A copy that comes too late ends when its connection does.
  if (found == pasts.end() || found->second->travel->copy)
    return newcomer.connection.close();
  found->second->travel->copy.emplace(Past::Copy{
      std::move(newcomer.connection), std::move(newcomer.pidFd), newcomer.pid});
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

/// The compiler may have changed much since its newest checkpoint was made.
/// Not at each of many steps: looking at all the pages takes its time.
void Copies::fitMemory(Compiler &compiler) {
  constexpr std::chrono::seconds kPause(1);
  auto now = steady_clock::now();
  if (now - memoryFitted < kPause)
    return;
  memoryFitted = now;
  pastOf(compiler).checkpoints.fitMemory(compiler.pid);
}

/// They introduce themselves on their own; how many there are, the stop says,
/// or the farewell. A compiler that died could not say, but made one before its
/// first action, if it could.
void Copies::await() {
  constexpr std::chrono::seconds kPatienceWithTheDead(1);
  Compiler *compiler = session.traveller();
  if (!compiler || session.wasKilledByUs() ||
      (!session.compilers().isStopped() && !session.haveAllEnded()))
    return;
  Past &past = pastOf(*compiler);
  bool hasEnded = session.haveAllEnded();
  if (hasEnded)
    past.hasCrashed = compiler->endedAbruptly();
  bool mayHaveOne = hasEnded && past.hasCrashed &&
                    session.setup().checkpoints && compiler->mayStop &&
                    compiler->trace->actions() > 0;
  int64_t made = std::max<int64_t>(compiler->stop.copies, mayHaveOne);
  auto deadline =
      steady_clock::now() +
      (compiler->stop.copies == 0 ? kPatienceWithTheDead : kPatience);
  const Listener &listener = session.admitted().connections();
  auto hasAll = [&] {
    return past.checkpointsCome + listener.turnedAway() >= made ||
           listener.descriptor() < 0;
  };
  while (!hasAll() && steady_clock::now() < deadline) {
    session.messages().greetNewcomers();
    if (!hasAll())
      session.waitForNewcomers(/*timeout=*/10);
  }
}

Expected<Checkpoint &> Copies::make() {
  if (Error error = session.ask(CheckpointRequest()).takeError())
    return error;
  Compiler &compiler = *session.compilers().current();
  ++compiler.stop.copies;
  int64_t before = lastCheckpoint;
  await();
  Checkpoint *made = pastOf(compiler).checkpoints.find(lastCheckpoint);
  if (made && lastCheckpoint != before)
    return *made;
  if (!session.admitted().connections().trouble().empty())
    return createStringError("the debugger cannot keep another copy of the "
                             "compiler: " +
                             session.admitted().connections().trouble());
  return createStringError("the copy of the compiler did not start");
}

//===----------------------------------------------------------------------===//
// Going back
//===----------------------------------------------------------------------===//

/// The process that the compiler was keeps standing where somebody waits for
/// it, and is ended otherwise.
void Copies::setAside(Compiler &compiler) {
  if (!compiler.isConnected() || compiler.hasExited())
    return;
  if (compiler.isRestarted)
    killProcess(compiler.pidFd);
  else
    pastOf(compiler).standIn.emplace(Past::StandIn{
        std::move(compiler.connection), std::move(compiler.pidFd)});
  compiler.connection.close();
  compiler.pidFd.close();
}

/// Waits until a copy of the checkpoint stands ready. The compiler stays where
/// it is meanwhile.
Error Copies::awaitCopy(Compiler &compiler, Checkpoint &checkpoint) {
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
  const Listener &listener = session.admitted().connections();
  int64_t turnedAway = listener.turnedAway();
  while (true) {
    session.messages().greetNewcomers();
    if (pastOf(compiler).travel->copy)
      return Error::success();
    if (listener.turnedAway() != turnedAway)
      return createStringError("there are too many open files for a copy of "
                               "the checkpoint");
    consumeError(checkpoint.connection.receive());
    Expected<std::optional<Message>> reply = checkpoint.connection.next();
    if (!reply) {
      consumeError(reply.takeError());
      return fail("sent an invalid message");
    }
    if (*reply && (*reply)->response)
      return createStringError("the checkpoint cannot be copied: " +
                               (*reply)->response->error);
    if (checkpoint.connection.atEnd())
      return fail("has died");
    if (steady_clock::now() > deadline)
      return fail("does not answer");
    if (session.interrupts().take())
      return createStringError("interrupted; the compiler has not moved");
    session.waitForNewcomers(
        /*timeout=*/100, {checkpoint.connection.descriptor(),
                          session.interrupts().descriptor()});
  }
}

/// The copy goes on instead of the process that the compiler has been so far.
void Copies::takePlace(Compiler &compiler, Past::Copy copy) {
  setAside(compiler);
  compiler.connection = std::move(copy.connection);
  compiler.pid = copy.pid;
  compiler.pidFd = std::move(copy.pidFd);
  compiler.phase = Phase::Running;
  compiler.isRestarted = true;
  compiler.followsCommand = session.command().status().has_value();
  // It has told whether they match, which may have used up what they ignore.
  compiler.breakpointsVersion = ~uint64_t(0);
  compiler.lastControl = Control::RunTo;
  // The copy was told when to be heard again.
  Past &past = pastOf(compiler);
  past.unmutesOutput = false;
  past.checkpointsCome = 0;
  session.compilers().follow(compiler);
}

Error Copies::goBack(Compiler &compiler, Checkpoint &checkpoint,
                     Resume onward) {
  Past &past = pastOf(compiler);
  Past::Travel &travel = past.travel.emplace();
  travel.checkpoint = checkpoint.process;
  Message begin;
  Restart &restart = begin.restart.emplace();
  restart.silentUntil = past.wasWrittenUntil(checkpoint.mark);
  restart.breakpoints = session.messages().breakpointsFor(compiler);
  restart.printsStages = past.printsStages;
  Error error = awaitCopy(compiler, checkpoint);
  if (!error)
    error = travel.copy->connection.send(begin);
  if (error) {
    past.travel.reset();
    return error;
  }
  takePlace(compiler, std::move(*travel.copy));
  travel.copy.reset();
  travel.onward = std::move(onward);
  travel.onward.control = Control::RunTo;
  for (int64_t action : past.skipped)
    if (isBeforeAction(checkpoint.mark, action))
      travel.onward.skipped.push_back(action);
  past.forgetChangesAfter(checkpoint.mark);
  past.checkpoints.cutAfter(checkpoint.mark);
  return Error::success();
}

/// What was skipped later than the stop may be done this time.
void Copies::forgetSkips(Compiler &compiler) {
  std::vector<int64_t> &skipped = pastOf(compiler).skipped;
  size_t before = skipped.size();
  erase_if(skipped, [&](int64_t action) {
    return isBeforeAction(compiler.stop.mark, action);
  });
  if (skipped.size() != before)
    divergeFromPast(compiler);
}

/// From here on the run takes another way than it did: what it writes is new,
/// and what came later will not come again.
void Copies::divergeFromPast(Compiler &compiler) {
  Past &past = pastOf(compiler);
  past.hasReachedEnd = false;
  past.hasDiverged = true;
  past.furthest = compiler.stop.mark;
  past.unmutesOutput = true;
  past.checkpoints.forgetAfter(compiler.stop.mark);
}

/// A restarted copy has stopped for the first time, at its checkpoint, or where
/// it was to go. Whether the user is to see it.
bool Copies::continueTravel(Compiler &compiler) {
  Past &past = pastOf(compiler);
  Past::Travel &travel = *past.travel;
  const Stopped &stop = compiler.stop;
  const Mark &target = travel.onward.target;
  bool isThere =
      stop.mark.action == target.action && stop.mark.when == target.when;
  if (travel.isOnWay || isThere) {
    past.travel.reset();
    forgetSkips(compiler);
    return true;
  }
  travel.isOnWay = true;
  matchedStart = stop.breakpoints.empty() ? Mark() : stop.mark;
  session.messages().resume(compiler, travel.onward);
  return false;
}

bool Copies::isTravelling(const Compiler &compiler) const {
  auto found = pasts.find(&compiler);
  return found != pasts.end() && found->second->travel;
}

bool Copies::arrived(Compiler &compiler) {
  if (isTravelling(compiler) && !continueTravel(compiler))
    return false;
  Mark &furthest = pastOf(compiler).furthest;
  if (isBefore(furthest, compiler.stop.mark))
    furthest = compiler.stop.mark;
  return true;
}

void Copies::shown(Compiler &compiler) { fitMemory(compiler); }

void Copies::skipping(Compiler &compiler) {
  Past &past = pastOf(compiler);
  past.skipped.push_back(compiler.stop.mark.action);
  if (past.hasReachedEnd || isBefore(compiler.stop.mark, past.furthest))
    divergeFromPast(compiler);
}

void Copies::goingOn(Compiler &compiler, Resume &resume) {
  resume.unmutesOutput = std::exchange(pastOf(compiler).unmutesOutput, false);
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

/// Lets the process that stood in for a copy end as that did. Where the command
/// has a process that adopts orphans, the copy was the child of that one. If it
/// was faster to ask how the copy ended, nobody knows any more, and what stood
/// in must not look like a success.
void Copies::releaseStandIn(const Compiler &compiler, Past &past) {
  std::optional<int> status = session.command().statusOf(compiler.pid);
  if (!status && isOurChild(compiler.pid))
    return;
  if (!status)
    status = statusOfZombie(compiler.pid).value_or(SIGKILL);
  Message message;
  ExitAs &exitAs = message.exitAs.emplace();
  if (WIFSIGNALED(*status))
    exitAs.signal = WTERMSIG(*status);
  else
    exitAs.code = WEXITSTATUS(*status);
  if (Error error = past.standIn->connection.send(message)) {
    consumeError(std::move(error));
    killProcess(past.standIn->pidFd);
  }
  past.standIn.reset();
}

/// A long make has many compilers; nobody goes back into one that went by long
/// ago.
void Copies::dropOldPasts() {
  constexpr size_t kKept = 2;
  std::vector<const Compiler *> old;
  for (auto &[compiler, past] : pasts)
    if (compiler->phase == Phase::Ended && !past->checkpoints.empty() &&
        compiler != session.compilers().current() &&
        compiler->trace->attach() && !compiler->endedAbruptly() &&
        compiler->trace->firstEndLeftOut() == 0)
      old.push_back(compiler);
  if (old.size() <= kKept)
    return;
  sort(old, [](auto *a, auto *b) { return a->number < b->number; });
  for (const Compiler *compiler : ArrayRef(old).drop_back(kKept)) {
    Past &past = pastOf(*compiler);
    past.checkpoints.clear();
    past.wentBy = true;
  }
}

void Copies::attend() {
  if (hasStandIns())
    session.command().collect();
  if (!allPastsAreKept)
    dropOldPasts();
  for (auto &[compiler, past] : pasts) {
    if (compiler->phase != Phase::Ended)
      continue;
    past->hasReachedEnd = true;
    past->travel.reset();
    past->checkpoints.releasePipes();
    if (past->standIn)
      releaseStandIn(*compiler, *past);
  }
}

bool Copies::hasStandIn(const Compiler &compiler) const {
  auto found = pasts.find(&compiler);
  return found != pasts.end() && found->second->standIn;
}

bool Copies::hasStandIns() const {
  return any_of(pasts, [](auto &e) { return bool(e.second->standIn); });
}

bool Copies::hasCopies() const {
  return any_of(pasts, [](auto &e) { return !e.second->checkpoints.empty(); });
}

void Copies::killAll() {
  for (auto &[compiler, past] : pasts) {
    past->checkpoints.clear();
    past->travel.reset();
    past->standIn.reset();
  }
}

//===----------------------------------------------------------------------===//
// Changes by hand
//===----------------------------------------------------------------------===//

void Copies::noteChange(Stopped now) {
  Compiler &compiler = *session.compilers().current();
  Stopped &stop = compiler.stop;
  int64_t copies = stop.copies;
  Mark before = stop.mark;
  std::vector<int64_t> hit = std::move(stop.breakpoints);
  stop = std::move(now);
  stop.breakpoints = std::move(hit);
  stop.copies = copies;
  divergeFromPast(compiler);
  keepChange(compiler, before);
}

/// A change cannot be made again on the way from an earlier checkpoint: a copy
/// of the compiler holds it.
void Copies::keepChange(Compiler &compiler, const Mark &before) {
  int64_t number = lastCheckpoint;
  Expected<Checkpoint &> made = make();
  lastCheckpoint = number;
  if (made) {
    made->number = 0;
    made->holdsChange = true;
    compiler.stop.mark = made->mark;
  } else {
    consumeError(made.takeError());
  }
  pastOf(compiler).changes.push_back({before, compiler.stop.mark});
}

bool Copies::leadsAcrossChange(const Compiler &compiler, const Mark &start,
                               function_ref<bool(const Mark &)> fits) {
  return any_of(pastOf(compiler).changes, [&](const Past::Change &change) {
    return isBefore(start, change.after) && fits(change.after);
  });
}

const Mark *Copies::beforeChange(const Compiler &compiler) {
  const std::vector<Past::Change> &changes = pastOf(compiler).changes;
  bool isHere = !changes.empty() && changes.back().after == compiler.stop.mark;
  return isHere ? &changes.back().before : nullptr;
}

} // namespace mlir::trackdbg
