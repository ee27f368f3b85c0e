//===- SessionWait.cpp - One run of the command: what it waits for --------===//

#include "inferior/Session.h"

using namespace llvm;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;

namespace {
/// Waits for the first of some descriptors. Only those that the caller then
/// reads, or it would come back at once again and again.
class Poll {
public:
  void add(int fd) {
    if (fd >= 0)
      files.push_back({fd, POLLIN, 0});
  }
  // Cut short by a signal or not: the caller looks at everything anyway.
  void wait(int timeout) { (void)poll(files.data(), files.size(), timeout); }

private:
  SmallVector<pollfd, 16> files;
};
} // namespace

void Session::waitForAnything(int timeout) {
  Poll files;
  files.add(listener.descriptor());
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
  files.add(listener.descriptor());
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

/// Of the compiler at the stop, or for an interrupt.
void Session::waitForAnswer(int timeout) {
  Poll files;
  files.add(interruptor.descriptor());
  files.add(followed->connection.descriptor());
  files.add(followed->pidFd.get());
  files.wait(timeout);
}

} // namespace mlir::trackdbg
