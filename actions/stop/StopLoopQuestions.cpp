//===- StopLoopQuestions.cpp - What is more than one IR unit --------------===//

#include "stop/StopLoop.h"

#include "core/ActionNames.h"
#include "ir/Printing.h"
#include "stop/HandleMap.h"

#include "mlir/IR/AsmState.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

bool StopLoop::isAtTransformOp() const {
  return interner.actionKind(top->kind).tag == kTransformOpTag;
}

/// What the action at the stop may change: a transform op changes its payload
/// and not itself.
Operation *StopLoop::changingOp() const {
  HandleMap *handles = ThreadState::current().handles;
  return isAtTransformOp() && handles && handles->isAtWork()
             ? handles->payload()
             : top->root;
}

Expected<Answer> StopLoop::lookAtHandles() const {
  HandleMap *handles = ThreadState::current().handles;
  if (!handles)
    return createStringError("no transform script is at work here; 'break tag "
                             "transform-op' stops before each op of one");
  if (!handles->isAtWork())
    return createStringError("no op of the script is at work: its handles have "
                             "no payload before its first op, and after all");
  bool isNext = isAtTransformOp() && top->rootAlive && when == When::Before;
  // A handle may stand for something that is gone in a way nobody noticed.
  Expected<std::string> text = runInCopy([&] {
    Message message;
    message.answer.emplace().handles =
        handles->describe(isNext ? top->root : nullptr);
    return encode(message);
  });
  if (!text)
    return text.takeError();
  Expected<Message> message = decode(llvm::StringRef(*text).rtrim('\n'));
  if (!message)
    return message.takeError();
  return std::move(*message->answer);
}

/// `module` as a file that `mlir-opt --run-reproducer` runs `pipeline` on.
/// Lines are kept, so that what it says of them is what the compiler says.
static std::string printReproducer(Operation *module, StringRef pipeline,
                                   OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState state(module, flags.enableDebugInfo().assumeVerified());
  state.attachResourcePrinter("mlir_reproducer",
                              [&](Operation *, AsmResourceBuilder &builder) {
                                builder.buildString("pipeline", pipeline);
                                builder.buildBool("disable_threading", true);
                                builder.buildBool("verify_each", true);
                              });
  module->print(stream, state);
  return text;
}

Expected<Answer> StopLoop::lookAtPipeline() const {
  const ActiveAction *outermost = nullptr;
  for (const ActiveAction *action = top; action; action = action->parent)
    if (action->isPass)
      outermost = action;
  if (!outermost)
    return createStringError("no pass is at work here");
  if (!outermost->root || !outermost->rootAlive)
    return createStringError("the op of the pass has been erased");
  Answer answer;
  answer.title = pipelineOf(*outermost);
  Operation *module = outermost->root;
  for (Operation *around = module; around; around = around->getParentOp()) {
    module = around;
    answer.title =
        (around->getName().getStringRef() + "(" + answer.title + ")").str();
  }
  OpPrintingFlags flags;
  Expected<std::string> text =
      runInCopy([&] { return printReproducer(module, answer.title, flags); });
  if (!text) {
    llvm::consumeError(text.takeError());
    text = runInCopy([&] {
      return printReproducer(module, answer.title, flags.printGenericOpForm());
    });
  }
  if (!text)
    return text.takeError();
  answer.before = std::move(*text);
  return answer;
}
