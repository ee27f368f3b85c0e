//===- Edits.cpp - Changes that the user makes by hand --------------------===//

#include "stop/Edits.h"
#include "ir/Traits.h"

#include "core/ActionNames.h"
#include "ir/LocationText.h"
#include "ir/Printing.h"
#include "stop/EditText.h"
#include "stop/Pipelines.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;

// Weak: a compiler that the tracker is linked into need not have a parser.
namespace mlir {
[[gnu::weak]] Attribute parseAttribute(llvm::StringRef, MLIRContext *, Type,
                                       size_t *, bool);
} // namespace mlir

namespace {
/// Keeps what MLIR says, in place of the compiler's own handlers.
class Diagnostics {
public:
  explicit Diagnostics(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return;
          if (!text.empty())
            text += "; ";
          if (!isa<UnknownLoc>(diagnostic.getLocation()))
            text += locationText(diagnostic.getLocation()) + ": ";
          text += diagnostic.str();
        }) {}
  llvm::Error error(StringRef otherwise) const {
    return createStringError(text.empty() ? otherwise.str() : text);
  }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};
} // namespace

//===----------------------------------------------------------------------===//
// Where changes may be made
//===----------------------------------------------------------------------===//

llvm::Expected<Operation *> Edits::root() const {
  if (!action.isPass)
    return createStringError(
        "the IR can only be changed between passes: inside a pass, patterns "
        "and drivers hold pointers to ops; 'finish' until the pass has ended, "
        "or break before the next one");
  if (!action.root || !action.rootAlive)
    return createStringError("the op of this pass has been erased");
  for (ActiveAction *around = action.parent; around; around = around->parent)
    if (!around->isAdaptor)
      return createStringError(
          "the IR cannot be changed here: %s runs this pass and may hold "
          "pointers to its ops; stop before or after that action",
          recorder.interner().actionKind(around->kind).name.c_str());
  return action.root;
}

llvm::Error Edits::checkInside(Operation *op) const {
  llvm::Expected<Operation *> root = this->root();
  if (!root)
    return root.takeError();
  if (op && (*root)->isAncestor(op))
    return llvm::Error::success();
  return createStringError(
      "the op is not in %s, and the enclosing pass may hold pointers to other "
      "ops; stop at a pass on the op itself, or on the module",
      titleOf(*root).c_str());
}

Operation *Edits::outermost() const {
  Operation *op = action.root;
  while (op->getParentOp())
    op = op->getParentOp();
  return op;
}

//===----------------------------------------------------------------------===//
// Making a change
//===----------------------------------------------------------------------===//

llvm::Error Edits::verified(Change change) const {
  Operation *all = outermost();
  Diagnostics diagnostics(all->getContext());
  if (llvm::Error error = change())
    return error;
  if (failed(verify(all)))
    return diagnostics.error("the change makes the IR invalid");
  return llvm::Error::success();
}

llvm::Error Edits::make(Operation *op, Change change) {
  if (llvm::Error error = checkInside(op))
    return error;
  llvm::Expected<std::string> tried = runInCopy([&] {
    llvm::Error error = verified(change);
    return error ? std::string("-").append(toString(std::move(error)))
                 : std::string("+");
  });
  if (!tried) {
    llvm::consumeError(tried.takeError());
    return createStringError("the compiler crashes with this change");
  }
  if (tried->front() == '-')
    return createStringError(tried->substr(1));
  std::string problem;
  IRUnit units[] = {action.root};
  isForReal = true;
  auto run = [&] {
    recorder.beforeEdit();
    problem = toString(verified(change));
    recorder.afterEdit();
  };
  execution.perform(run, EditAction(units), action, when);
  // What passes found out about ops that are not the same any more.
  invalidateAnalyses(action);
  if (problem.empty())
    return llvm::Error::success();
  return createStringError(problem);
}

//===----------------------------------------------------------------------===//
// The changes
//===----------------------------------------------------------------------===//

llvm::Error Edits::setAttribute(Operation *op, StringRef name,
                                StringRef value) {
  return make(op, [&]() -> llvm::Error {
    if (!&mlir::parseAttribute)
      return createStringError("this compiler has no parser for MLIR's text");
    Diagnostics diagnostics(op->getContext());
    Attribute attribute =
        mlir::parseAttribute(value, op->getContext(), Type(), nullptr, false);
    if (!attribute)
      return diagnostics.error("the text is not a valid attribute");
    op->setAttr(name, attribute);
    if (op->getAttr(name) != attribute)
      return createStringError("invalid value for attribute '%s' of %s",
                               name.str().c_str(),
                               op->getName().getStringRef().str().c_str());
    if (isForReal)
      recorder.modified(op);
    return llvm::Error::success();
  });
}

