//===- Dialogue.cpp -------------------------------------------------------===//

#include "inferior/Dialogue.h"

#include "inferior/Poll.h"
#include "trace/WorkProgress.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// The response to the newest request, if it has come.
static Expected<std::optional<Response>> readResponse(Compiler &compiler) {
  auto giveUp = [&](Error error) {
    compiler.detach(toString(std::move(error)));
    return createStringError(fmt::format(
        "{} was detached: {}", compiler.describe(), compiler.trouble));
  };
  if (Error error = compiler.connection.receive())
    return giveUp(std::move(error));
  while (true) {
    Expected<std::optional<Message>> message = compiler.connection.next();
    if (!message)
      return giveUp(message.takeError());
    if (!*message)
      return std::nullopt;
    if (!(*message)->response)
      return giveUp(createStringError("it sent a message out of turn"));
    if (compiler.staleAnswers == 0)
      return std::move((*message)->response);
    --compiler.staleAnswers;
  }
}

static void waitForAnswer(const Compiler &compiler,
                          const Interruptor &interruptor) {
  constexpr int kTick = 100; // Milliseconds.
  Poll files;
  files.add(interruptor.descriptor());
  files.add(compiler.connection.descriptor());
  files.add(compiler.pidFd.get());
  files.wait(kTick);
}

Expected<Answer> answerOf(Compiler &compiler, Request request,
                          Interruptor &interruptor) {
  Connection &connection = compiler.connection;
  auto hasEnded = [&] {
    connection.close();
    return createStringError("the compiler has ended where it stood; "
                             "'continue' tells how");
  };
  Message message;
  message.request = std::move(request);
  if (!connection.isOpen())
    return hasEnded();
  if (Error error = connection.send(message)) {
    consumeError(std::move(error));
    return hasEnded();
  }
  while (true) {
    bool exited = compiler.hasExited();
    Expected<std::optional<Response>> response = readResponse(compiler);
    if (!response)
      return response.takeError();
    if (*response && (*response)->answer)
      return std::move(*(*response)->answer);
    if (*response)
      return createStringError((*response)->error);
    if (exited || connection.atEnd())
      return hasEnded();
    if (interruptor.take()) {
      ++compiler.staleAnswers;
      return createStringError("interrupted before the compiler had answered");
    }
    tellOfWork("waiting for the compiler");
    waitForAnswer(compiler, interruptor);
  }
}

} // namespace mlir::trackdbg
