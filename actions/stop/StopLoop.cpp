//===- StopLoop.cpp - What happens while the compiler stands still --------===//

#include "stop/StopLoop.h"

#include "core/ActionText.h"
#include "core/LLVMPass.h"
#include "ir/BeforeImage.h"
#include "ir/Compat.h"
#include "ir/LocationText.h"
#include "ir/Printing.h"
#include "ir/Traits.h"
#include "process/BorrowingChild.h"
#include "process/OwnDescriptor.h"
#include "stop/Changer.h"
#include "stop/Inspector.h"
#include "stop/NativeDebugger.h"
#include "stop/Trial.h"
#include "llvm/LLVMUnits.h"

#include <csignal>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// What is alive
//===----------------------------------------------------------------------===//

void StopLoop::noteDeath(Operation *op) {
  for (ActiveAction *action = ThreadState::current().top; action;
       action = action->parent) {
    if (action->root == op)
      action->loseRoot();
    if (action->notes && action->notes->image &&
        action->notes->image->function == op)
      action->notes->image->functionAlive = false;
  }
}

//===----------------------------------------------------------------------===//
// Stopping
//===----------------------------------------------------------------------===//

Frame StopLoop::describeFrame(const ActiveAction &action) const {
  const ActionKind &kind = recorder.interner().actionKind(action.kind);
  Frame frame;
  frame.action = action.number;
  frame.tag = kind.tag;
  frame.name = kind.name;
  frame.argument = kind.argument;
  frame.text = textAtStop(action);
  frame.address = reinterpret_cast<uintptr_t>(action.root);
  frame.alive = action.rootAlive;
  if (!action.root)
    return frame;
  Operation *root = action.rootAlive ? action.root : nullptr;
  OperationName name = root ? root->getName() : *action.notes->erasedName;
  Location location =
      root ? root->getLoc() : Location(action.notes->erasedLocation);
  frame.op = name.getStringRef().str();
  frame.symbol = root ? symbolOf(root).str() : action.notes->erasedSymbol;
  frame.location = locationText(location);
  if (FileLineColRange range = firstFileLocation(location)) {
    frame.file = range.getFilename().getValue().str();
    frame.line = range.getStartLine();
    frame.column = range.getStartColumn();
  } else if (root) {
    frame.around = placeAround(root);
  }
  return frame;
}

/// Whether a conversion around the action may have yet to free what that
/// erased.
bool StopLoop::maySpareErased(const ActiveAction &action) const {
  auto isTagged = [&](const ActiveAction &each, StringRef tag) {
    return recorder.interner().actionKind(each.kind).tag == tag;
  };
  // MLIR 19 has no action for a conversion. Where there is none, what a pattern
  // erases is free by now.
  if (isTagged(action, kApplyPatternTag))
    return true;
  for (const ActiveAction *each = action.parent; each; each = each->parent)
    if (isTagged(*each, "apply-conversion"))
      return true;
  return false;
}

static Outcome outcomeOf(const ActiveAction &action) {
  switch (action.result) {
  case trace::ActionResult::Success:
    return llvmPassOf(action) ? Outcome::Changed : Outcome::Succeeded;
  case trace::ActionResult::Failure:
    return Outcome::Failed;
  case trace::ActionResult::Unchanged:
    return Outcome::Unchanged;
  case trace::ActionResult::Unknown:
  case trace::ActionResult::Skipped:
    break;
  }
  return Outcome::Unknown;
}

Stopped StopLoop::describe() const {
  const StopReason &reason = *at.reason;
  Stopped stopped;
  stopped.when = reason.when;
  stopped.breakpoints.assign(reason.breakpoints.begin(),
                             reason.breakpoints.end());
  stopped.interrupted = reason.interrupted;
  for (ActiveAction *action = at.top; action; action = action->parent)
    stopped.stack.push_back(describeFrame(*action));
  stopped.hits = breakpoints.hits();
  stopped.mark = checkpoints.markOf(*at.top, reason.when);
  stopped.mark.event = reason.event;
  stopped.copies = checkpoints.count();
  stopped.lastHit = reason.lastHit;
  stopped.sightings = breakpoints.sightings(reason.breakpoints);
  stopped.previous.action = reason.previous;
  stopped.previous.when = reason.previousWhen;
  if (reason.when == When::Inside) {
    stopped.eventOp = reinterpret_cast<uintptr_t>(reason.eventOp);
    stopped.eventOpName = reason.eventOp->getName().getStringRef().str();
    return stopped;
  }
  if (reason.when == When::Before) {
    stopped.mustRun = at.top->mustRun;
    return stopped;
  }
  stopped.result = outcomeOf(*at.top);
  if (at.top->notes)
    stopped.reason = at.top->notes->reason;
  stopped.changesKnown = changesKnown;
  EventCounts counts = ThreadState::current().counts - at.top->countsAtBegin;
  stopped.created = counts.created;
  stopped.erased =
      counts.erased + (maySpareErased(*at.top) ? counts.dropped : 0);
  stopped.replaced = counts.replaced;
  stopped.modified = counts.trulyModified();
  stopped.moved = counts.moved;
  stopped.difference = difference;
  // What a pass did past the hooks is known without a copy from before it.
  EventCounts seen = counts;
  seen.different = 0;
  if (difference == Difference::NotCompared && counts.different &&
      !seen.isChange())
    stopped.difference = Difference::Some;
  return stopped;
}

