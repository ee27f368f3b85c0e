//===- StopLoop.cpp - What happens while the compiler stands still --------===//

#include "stop/StopLoop.h"

#include "ir/BeforeImage.h"
#include "ir/LocationText.h"
#include "ir/Printing.h"
#include "process/BorrowingChild.h"
#include "stop/Cursor.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

#include <csignal>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
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

/// Whether an IR unit of an action's context is still there. Only the first
/// unit's op is watched; others are looked for where they were.
static bool isAlive(const ActiveAction &action, IRUnit unit) {
  if (!action.rootAlive || !action.root)
    return false;
  if (isa<Operation *>(unit))
    return cast<Operation *>(unit) == action.root;
  for (Region &region : action.root->getRegions()) {
    if (dyn_cast<Region *>(unit) == &region)
      return true;
    for (Block &block : region)
      if (dyn_cast<Block *>(unit) == &block)
        return true;
  }
  return false;
}

Operation *StopLoop::livingOp() const {
  if (auto *op = dyn_cast_if_present<Operation *>(cursor))
    return op;
  for (ActiveAction *action = selected; action; action = action->parent)
    if (action->root && action->rootAlive)
      return action->root;
  return nullptr;
}

ActiveAction *StopLoop::frameAt(int64_t index) const {
  ActiveAction *action = top;
  for (; action && index > 0; --index)
    action = action->parent;
  return index == 0 ? action : nullptr;
}

//===----------------------------------------------------------------------===//
// Stopping
//===----------------------------------------------------------------------===//

Frame StopLoop::describeFrame(const ActiveAction &action) const {
  const ActionKind &kind = interner.actionKind(action.kind);
  Frame frame;
  frame.action = action.number;
  frame.tag = kind.tag;
  frame.name = kind.name;
  frame.argument = kind.argument;
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
  }
  return frame;
}

Stopped StopLoop::describe(const StopReason &reason) const {
  Stopped stopped;
  stopped.when = reason.when;
  stopped.breakpoints.assign(reason.breakpoints.begin(),
                             reason.breakpoints.end());
  stopped.interrupted = reason.interrupted;
  for (ActiveAction *action = top; action; action = action->parent)
    stopped.stack.push_back(describeFrame(*action));
  stopped.hits = breakpoints.hits();
  stopped.place = checkpoints.placeOf(*top, reason.when);
  stopped.copies = checkpoints.count();
  stopped.lastHit = reason.lastHit;
  stopped.lastHitWhen = reason.lastHitWhen;
  stopped.sightings = breakpoints.sightings(reason.breakpoints);
  stopped.previous.action = reason.previous;
  stopped.previous.when = reason.previousWhen;
  if (reason.when == When::Before)
    return stopped;
  if (top->result == trace::ActionResult::Success)
    stopped.result = "succeeded";
  else if (top->result == trace::ActionResult::Failure)
    stopped.result = "failed";
  if (top->notes)
    stopped.reason = top->notes->reason;
  stopped.changesKnown = changesKnown;
  EventCounts counts = ThreadState::current().counts - top->countsAtBegin;
  stopped.created = counts.created;
  stopped.erased = counts.erased;
  stopped.replaced = counts.replaced;
  stopped.modified = counts.modified;
  stopped.moved = counts.moved;
  return stopped;
}

/// A restarted copy has gone on instead, and this is how it ended.
[[noreturn]] static void leave(const Leave &leave) {
  if (leave.signal > 0) {
    forbidCore();
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, leave.signal);
    signal(leave.signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    raise(leave.signal);
  }
  _exit(int(leave.code));
}

std::optional<Resume> StopLoop::talk(const StopReason &reason) {
  Message stopped;
  stopped.stopped = describe(reason);
  if (!connection.send(stopped))
    return std::nullopt;
  while (std::optional<Message> message = connection.receive()) {
    if (message->resume)
      return std::move(message->resume);
    if (message->leave)
      leave(*message->leave);
    if (!message->look)
      continue;
    Message reply;
    if (message->look->kind == Look::Kind::Checkpoint) {
      Expected<Checkpoints::Life> life = checkpoints.take(*top, reason.when);
      if (life && *life == Checkpoints::Life::Restarted)
        return talk(reason);
      Answer &answer = reply.answer.emplace();
      if (!life)
        answer.error = toString(life.takeError());
    } else {
      std::optional<Resume> onward;
      reply.answer = answer(*message->look, reason, onward);
      if (onward)
        return onward;
    }
    if (!connection.send(reply))
      break;
  }
  return std::nullopt;
}

