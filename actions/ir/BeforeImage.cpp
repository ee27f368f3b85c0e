//===- BeforeImage.cpp - The IR as it was before an action ----------------===//

#include "ir/BeforeImage.h"

#include "ir/Printing.h"
#include "trackdbg/Protocol.h"

using namespace mlir;
using namespace mlir::trackdbg;

/// Of the copy: answers questions until the other end is closed. An answer
/// starts with whether it is one.
static void answerQuestions(int descriptor, Operation *function) {
  while (std::optional<std::string> question =
             ForkedCopy::readTextFrom(descriptor)) {
    llvm::Expected<Message> message = decode(*question);
    const auto *print = message && message->request
                            ? std::get_if<PrintRequest>(&*message->request)
                            : nullptr;
    if (!print) {
      if (!message)
        llvm::consumeError(message.takeError());
      return;
    }
    llvm::Expected<std::string> text =
        printUnit(function, printingFlags(print->options));
    std::string reply(1, text ? '+' : '-');
    reply += text ? *text : toString(text.takeError());
    if (!ForkedCopy::writeText(descriptor, reply))
      return;
  }
}

BeforeImage::BeforeImage(Operation *function, ForkedCopy copy)
    : function(function), title(titleOf(function)),
      symbol(symbolOf(function).str()), copy(std::move(copy)) {}

std::unique_ptr<BeforeImage> BeforeImage::make(Operation *op) {
  Operation *function = enclosingFunction(op);
  std::optional<ForkedCopy> copy = ForkedCopy::make(
      [&](int descriptor) { answerQuestions(descriptor, function); });
  if (!copy)
    return nullptr;
  return std::unique_ptr<BeforeImage>(
      new BeforeImage(function, std::move(*copy)));
}

llvm::Expected<std::string> BeforeImage::print(const PrintOptions &options) {
  Message question;
  question.request = PrintRequest{"", options};
  std::optional<std::string> reply;
  if (copy.send(encode(question)))
    reply = copy.readText();
  if (!reply || reply->empty())
    return llvm::createStringError(
        "the copy of the compiler from before the action has ended");
  if (reply->front() == '-')
    return llvm::createStringError(reply->substr(1));
  return reply->substr(1);
}
