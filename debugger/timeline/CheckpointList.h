//===- CheckpointList.h - The copies of one compiler to go back to --------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_CHECKPOINTLIST_H
#define TRACKDBG_DEBUGGER_TIMELINE_CHECKPOINTLIST_H

#include "inferior/Connection.h"
#include "injection/FileDescriptor.h"
#include "timeline/Mark.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <vector>

namespace mlir::trackdbg {

/// A process that waits at a place of the run.
struct Checkpoint {
  Checkpoint(const Hello &hello, Connection connection, FileDescriptor pidFd)
      : mark(hello.mark), process(hello.processId),
        connection(std::move(connection)), pidFd(std::move(pidFd)) {}

  int64_t number = 0; ///< The user's, from 1; 0 for one made on the way.
  Mark mark;
  /// The innermost action, for the user's.
  Frame frame;
  pid_t process;
  Connection connection;
  FileDescriptor pidFd;
  /// Told that the compiler has ended.
  bool hasReleasedPipes = false;
  /// Told to take its memory to the disk.
  bool isSwappedOut = false;
  /// It was made right after a change by hand, which no earlier one has.
  bool holdsChange = false;

  bool isUsers() const { return number != 0; }
  /// Its process waits. One of the user's may have none: then it is only a
  /// place, which an earlier one leads to.
  bool isLive() const { return connection.isOpen(); }
};

/// In the order of their places. Not more than kMost have a process, and these
/// do not hold much memory.
class CheckpointList {
public:
  static constexpr size_t kMost = 64;

  Checkpoint &add(std::unique_ptr<Checkpoint> checkpoint);
  llvm::ArrayRef<std::unique_ptr<Checkpoint>> all() const { return list; }
  bool empty() const { return list.empty(); }

  /// Where all of them hold more than an eighth of the memory of `compiler`
  /// beside it, counted in pages that it does not share: those that must stay
  /// take theirs to the disk, but for a newest that still shares most with it,
  /// and of the others some go. Costs a look at the page tables of each.
  void fitMemory(pid_t compiler);

  /// Finds out whose process has died. They are not live from then on.
  void noteDeaths();
  /// The newest live one that `fits`, or null. Calls noteDeaths().
  Checkpoint *newest(llvm::function_ref<bool(const Mark &)> fits);
  Checkpoint *find(int64_t number);
  void remove(const Checkpoint &checkpoint);

  /// The trace is about to be cut off behind `place`: processes that stand
  /// later would write into the middle of another's.
  void cutAfter(const Mark &mark);
  /// What the user marked behind `place` will never be reached again.
  void forgetAfter(const Mark &mark);
  /// Kills them all.
  void clear();
  /// The compiler has ended; see ReleasePipes.
  void releasePipes();

private:
  bool removeLeastMissed();
  bool mustStay(size_t index) const {
    return index == 0 || index + 1 == list.size() || list[index]->isUsers() ||
           list[index]->holdsChange;
  }

  std::vector<std::unique_ptr<Checkpoint>> list;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_CHECKPOINTLIST_H
