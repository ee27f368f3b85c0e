//===- Changer.cpp - Requests that change the IR at a stop ----------------===//

#include "stop/Changer.h"

#include "ir/Printing.h"
#include "stop/EditText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// What would change
//===----------------------------------------------------------------------===//

/// Around `unit`. Where the op of the action is gone, around the op of the next
/// action that has one.
Expected<Operation *> Changer::functionAround(StringRef unit) const {
  Operation *living = stop.livingOp();
  if (unit.empty() && stop.cursor.isNull() && living)
    return enclosingFunction(living);
  Expected<Operation *> op = stop.findOp(unit);
  if (!op)
    return op.takeError();
  return enclosingFunction(*op);
}

Expected<DiffAnswer> Changer::handle(const TryPassesRequest &request) {
  Expected<Operation *> found = functionAround(request.unit);
  if (!found)
    return found.takeError();
  Operation *function = *found;
  OpPrintingFlags flags = printingFlags(request.options);
  DiffAnswer answer;
  answer.title = titleOf(function);
  Expected<TiedText> before = printTied(function, flags);
  if (!before)
    return before.takeError();
  answer.before = std::move(before->text);
  answer.beforeTies = llvm::toHex(before->ties);
  if (request.pipeline.empty())
    return answer;
  if (llvm::Error error = edits.afterPasses(function, request.pipeline, flags)
                              .moveInto(answer.after))
    return error;
  return answer;
}

Expected<EditableTextAnswer>
Changer::handle(const EditableTextRequest &request) {
  if (Expected<Operation *> root = edits.root(); !root)
    return root.takeError();
  Expected<Operation *> op = stop.findOp(request.unit);
  if (!op)
    return op.takeError();
  Expected<Operation *> edited = edits.editedOp(*op);
  if (!edited)
    return edited.takeError();
  EditableTextAnswer answer;
  answer.title = titleOf(*edited);
  if (llvm::Error error = runInCopy([&] {
                            return editableText(*edited);
                          }).moveInto(answer.text))
    return error;
  return answer;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

ChangedAnswer Changer::changed() {
  // They may have been at an op that is gone.
  stop.selected = stop.top;
  stop.cursor = stop.top->root;
  return ChangedAnswer{describe()};
}

Expected<ChangedAnswer> Changer::changeOp(StringRef unit, Change change) {
  if (Expected<Operation *> root = edits.root(); !root)
    return root.takeError();
  Expected<Operation *> op = stop.findOp(unit);
  if (!op)
    return op.takeError();
  if (llvm::Error error = change(*op))
    return error;
  return changed();
}

Expected<ChangedAnswer> Changer::handle(const SetAttributeRequest &request) {
  return changeOp(request.unit, [&](Operation *op) {
    return edits.setAttribute(op, request.name, request.value);
  });
}

Expected<ChangedAnswer> Changer::handle(const EraseRequest &request) {
  return changeOp(request.unit, [&](Operation *op) { return edits.erase(op); });
}

Expected<ChangedAnswer> Changer::tryPasses(StringRef unit, StringRef pipeline) {
  Expected<Operation *> function = functionAround(unit);
  if (!function)
    return function.takeError();
  if (llvm::Error error = edits.tryPasses(*function, pipeline))
    return error;
  stop.selected = stop.top;
  stop.cursor = *function;
  return ChangedAnswer{describe()};
}

Expected<ChangedAnswer> Changer::handle(const RunPassesRequest &request) {
  if (request.isTrial)
    return tryPasses(request.unit, request.pipeline);
  return changeOp(request.unit, [&](Operation *op) {
    return edits.runPasses(op, request.pipeline);
  });
}

Expected<ChangedAnswer> Changer::handle(const ReplaceTextRequest &request) {
  return changeOp(request.unit, [&](Operation *op) {
    return edits.replaceText(op, request.text, request.file);
  });
}

/// An argument, or with "#1" behind the unit of an op the second result;
/// without a number, the first.
static Expected<Value> valueOf(const Stop &stop, StringRef name) {
  auto [unitName, number] = name.split('#');
  Expected<IRUnit> unit = stop.findUnit(unitName);
  if (!unit)
    return unit.takeError();
  if (auto value = dyn_cast<Value>(*unit))
    return value;
  auto *op = dyn_cast<Operation *>(*unit);
  unsigned index = 0;
  bool isNumber = number.empty() || !number.getAsInteger(10, index);
  if (op && isNumber && index < op->getNumResults())
    return Value(op->getResult(index));
  if (op && op->getNumResults() == 0)
    return createStringError("'%s' has no results", titleOf(op).c_str());
  if (op)
    return createStringError("'%s' has %u result%s, and none has the number "
                             "'%s', counted from 0",
                             titleOf(op).c_str(), op->getNumResults(),
                             op->getNumResults() == 1 ? "" : "s",
                             number.empty() ? "0" : number.str().c_str());
  return createStringError("a block or a region is not a value");
}

Expected<ChangedAnswer> Changer::handle(const ReplaceUsesRequest &request) {
  if (Expected<Operation *> root = edits.root(); !root)
    return root.takeError();
  Expected<Value> value = valueOf(stop, request.value);
  if (!value)
    return value.takeError();
  Expected<Value> replacement = valueOf(stop, request.replacement);
  if (!replacement)
    return replacement.takeError();
  if (llvm::Error error = edits.replaceUses(*value, *replacement))
    return error;
  return changed();
}
