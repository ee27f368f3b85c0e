//===- StopLoopChanges.cpp - What the user changes at a stop --------------===//

#include "stop/StopLoop.h"

#include "ir/Printing.h"
#include "stop/EditText.h"
#include "stop/Edits.h"
#include "stop/Trial.h"

#include "llvm/Support/SaveAndRestore.h"

#include <limits>

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Running on in a copy
//===----------------------------------------------------------------------===//

/// Of the copy: never to stop again, without the action that was asked for.
static Resume onwardInTrial(int64_t skipped, int64_t current) {
  Resume resume;
  resume.control = skipped == current ? Control::Skip : Control::RunTo;
  resume.target.action = std::numeric_limits<int64_t>::max();
  if (skipped)
    resume.skipped.push_back(skipped);
  return resume;
}

Expected<Answer> StopLoop::tryOut(const Look &look,
                                  std::optional<Resume> &onward) {
  Expected<Trial> trial = startTrial(recorder.traceFile(), look.text);
  if (!trial)
    return trial.takeError();
  Answer answer;
  if (trial->side == Trial::Side::Copy) {
    inTrial = true;
    omission = look.omission;
    onward = onwardInTrial(look.index, top->number);
    return answer;
  }
  answer.processId = trial->process;
  answer.units = std::move(trial->files);
  return answer;
}

//===----------------------------------------------------------------------===//
// Changing the IR
//===----------------------------------------------------------------------===//

/// "%5#1": the second result; without a number, the first.
static Expected<Value> resultOf(IRUnit unit, StringRef name) {
  auto *op = dyn_cast<Operation *>(unit);
  unsigned index = 0;
  StringRef number = name.split('#').second;
  bool isNumber = number.empty() || !number.getAsInteger(10, index);
  if (op && isNumber && index < op->getNumResults())
    return Value(op->getResult(index));
  return createStringError("'%s' is no value that an op defines",
                           name.str().c_str());
}

Expected<Operation *> StopLoop::findOp(StringRef name) {
  Expected<IRUnit> unit = findUnit(name);
  if (!unit)
    return unit.takeError();
  if (auto *op = dyn_cast<Operation *>(*unit))
    return op;
  return createStringError("the cursor is at a %s and not at an op",
                           kindOf(*unit).str().c_str());
}

llvm::Error StopLoop::changeIR(const Look &look, Edits &edits) {
  if (look.kind == Look::Kind::ReplaceUses) {
    Expected<IRUnit> unit = findUnit(look.unit), other = findUnit(look.name);
    if (!unit || !other)
      return llvm::joinErrors(unit.takeError(), other.takeError());
    Expected<Value> value = resultOf(*unit, look.unit);
    if (!value)
      return value.takeError();
    Expected<Value> replacement = resultOf(*other, look.name);
    if (!replacement)
      return replacement.takeError();
    return edits.replaceUses(*value, *replacement);
  }
  Expected<Operation *> op = findOp(look.unit);
  if (!op)
    return op.takeError();
  if (look.kind == Look::Kind::Erase)
    return edits.erase(*op);
  if (look.kind == Look::Kind::RunPasses)
    return edits.runPasses(*op, look.text);
  if (look.kind == Look::Kind::ReplaceText)
    return edits.replaceText(*op, look.text, look.name);
  return edits.setAttribute(*op, look.name, look.text);
}

Expected<Answer> StopLoop::showText(const Look &look,
                                    const StopReason &reason) {
  Edits edits(*execution, recorder, *top, reason.when);
  if (Expected<Operation *> root = edits.root(); !root)
    return root.takeError();
  Expected<Operation *> op = findOp(look.unit);
  if (!op)
    return op.takeError();
  Expected<Operation *> edited = edits.editedOp(*op);
  if (!edited)
    return edited.takeError();
  Answer answer;
  answer.title = titleOf(*edited);
  Unit &unit = answer.units.emplace_back();
  unit.kind = kindOf(*edited).str();
  if (llvm::Error error =
          runInCopy([&] { return editableText(*edited); }).moveInto(unit.text))
    return error;
  return answer;
}

Expected<Answer> StopLoop::tryPasses(const Look &look,
                                     const StopReason &reason) {
  Expected<Operation *> op = findOp(look.unit);
  if (!op)
    return op.takeError();
  Edits edits(*execution, recorder, *top, reason.when);
  Operation *function = enclosingFunction(*op);
  OpPrintingFlags flags = printingFlags(look);
  Answer answer;
  answer.title = titleOf(function);
  if (llvm::Error error = printUnit(function, flags).moveInto(answer.before))
    return error;
  if (llvm::Error error =
          edits.afterPasses(function, look.text, flags).moveInto(answer.after))
    return error;
  return answer;
}

Expected<Answer> StopLoop::change(const Look &look, const StopReason &reason) {
  Edits edits(*execution, recorder, *top, reason.when);
  if (Expected<Operation *> root = edits.root(); !root)
    return root.takeError();
  {
    llvm::SaveAndRestore changing(isChanging, true);
    if (llvm::Error error = changeIR(look, edits))
      return error;
  }
  // It may have been at an op that is gone.
  selected = top;
  cursor = top->root;
  Answer answer;
  answer.stop = describe(reason);
  return answer;
}
