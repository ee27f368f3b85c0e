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
  for (auto &compiler : compilers) {
    if (compiler->isOver())
      continue;
    files.add(compiler->connection.descriptor());
    files.add(compiler->pidFd.get());
  }
  files.wait(timeout);
}

/// For admitNewcomers, and for what the caller reads beside it.
void Session::waitForNewcomers(int timeout, ArrayRef<int> others) {
  Poll files;
  files.add(admission.connections().descriptor());
  for (int other : others)
    files.add(other);
  for (auto &compiler : compilers)
    if (compiler->phase == Phase::Greeting)
      files.add(compiler->connection.descriptor());
  files.wait(timeout);
}

/// Of the command and the compilers. For a session that hears nobody any more.
void Session::waitForEnds(int timeout) {
  Poll files;
  if (!process.status())
    files.add(process.endDescriptor());
  for (auto &compiler : compilers)
    if (!compiler->isOver())
      files.add(compiler->pidFd.get());
  files.wait(timeout);
}

} // namespace mlir::trackdbg