llvm::Error Edits::erase(Operation *op) {
  if (op == action.root)
    return createStringError(
        "the pass runs on this op; only ops inside it can be erased");
  if (!op->use_empty()) {
    Operation *user = *op->user_begin();
    return createStringError(
        "the op is still used, by %s at %s; 'replace-uses' gives its users "
        "another value",
        user->getName().getStringRef().str().c_str(),
        locationText(user->getLoc()).c_str());
  }
  return make(op, [&]() -> llvm::Error {
    op->erase();
    return llvm::Error::success();
  });
}

/// The op that makes the value, or that has it as an argument of a block.
static Operation *holderOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  return value.getParentBlock()->getParentOp();
}

llvm::Error Edits::replaceUses(Value value, Value other) {
  if (value == other)
    return createStringError("both are the same value");
  if (value.use_empty())
    return createStringError("the value has no uses");
  if (value.getType() != other.getType())
    return createStringError("the two values have different types");
  Operation *op = value.getDefiningOp(), *source = other.getDefiningOp();
  if (llvm::Error error = checkInside(holderOf(other)))
    return error;
  return make(holderOf(value), [&]() -> llvm::Error {
    // The replacement may be made from it.
    value.replaceAllUsesExcept(other, source);
    if (isForReal && op && op->getNumResults() == 1)
      recorder.replacing(op, other);
    return llvm::Error::success();
  });
}

llvm::Expected<Operation *> Edits::editedOp(Operation *op) const {
  for (Operation *each = op; each; each = each->getParentOp()) {
    if (!isIsolatedFromAbove(each->getName()) || each->getNumOperands() ||
        each->getNumResults())
      continue;
    if (llvm::Error error = checkInside(each))
      return error;
    return each;
  }
  return createStringError("no enclosing op can be parsed on its own");
}

llvm::Error Edits::replaceText(Operation *op, StringRef text,
                               StringRef source) {
  llvm::Expected<Operation *> edited = editedOp(op);
  if (!edited)
    return edited.takeError();
  auto relate = [&](Operation *made, Operation *old, bool isSame) {
    recorder.relocated(made);
    if (isSame || made->getNumResults() == 0)
      recorder.copied(made, old);
    else
      recorder.replacing(old, made->getResults());
  };
  return make(*edited, [&]() -> llvm::Error {
    Diagnostics diagnostics((*edited)->getContext());
    llvm::Expected<ParsedOp> parsed = ParsedOp::parse(text, source, *edited);
    if (!parsed) {
      std::string problem = toString(parsed.takeError());
      return problem.empty() ? diagnostics.error("the text cannot be parsed")
                             : createStringError(problem);
    }
    // In the copy, what is wrong is told at its place in the text.
    if (isForReal)
      parsed->relateTo(*edited, text, relate);
    parsed->moveInto(*edited);
    if (isForReal)
      recorder.modified(*edited);
    return llvm::Error::success();
  });
}

static llvm::Error passesWithWords(Operation *op, StringRef pipeline) {
  Diagnostics diagnostics(op->getContext());
  llvm::Error error = runPipeline(op, pipeline);
  if (!error)
    return error;
  std::string problem = toString(std::move(error));
  return problem.empty() ? diagnostics.error("the passes failed")
                         : createStringError(problem);
}

llvm::Error Edits::runPasses(Operation *op, StringRef pipeline) {
  llvm::Expected<Operation *> edited = editedOp(op);
  if (!edited)
    return edited.takeError();
  return make(*edited, [&] { return passesWithWords(*edited, pipeline); });
}

llvm::Error Edits::tryPasses(Operation *op, StringRef pipeline) {
  std::string problem;
  auto run = [&] { problem = toString(passesWithWords(op, pipeline)); };
  IRUnit units[] = {op};
  execution.perform(run, EditAction(units), action, when);
  if (problem.empty())
    return llvm::Error::success();
  return createStringError(problem);
}

llvm::Expected<std::string>
Edits::afterPasses(Operation *op, StringRef pipeline,
                   const OpPrintingFlags &flags) const {
  llvm::Expected<std::string> tried = runInCopy([&] {
    if (llvm::Error error = passesWithWords(op, pipeline))
      return std::string("-").append(toString(std::move(error)));
    std::string text = "+";
    llvm::raw_string_ostream stream(text);
    op->print(stream, flags);
    return text;
  });
  if (!tried) {
    llvm::consumeError(tried.takeError());
    return createStringError("the passes crash");
  }
  if (tried->front() == '-')
    return createStringError(tried->substr(1));
  return StringRef(*tried).drop_front().rtrim('\n').str();
}
