//===- CompilerRoster.h - The compilers of a run --------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_COMPILERROSTER_H
#define TRACKDBG_DEBUGGER_INFERIOR_COMPILERROSTER_H

#include "inferior/Compiler.h"
#include "inferior/Inferior.h"
#include "inferior/Poll.h"

#include <memory>
#include <vector>

namespace mlir::trackdbg {

/// The processes that have connected, in that order, and the one of them that
/// the user follows: the one that stopped last, or that the user selected.
class CompilerRoster {
public:
  using List = std::vector<std::unique_ptr<Compiler>>;
  List::const_iterator begin() const { return list.begin(); }
  List::const_iterator end() const { return list.end(); }
  bool empty() const { return list.empty(); }
  size_t size() const { return list.size(); }
  Compiler &operator[](size_t index) const { return *list[index]; }

  void add(FileDescriptor socket) {
    list.push_back(std::make_unique<Compiler>(std::move(socket)));
  }
  /// Processes that turned out to be copies are none of the run's compilers.
  void dropCopies();

  // Those that are tracked; null for none.
  /// The newest one, as a process may execute one compiler after the other.
  Compiler *ofProcess(pid_t process) const;
  Compiler *withNumber(int64_t number) const;
  Compiler *withTrace(llvm::StringRef path) const;
  /// The compiler that questions are about: the one at the stop, or the one
  /// that stopped last, or the first.
  Compiler *current() const;
  /// The one that runs; with several, the one last heard of.
  Compiler *working() const;
  /// The first one that did.
  Compiler *endedAbruptly() const;
  /// In the order of their numbers.
  std::vector<Inferior> describe() const;

  bool areOver() const;
  /// Whether a copy of one still prints into its trace.
  bool arePrinting() const;
  /// The ends of those that have not ended.
  void addEnds(Poll &files) const;

  Compiler *followed() const { return theFollowed; }
  void follow(Compiler &compiler);
  /// Whether the followed one is at a stop.
  bool isStopped() const {
    return theFollowed && theFollowed->phase == Compiler::Phase::Stopped;
  }
  /// Of the followed one; an empty one before there is one.
  const Stopped &lastStop() const {
    return theFollowed ? theFollowed->stop : noStop;
  }
  void noteEndAtStop(bool ended) { followedEndedAtStop = ended; }
  /// Whether it was gone before it could be told to go on.
  bool endedAtStop(const Compiler &compiler) const {
    return &compiler == theFollowed && followedEndedAtStop;
  }

private:
  List list;
  Compiler *theFollowed = nullptr;
  bool followedEndedAtStop = false;
  const Stopped noStop;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_COMPILERROSTER_H
