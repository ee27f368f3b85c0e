//===- Timeline.h - Going back and forth in a run -------------------------===//
//
// Each way back restarts the newest checkpoint that lies before it, and runs
// from there to the mark. What the compiler has written is not written again.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_TIMELINE_H
#define TRACKDBG_DEBUGGER_TIMELINE_TIMELINE_H

#include "graph/Lineage.h"
#include "inferior/Event.h"
#include "inferior/Progress.h"
#include "timeline/Bookmark.h"
#include "timeline/Copies.h"

#include <functional>

namespace mlir::trackdbg {

/// What a compiler runs on for, as a user who waits is told.
struct Errand {
  int64_t goal = 0;         ///< The action that it runs to.
  bool isSearching = false; ///< A stop before that one is looked for.
};

/// Tells `sink`, which must outlive it, of the errand too; null if that is
/// null.
ProgressSink withErrand(const ProgressSink &sink, Errand errand);

/// What a Timeline needs of the debugger that it is part of.
struct TimelineHost {
  /// Waits for the next stop, or the end.
  std::function<Event(Errand)> wait;
  std::function<llvm::Expected<Lineage &>()> lineage;
  /// The trace of a compiler is about to end at a mark; it may stay as it is.
  std::function<void(const Compiler &, const Mark &)> cutting;
  /// The trace now ends earlier than it did.
  std::function<void()> wasCut;
};

/// The operations of one run that go back, or far ahead. Errors are sentences
/// without a period; they leave the compiler where it was.
class Timeline {
public:
  /// `session` must outlive the last call.
  Timeline(Session &session, TimelineHost host)
      : session(session), host(std::move(host)), copies(session) {}

  llvm::Expected<Event> reverse(Backward how);
  llvm::Expected<Event> stepChange(SettleStop settle,
                                   llvm::function_ref<void()> found);
  /// To before an action, which may lie ahead.
  llvm::Expected<Event> goToAction(int64_t action);
  /// Back to inside an action; see Debugger::goInside.
  llvm::Expected<Event> goInside(int64_t action, int64_t position);
  /// To before an action that has begun.
  llvm::Expected<Event> goToBefore(int64_t action);
  /// To a stop that lies back: the one before this one, or before an action.
  llvm::Expected<Event> goBackTo(Mark target);
  /// With a checkpoint before action `checkpointAt`, if that is not 0.
  llvm::Expected<Event> goForwardTo(Mark target, int64_t checkpointAt = 0);
  llvm::Expected<Event> goToEnd();
  /// After the end of the run: to the end of this compiler again, where its
  /// text was left out. Does nothing where there is no way back, or where the
  /// user has skipped or changed something.
  void runEndAgain(Compiler &compiler);
  /// Runs the compiler again, from before its first action to where it is, and
  /// lets it print every stage. Returns false, and does nothing, where there is
  /// no way back, or where the user has skipped or changed something.
  bool printStages(Compiler &compiler);
  /// The stop before this one, or the last one of a run that has ended.
  llvm::Expected<Mark> markBefore();

  llvm::Expected<Bookmark> makeCheckpoint();
  llvm::Expected<Event> restart(int64_t checkpoint);
  std::vector<Bookmark> checkpoints();
  llvm::Error deleteCheckpoint(int64_t number);

  /// The IR at the stop was changed.
  void noteChange(Stopped now) { copies.noteChange(std::move(now)); }
  /// Whether the stop was changed by hand, and nothing ran since.
  bool isChanged();
  /// At a stop that isChanged: to that stop as it was before the last change.
  llvm::Expected<Event> takeBackChange();
  /// Whether the present way was taken to its end before, without a crash: what
  /// it writes was written.
  bool wasComplete();
  /// After the end of the run: whether one of its compilers can be gone back
  /// into.
  bool canGoBack();
  /// Whether the user skipped or changed something on the way to where it is.
  bool isAltered(const Compiler &compiler) {
    const Past &past = copies.pastOf(compiler);
    return !past.skipped.empty() || !past.changes.empty();
  }
  /// Whether it has gone back and taken another way since: what ran more than
  /// once may not have done the same.
  bool hasDiverged(const Compiler &compiler) {
    return copies.pastOf(compiler).hasDiverged;
  }
  /// The actions that the user skipped on the way to where `compiler` is.
  llvm::ArrayRef<int64_t> skipped(const Compiler &compiler) {
    return copies.pastOf(compiler).skipped;
  }

private:
  llvm::Expected<Compiler &> traveller();
  llvm::Expected<Event> travel(Compiler &compiler, Mark target,
                               llvm::function_ref<bool(const Mark &)> fits,
                               bool noteHits);
  llvm::Expected<Event> goToMark(Mark target);
  llvm::Expected<Event> reverseContinue(int64_t limit = 0);
  llvm::Expected<Event> goToBeginOf(int64_t action);
  std::string whyNoCheckpoint(const Compiler *compiler);
  bool mayCatchInvalid(const Compiler &compiler);
  llvm::Expected<Event> atBeginning();
  llvm::Expected<Event> noChange(Event end, Mark start);
  Checkpoint *findCheckpoint(int64_t number);

  Session &session;
  TimelineHost host;
  Copies copies;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_TIMELINE_H