/// A restarted copy has gone on instead, and this is how it ended.
[[noreturn]] static void exitAs(const ExitAs &end) {
  if (end.signal > 0) {
    forbidCore();
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, end.signal);
    signal(end.signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    raise(end.signal);
  }
  _exit(int(end.code));
}

bool StopLoop::makeCheckpoint(Response &response) {
  Expected<Checkpoints::Life> life = checkpoints.take(*at.top, at.when());
  if (!life)
    response.error = toString(life.takeError());
  else if (*life == Checkpoints::Life::Restarted)
    return true;
  else
    response.answer = DoneAnswer();
  return false;
}

std::optional<Resume> StopLoop::talk() {
  mlir_track_dbg_stopped(at.top->number);
  Message stopped;
  stopped.stopped = describe();
  if (!connection.send(stopped))
    return std::nullopt;
  while (std::optional<Message> message = connection.receive()) {
    if (message->resume)
      return std::move(message->resume);
    if (message->exitAs)
      exitAs(*message->exitAs);
    if (!message->request)
      continue;
    Message reply;
    Response &response = reply.response.emplace();
    if (std::holds_alternative<CheckpointRequest>(*message->request)) {
      if (makeCheckpoint(response))
        return beginAgain();
    } else {
      std::optional<Resume> onward;
      response = respond(*message->request, onward);
      if (onward)
        return onward;
    }
    if (!connection.send(reply))
      break;
  }
  return std::nullopt;
}

/// The user may have other breakpoints than when the checkpoint was made.
std::optional<Resume> StopLoop::beginAgain() {
  hitsAgain = breakpoints.startOver(checkpoints.takeBreakpoints(), *at.top,
                                    at.when(), at.reason->breakpoints);
  reasonAgain = *at.reason;
  reasonAgain.breakpoints = hitsAgain;
  reasonAgain.interrupted = false;
  reasonAgain.lastHit = Mark();
  at.reason = &reasonAgain;
  return talk();
}

Control StopLoop::obey(const Resume &resume) {
  if (resume.breakpoints)
    breakpoints.assign(*resume.breakpoints);
  breakpoints.goOn();
  detached = resume.control == Control::Detach;
  if (detached || resume.control == Control::Skip)
    checkpoints.noteDeparture();
  runTarget = {resume.target, resume.noteHits, {}};
  runTarget.skipped.assign(resume.skipped.begin(), resume.skipped.end());
  checkpoints.setNext(resume.checkpointAt);
  if (resume.unmutesOutput)
    checkpoints.unmuteOutput();
  // These two come back after the action, and then a user may want to see what
  // it changed.
  bool willStopAfter =
      resume.control == Control::Step || resume.control == Control::Next;
  if (at.when() == When::Before && willStopAfter)
    keepImage(*at.top);
  return resume.control;
}

static std::unique_ptr<BeforeImage> imageOf(const LLVMUnit &unit) {
  return BeforeImage::make(
      unit.title, [&unit](const PrintOptions &) { return printUnit(unit); });
}

void StopLoop::keepImage(ActiveAction &action) {
  if (const LLVMPassAction *pass = llvmPassOf(action)) {
    action.makeNotes().image = imageOf(pass->unit);
    return;
  }
  if (!action.root)
    return;
  Operation *changing = changingOp(action, recorder.interner());
  Operation *scope = scopeOf(action, changing);
  // What replaces a function stands beside it.
  bool isFunction = !action.isPass && isIsolatedFromAbove(changing->getName());
  if (isFunction && scope->isProperAncestor(changing))
    changing = changing->getParentOp();
  action.makeNotes().image = BeforeImage::make(changing, scope);
}

