//===- BeforeImage.cpp - The IR as it was before an action ----------------===//

#include "ir/BeforeImage.h"

#include "ir/Printing.h"
#include "ir/StructureHash.h"
#include "trackdbg/Protocol.h"

using namespace mlir;
using namespace mlir::trackdbg;

/// The question for the splitHash of the scope; all others are messages.
static constexpr StringLiteral kHashQuestion = "hash";

static StringRef bytesOf(const SplitHash &hash) {
  return StringRef(reinterpret_cast<const char *>(&hash), sizeof(hash));
}

/// Of the copy: answers questions until the other end is closed. An answer
/// starts with whether it is one.
static void answerQuestions(int descriptor, const BeforeImage::Printer &printer,
                            Operation *scope) {
  while (std::optional<std::string> question =
             ForkedCopy::readTextFrom(descriptor)) {
    if (*question == kHashQuestion) {
      if (!ForkedCopy::writeText(descriptor, bytesOf(splitHash(scope))))
        return;
      continue;
    }
    llvm::Expected<Message> message = decode(*question);
    const auto *print = message && message->request
                            ? std::get_if<PrintRequest>(&*message->request)
                            : nullptr;
    if (!print) {
      if (!message)
        llvm::consumeError(message.takeError());
      return;
    }
    llvm::Expected<TiedText> text = printer(print->options);
    std::string reply(1, text ? '+' : '-');
    reply += text ? pack(*text) : toString(text.takeError());
    if (!ForkedCopy::writeText(descriptor, reply))
      return;
  }
}

BeforeImage::BeforeImage(Operation *function, std::string title,
                         Operation *scope, ForkedCopy copy)
    : function(function), title(std::move(title)),
      symbol(function ? symbolOf(function).str() : ""), scope(scope),
      copy(std::move(copy)) {}

std::unique_ptr<BeforeImage> BeforeImage::make(Operation *function,
                                               std::string title,
                                               Operation *scope,
                                               const Printer &print) {
  std::optional<ForkedCopy> copy = ForkedCopy::make(
      [&](int descriptor) { answerQuestions(descriptor, print, scope); });
  if (!copy)
    return nullptr;
  return std::unique_ptr<BeforeImage>(
      new BeforeImage(function, std::move(title), scope, std::move(*copy)));
}

std::unique_ptr<BeforeImage> BeforeImage::make(Operation *op,
                                               Operation *scope) {
  Operation *function = enclosingFunction(op);
  return make(function, titleOf(function), scope,
              [function](const PrintOptions &options) {
                return printTied(function, printingFlags(options));
              });
}

std::unique_ptr<BeforeImage> BeforeImage::make(std::string title,
                                               const Printer &print) {
  return make(/*function=*/nullptr, std::move(title), /*scope=*/nullptr, print);
}

Difference BeforeImage::compare() {
  std::optional<std::string> reply;
  if (scope && copy.send(kHashQuestion))
    reply = copy.readText();
  SplitHash before, now;
  if (!reply || reply->size() != sizeof(before))
    return Difference::NotCompared;
  memcpy(&before, reply->data(), sizeof(before));
  now = splitHash(scope);
  if (before == now)
    return Difference::None;
  return before.structure == now.structure ? Difference::LocationsOnly
                                           : Difference::Some;
}

void BeforeImage::startPrinting(const PrintOptions &options) {
  Message question;
  question.request = PrintRequest{"", options};
  // Where the copy has ended, printed() finds that out.
  (void)copy.send(encode(question));
}

llvm::Expected<TiedText> BeforeImage::printed() {
  std::optional<std::string> reply = copy.readText();
  if (!reply || reply->empty())
    return llvm::createStringError(
        "the copy of the compiler from before the action has ended");
  if (reply->front() == '-')
    return llvm::createStringError(reply->substr(1));
  return unpackTied(StringRef(*reply).drop_front());
}