Control StopLoop::obey(const Resume &resume, When when) {
  if (resume.breakpoints)
    breakpoints.assign(*resume.breakpoints);
  breakpoints.goOn();
  detached = resume.control == Control::Detach;
  runTarget.action = resume.target.action;
  runTarget.when = resume.target.when;
  runTarget.noteHits = resume.noteHits;
  runTarget.skipped.assign(resume.skipped.begin(), resume.skipped.end());
  checkpoints.setNext(resume.checkpointAt);
  if (resume.speaksUp)
    checkpoints.speakUp();
  // These two come back after the action, and then a user may want to see what
  // it changed.
  bool willStopAfter =
      resume.control == Control::Step || resume.control == Control::Next;
  if (when == When::Before && willStopAfter && top->root)
    top->makeNotes().image = BeforeImage::make(changingOp());
  return resume.control;
}

Control StopLoop::stop(ActiveAction &action, const StopReason &reason) {
  if (isChanging)
    return Control::Continue;
  std::lock_guard<std::mutex> lock(oneStopAtATime);
  if (detached)
    return Control::Continue;
  top = selected = &action;
  when = reason.when;
  cursor = IRUnit();
  if (action.root && action.rootAlive)
    cursor = action.root;
  if (std::optional<Resume> resume = talk(reason)) {
    Control control = obey(*resume, reason.when);
    detached |= inTrial;
    return control;
  }
  detached = true;
  return Control::Continue;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

static llvm::Error cursorLost() {
  return createStringError("the op of this action has been erased; 'diff' "
                           "shows what stands there now");
}

Answer StopLoop::answer(const Look &question, const StopReason &reason,
                        std::optional<Resume> &onward) {
  Expected<Answer> result = [&]() -> Expected<Answer> {
    switch (question.kind) {
    case Look::Kind::Trial:
      return tryOut(question, onward);
    case Look::Kind::SetAttribute:
    case Look::Kind::Erase:
    case Look::Kind::ReplaceUses:
    case Look::Kind::ReplaceText:
    case Look::Kind::RunPasses:
      return change(question, reason);
    case Look::Kind::TryPasses:
      return tryPasses(question, reason);
    case Look::Kind::EditedText:
      return showText(question, reason);
    default:
      return look(question);
    }
  }();
  if (result)
    return std::move(*result);
  Answer failed;
  failed.error = toString(result.takeError());
  return failed;
}

Expected<Answer> StopLoop::look(const Look &look) {
  OpPrintingFlags flags = printingFlags(look);
  switch (look.kind) {
  case Look::Kind::Context:
    return lookAtContext(look.index);
  case Look::Kind::Diff:
    return lookAtDiff(look);
  case Look::Kind::Handles:
    return lookAtHandles();
  case Look::Kind::Pipeline:
    return lookAtPipeline();
  case Look::Kind::Frame:
    return selectFrame(look.index);
  case Look::Kind::Print: {
    Expected<IRUnit> unit = findUnit(look.unit);
    return unit ? show(*unit, flags) : unit.takeError();
  }
  case Look::Kind::Resolve: {
    Expected<IRUnit> unit = findUnit(look.unit);
    if (!unit)
      return unit.takeError();
    Answer answer;
    answer.units.emplace_back().kind = kindOf(*unit).str();
    answer.units.back().address =
        reinterpret_cast<uintptr_t>(unit->getOpaqueValue());
    return answer;
  }
  case Look::Kind::Evaluate:
    return evaluate(look.unit);
  case Look::Kind::CursorSelect: {
    ArrayRef<IRUnit> units = selected->getAction().getContextIRUnits();
    if (look.index < 0 || look.index >= int64_t(units.size()))
      return createStringError("no IR unit %lld in the context of this "
                               "action: it has %zu, counted from 0",
                               (long long)look.index, units.size());
    if (!isAlive(*selected, units[look.index]))
      return createStringError("IR unit %lld of the context has been erased",
                               (long long)look.index);
    return moveCursor(units[look.index]);
  }
  case Look::Kind::CursorParent:
  case Look::Kind::CursorChild:
  case Look::Kind::CursorPrevious:
  case Look::Kind::CursorNext:
  case Look::Kind::Checkpoint: // No questions; see talk().
  case Look::Kind::Trial:
  case Look::Kind::SetAttribute:
  case Look::Kind::Erase:
  case Look::Kind::ReplaceUses:
  case Look::Kind::EditedText:
  case Look::Kind::ReplaceText:
  case Look::Kind::RunPasses:
  case Look::Kind::TryPasses:
    break;
  }
  if (cursor.isNull())
    return cursorLost();
  switch (look.kind) {
  case Look::Kind::CursorParent:
    return moveCursor(parentOf(cursor));
  case Look::Kind::CursorChild:
    return moveCursor(childOf(cursor, look.index));
  case Look::Kind::CursorPrevious:
    return moveCursor(previousOf(cursor));
  default:
    return moveCursor(nextOf(cursor));
  }
}

/// What is said about a unit beside its text.
static Unit describeUnit(IRUnit unit) {
  Unit result;
  result.kind = kindOf(unit).str();
  result.address = reinterpret_cast<uintptr_t>(unit.getOpaqueValue());
  if (auto *op = dyn_cast<Operation *>(unit))
    result.name = op->getName().getStringRef().str();
  return result;
}

Expected<Answer> StopLoop::show(IRUnit unit, const OpPrintingFlags &flags) {
  Expected<std::string> text = printUnit(unit, flags);
  if (!text)
    return text.takeError();
  Answer answer;
  answer.units.push_back(describeUnit(unit));
  answer.units.back().text = std::move(*text);
  return answer;
}

Expected<Answer> StopLoop::lookAtContext(int64_t index) {
  ActiveAction *frame = frameAt(index);
  if (!frame)
    return createStringError("No frame at level %lld.", (long long)index);
  Look oneLine;
  oneLine.regions = false;
  OpPrintingFlags flags = printingFlags(oneLine);
  Answer answer;
  for (IRUnit unit : frame->getAction().getContextIRUnits()) {
    if (unit.isNull())
      continue;
    if (isAlive(*frame, unit)) {
      Expected<Answer> shown = show(unit, flags);
      if (!shown)
        return shown.takeError();
      answer.units.push_back(std::move(shown->units.front()));
      continue;
    }
    Unit dead;
    dead.kind = kindOf(unit).str();
    dead.address = reinterpret_cast<uintptr_t>(unit.getOpaqueValue());
    dead.alive = false;
    answer.units.push_back(std::move(dead));
  }
  return answer;
}

Expected<Answer> StopLoop::lookAtDiff(const Look &look) {
  if (!top->notes || !top->notes->image)
    return createStringError(
        "nothing is known from before this action: stop before it and go over "
        "it with 'next' or 'step'");
  BeforeImage &image = *top->notes->image;
  Answer answer;
  answer.title = image.title;
  Expected<std::string> before = image.print(look);
  if (!before)
    return before.takeError();
  answer.before = std::move(*before);
  // A function may be replaced whole: then the one of that name stands for it.
  Operation *after = image.functionAlive ? image.function : nullptr;
  if (!after && !image.symbol.empty())
    if (Operation *near = livingOp())
      after = findSymbol(near, image.symbol);
  if (after) {
    Expected<std::string> text = printUnit(after, printingFlags(look));
    if (!text)
      return text.takeError();
    answer.after = std::move(*text);
  }
  return answer;
}

Expected<Answer> StopLoop::evaluate(llvm::StringRef text) const {
  Expected<Expression> expression = Expression::parse(text);
  if (!expression)
    return expression.takeError();
  Answer answer;
  Unit &unit = answer.units.emplace_back();
  unit.kind = "value";
  unit.text = literalOf(expression->evaluate([&](unsigned index) {
    return readTerm(expression->terms()[index], *selected, interner);
  }));
  return answer;
}

Expected<Answer> StopLoop::moveCursor(Expected<IRUnit> unit) {
  if (!unit)
    return unit.takeError();
  cursor = *unit;
  Look oneLine;
  oneLine.regions = false;
  return show(cursor, printingFlags(oneLine));
}

Expected<Answer> StopLoop::selectFrame(int64_t index) {
  ActiveAction *frame = frameAt(index);
  if (!frame)
    return createStringError("No frame at level %lld.", (long long)index);
  selected = frame;
  cursor = IRUnit();
  if (frame->root && frame->rootAlive)
    cursor = frame->root;
  return Answer();
}

Expected<IRUnit> StopLoop::findUnit(llvm::StringRef name) {
  if (name.empty()) {
    if (cursor.isNull())
      return cursorLost();
    return cursor;
  }
  uint64_t address;
  if (name.starts_with("0x") && !name.getAsInteger(0, address))
    return IRUnit(reinterpret_cast<Operation *>(address));

  Operation *near = livingOp();
  if (!near)
    return createStringError("every op of this action has been erased, so "
                             "'%s' cannot be looked up here",
                             name.str().c_str());
  llvm::StringRef rest = name;
  if (rest.consume_front("@")) {
    auto [symbol, value] = rest.split('/');
    Operation *op = findSymbol(near, symbol);
    if (!op)
      return createStringError("no op with the symbol name '@%s' in this "
                               "module",
                               symbol.str().c_str());
    if (value.empty())
      return IRUnit(op);
    near = op;
    rest = value;
  }
  if (Operation *op = findByValueName(near, rest))
    return IRUnit(op);
  return createStringError(
      "no op defines '%s' in %s as it is now; name another function as "
      "'@f/%%5'",
      rest.str().c_str(), titleOf(enclosingFunction(near)).c_str());
}