/// What hooks have not seen, at a stop after an action: properties and
/// locations are also set by functions that are inlined. And whether anything
/// is left of what an action did that failed: a conversion takes it back.
Difference StopLoop::findDifference() const {
  const ActiveAction &action = *at.top;
  bool hasFailed = action.result == trace::ActionResult::Failure;
  bool hasSeenChanges = ThreadState::current().counts != action.countsAtBegin;
  if (at.when() != When::After || !changesKnown || !action.notes ||
      !action.notes->image || (hasSeenChanges && !hasFailed))
    return Difference::NotCompared;
  return action.notes->image->compare();
}

Control StopLoop::stop(ActiveAction &action, const StopReason &reason) {
  if (changing == &ThreadState::current())
    return Control::Continue;
  std::lock_guard<std::mutex> lock(oneStopAtATime);
  if (detached)
    return passInTrial(action, reason.when);
  at = {&action, &action, &reason, IRUnit()};
  if (action.root && action.rootAlive)
    at.cursor = action.root;
  // What is being freed may not be looked at.
  if (reason.event == OpEvent::Created || reason.event == OpEvent::Replaced)
    at.cursor = reason.eventOp;
  difference = findDifference();
  if (std::optional<Resume> resume = talk()) {
    Control control = obey(*resume);
    detached |= inTrial;
    return control;
  }
  detached = true;
  return Control::Continue;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

namespace {
template <typename... Fs> struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename T, typename Handler>
concept HandledBy =
    requires(Handler &handler, const T &request) { handler.handle(request); };
} // namespace

/// Nobody knows what the action still does with what it has made.
static constexpr const char *kIsInside =
    "the action is in the middle of its work, and the IR may not be whole; "
    "'next' stops when the action is over";

Response StopLoop::respond(const Request &request,
                           std::optional<Resume> &onward) {
  Inspector inspector(at, recorder.interner());
  auto describeStop = [&] { return describe(); };
  Changer changer(at, *execution, recorder, describeStop);
  Response response;
  auto take = [&](auto answer) {
    if (answer)
      response.answer = std::move(*answer);
    else
      response.error = toString(answer.takeError());
  };
  auto inspect = [&]<HandledBy<Inspector> R>(const R &each) {
    take(inspector.handle(each));
  };
  auto change = [&]<HandledBy<Changer> R>(const R &each) {
    if (at.when() == When::Inside) {
      response.error = kIsInside;
      return;
    }
    checkpoints.noteDeparture();
    changing = &ThreadState::current();
    auto done = atScopeExit([&] { changing = nullptr; });
    take(changer.handle(each));
  };
  auto tryOut = [&](const TrialRequest &each) {
    if (at.when() == When::Inside)
      response.error = kIsInside;
    else
      take(runOn(each, onward));
  };
  auto tellStack = [&](const NativeStackRequest &each) {
    take(answerNativeStack(each, at, recorder));
  };
  auto checkpoint = [](const CheckpointRequest &) {}; // See talk().
  std::visit(Overloaded{inspect, change, tryOut, tellStack, checkpoint},
             request);
  return response;
}

/// Of a trial: without the action that was asked for; the only stop is there.
static Resume onwardInTrial(int64_t skipped, int64_t current) {
  Resume resume;
  resume.control = skipped == current ? Control::Skip : Control::RunTo;
  resume.target.action =
      skipped ? skipped : std::numeric_limits<int64_t>::max();
  return resume;
}

/// The debugger learns by a file whether there was such an action, and which.
Control StopLoop::passInTrial(const ActiveAction &action, When when) {
  if (!inTrial || int64_t(action.number) != skippedInTrial ||
      when == When::After)
    return Control::Continue;
  skippedInTrial = 0;
  if (watch)
    watch->begin(action);
  Message skipped;
  skipped.stopped.emplace().stack.push_back(describeFrame(action));
  OwnDescriptor file(
      open(skippedFile.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (std::string text = encode(skipped); file.get() >= 0)
    (void)!write(file.get(), text.data(), text.size());
  return Control::Skip;
}

Expected<TrialAnswer> StopLoop::runOn(const TrialRequest &request,
                                      std::optional<Resume> &onward) {
  Expected<Trial> trial = startTrial(recorder.traceFile(), request.folder);
  if (!trial)
    return trial.takeError();
  if (trial->side == Trial::Side::Copy) {
    inTrial = true;
    omission = request.omission;
    skippedInTrial = request.skipped;
    skippedFile = request.folder + "/skipped";
    if (request.watched != 0)
      watch.emplace(request.watched, request.folder);
    if (watch && int64_t(at.top->number) == request.watched)
      watch->begin(*at.top);
    onward = onwardInTrial(request.skipped, at.top->number);
    return TrialAnswer();
  }
  return TrialAnswer{trial->process, std::move(trial->files)};
}
