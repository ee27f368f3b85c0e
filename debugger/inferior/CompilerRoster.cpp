//===- CompilerRoster.cpp -------------------------------------------------===//

#include "inferior/CompilerRoster.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

using Phase = Compiler::Phase;

void CompilerRoster::dropCopies() {
  erase_if(list, [](auto &compiler) { return compiler->wasCopy; });
}

template <typename Range, typename Predicate>
static Compiler *firstOf(Range &&compilers, Predicate isWanted) {
  for (auto &compiler : compilers)
    if (isWanted(*compiler))
      return compiler.get();
  return nullptr;
}

Compiler *CompilerRoster::ofProcess(pid_t process) const {
  return firstOf(reverse(list), [&](const Compiler &compiler) {
    return compiler.isTracked() && compiler.pid == process;
  });
}

Compiler *CompilerRoster::withNumber(int64_t number) const {
  return firstOf(list, [&](const Compiler &compiler) {
    return compiler.isTracked() && compiler.number == number;
  });
}

Compiler *CompilerRoster::withTrace(StringRef path) const {
  return firstOf(list, [&](const Compiler &compiler) {
    return compiler.isTracked() && compiler.trace->filePath() == path;
  });
}

Compiler *CompilerRoster::current() const {
  if (theFollowed)
    return theFollowed;
  return firstOf(list, [](const Compiler &each) { return each.isTracked(); });
}

Compiler *CompilerRoster::working() const {
  auto isRunning = [](const Compiler &c) { return c.phase == Phase::Running; };
  if (theFollowed && isRunning(*theFollowed))
    return theFollowed;
  return firstOf(reverse(list), isRunning);
}

Compiler *CompilerRoster::endedAbruptly() const {
  return firstOf(list, [](Compiler &each) { return each.endedAbruptly(); });
}

static Inferior::State stateOf(const Compiler &compiler) {
  switch (compiler.phase) {
  case Phase::Stopped:
    return Inferior::State::Stopped;
  case Phase::Detached:
    return Inferior::State::Detached;
  case Phase::Ended:
    return Inferior::State::Ended;
  case Phase::Greeting:
  case Phase::Running:
    break;
  }
  return Inferior::State::Running;
}

std::vector<Inferior> CompilerRoster::describe() const {
  std::vector<Inferior> result;
  for (auto &compiler : list) {
    if (!compiler->isTracked())
      continue;
    Inferior &inferior = result.emplace_back();
    inferior.number = compiler->number;
    inferior.processId = compiler->pid;
    inferior.state = stateOf(*compiler);
    inferior.mayStop = compiler->mayStop;
    inferior.isCurrent = compiler.get() == current();
    if (compiler->trace->attach())
      inferior.actions = compiler->trace->actions();
    inferior.commandLine = compiler->hello.commandLine;
    inferior.tracePath = compiler->trace->filePath();
  }
  // They connected in one order, and said who they are in another.
  llvm::sort(result, [](const Inferior &a, const Inferior &b) {
    return a.number < b.number;
  });
  return result;
}

bool CompilerRoster::areOver() const {
  return all_of(list, [](auto &compiler) { return compiler->isOver(); });
}

bool CompilerRoster::arePrinting() const {
  return any_of(list, [](auto &compiler) {
    return compiler->isTracked() && compiler->trace->isBeingPrinted();
  });
}

void CompilerRoster::addEnds(Poll &files) const {
  for (auto &compiler : list)
    if (!compiler->isOver())
      files.add(compiler->pidFd.get());
}

void CompilerRoster::follow(Compiler &compiler) {
  theFollowed = &compiler;
  followedEndedAtStop = false;
}

} // namespace mlir::trackdbg
