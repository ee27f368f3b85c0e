//===- Compiler.cpp - One tracked compiler process ------------------------===//

#include "inferior/Compiler.h"

#include "llvm/Support/Path.h"

#include <poll.h>

#include <fmt/format.h>

namespace mlir::trackdbg {

Compiler::Compiler(FileDescriptor socket)
    : connection(std::move(socket)), pid(connection.peer()),
      pidFd(openProcess(pid)) {}

bool Compiler::hasExited(int patience) const {
  if (!pidFd)
    return !isConnected();
  pollfd end{pidFd.get(), POLLIN, 0};
  return poll(&end, 1, patience) > 0;
}

void Compiler::detach(std::string why) {
  connection.close();
  phase = Phase::Detached;
  trouble = std::move(why);
}

void Compiler::noteIfExited() {
  if (isConnected() || phase == Phase::Detached || !hasExited())
    return;
  if (isTracked() && mayStop && !hasSaidFarewell && trouble.empty() &&
      trace->attach() && trace->state() == trace::RecordingState::Finished)
    trouble = "it closed its connection to the debugger";
  end();
}

void Compiler::noteReplaced() {
  connection.close();
  wasReplaced = true;
  end();
}

void Compiler::end() {
  phase = Phase::Ended;
  // A long make has more compilers than a process may have open files.
  pidFd.close();
  claim.reset();
  if (trace)
    trace->closeNames();
}

bool Compiler::endedAbruptly() const {
  return phase == Phase::Ended && isTracked() && !wasReplaced &&
         trace->state() == trace::RecordingState::Recording;
}

std::string Compiler::describe() const {
  if (hello.commandLine.empty())
    return fmt::format("process {}", pid);
  return fmt::format("'{}' (process {})",
                     llvm::sys::path::filename(hello.commandLine[0]).str(),
                     pid);
}

} // namespace mlir::trackdbg
