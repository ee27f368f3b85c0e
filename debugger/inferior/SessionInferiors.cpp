//===- SessionInferiors.cpp - One run of the command: its compilers -------===//

#include "inferior/Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;

std::vector<Inferior> Session::inferiors() {
  admitNewcomers();
  return roster.describe();
}

/// The one that the user followed has ended, and another stands at a stop that
/// the user turned away from: there is nobody else to resume it.
bool Session::turnToAnotherStop() {
  Compiler *followed = roster.followed();
  if (!followed || !followed->isOver() || keeper->hasStandIn(*followed))
    return false;
  for (auto &compiler : roster)
    if (compiler->phase == Phase::Stopped) {
      roster.follow(*compiler);
      removed.clear();
      return true;
    }
  return false;
}

/// Its stop may have come already.
Error Session::stopAtNextAction(Compiler &compiler) {
  interruptor.take();
  removed.clear();
  interruptPending = true;
  scope_exit done([&] { interruptPending = false; });
  while (!compiler.isOver() && !serve(compiler)) {
    if (compiler.trace->attach() && !compiler.trace->interruptRequested())
      compiler.trace->requestInterrupt(true);
    process.collect();
    admitNewcomers();
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
  admitNewcomers();
  Compiler *found = roster.withNumber(number);
  if (!found)
    return createStringError(
        fmt::format("no inferior {}; 'info inferiors' lists them", number));
  Compiler &compiler = *found;
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
  if (compiler.phase != Phase::Stopped)
    if (Error error = stopAtNextAction(compiler))
      return error;
  roster.follow(compiler);
  return Error::success();
}

} // namespace mlir::trackdbg
