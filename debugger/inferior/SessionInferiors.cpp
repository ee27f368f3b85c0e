//===- SessionInferiors.cpp - One run of the command: its compilers -------===//

#include "inferior/Session.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

std::vector<Inferior> Session::inferiors() {
  handler.greetNewcomers();
  return roster.describe();
}

/// Its stop may have come already.
Error Session::stopAtNextAction(Compiler &compiler) {
  handler.clearTemporaryHits();
  handler.setInterruptPending(true);
  scope_exit done([&] { handler.setInterruptPending(false); });
  while (!compiler.isOver() && !handler.read(compiler)) {
    if (compiler.trace->attach() && !compiler.trace->interruptRequested())
      compiler.trace->requestInterrupt(true);
    process.collect();
    handler.greetNewcomers();
    if (interruptor.take()) {
      compiler.trace->requestInterrupt(false);
      return createStringError(fmt::format(
          "interrupted before inferior {} came to an action", compiler.number));
    }
    waitForNewcomers(/*timeout=*/100,
                     {compiler.connection.descriptor(), compiler.pidFd.get(),
                      interruptor.descriptor()});
  }
  if (compiler.isOver())
    return createStringError(
        fmt::format("inferior {} has ended meanwhile", compiler.number));
  // It was not the user who interrupted it.
  compiler.stop.interrupted = false;
  return Error::success();
}

Error Session::select(int64_t number) {
  handler.greetNewcomers();
  Compiler *found = roster.withNumber(number);
  if (!found)
    return createStringError(
        fmt::format("no inferior {}; 'info inferiors' lists them", number));
  Compiler &compiler = *found;
  if (haveAllEnded()) {
    selectedAtEnd = &compiler;
    return Error::success();
  }
  if (compiler.isOver())
    return createStringError(fmt::format(
        "inferior {} is over; its trace is '{}': 'mlir-track-dbg open' shows "
        "it",
        number, compiler.trace->filePath()));
  if (!compiler.mayStop)
    return createStringError(
        fmt::format("inferior {} is only recorded, as 'show follow-compiler' "
                    "tells",
                    number));
  if (compiler.phase != Compiler::Phase::Stopped)
    if (Error error = stopAtNextAction(compiler))
      return error;
  roster.follow(compiler);
  return Error::success();
}

} // namespace mlir::trackdbg
