//===- SessionWait.cpp - One run of the command: what it waits for --------===//

#include "inferior/Poll.h"
#include "inferior/Session.h"

using namespace llvm;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;

void Session::waitForAnything(int timeout) {
  Poll files;
  files.add(admission.connections().descriptor());
  files.add(interruptor.descriptor());
  if (!process.status())
    files.add(process.endDescriptor());
  for (auto &compiler : roster)
    if (!compiler->isOver())
      files.add(compiler->connection.descriptor());
  roster.addEnds(files);
  files.wait(timeout);
}

/// For admitNewcomers, and for what the caller reads beside it.
void Session::waitForNewcomers(int timeout, ArrayRef<int> others) {
  Poll files;
  files.add(admission.connections().descriptor());
  for (int other : others)
    files.add(other);
  for (auto &compiler : roster)
    if (compiler->phase == Phase::Greeting)
      files.add(compiler->connection.descriptor());
  files.wait(timeout);
}

} // namespace mlir::trackdbg
