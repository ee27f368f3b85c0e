//===- Snapshots.h - The IR between passes, kept in the trace -------------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTS_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTS_H

#include "observers/TraceRecorder.h"
#include "snapshots/PrintingCopy.h"
#include "snapshots/SnapshotText.h"

#include <list>
#include <memory>
#include <mutex>

namespace mlir::trackdbg {

/// Puts the IR into the trace as text, at the boundaries of the top-level
/// pipeline: before the first pass on an op, after each pass that changed it
/// (SnapshotMode::Passes) or when the op is freed at last (Ends).
///
/// A child prints, which works in the compiler's memory while the compiler
/// waits for it, and ends alone if a printer crashes or goes on for ever. Where
/// that takes long, and a processor is free, a forked copy of the process
/// prints instead while the compiler goes on. Only as many copies print at once
/// as there are free processors; the others wait for their turn. Once a child
/// has failed, copies print everything: they try the generic form too if need
/// be, and the compiler waits where kMostCopies are there.
///
/// Passes that run at the same time as another one's outermost action are
/// inside it, or of another pipeline: neither is a boundary.
class Snapshots : public tracing::ExecutionContext::Observer {
public:
  /// Without `deathsAreSeen` nobody calls `dying`: the end of an op is not
  /// known then, and not printed.
  Snapshots(TraceRecorder &recorder, trace::SnapshotMode mode,
            bool deathsAreSeen);

  // Observer: `action` is an ActiveAction.
  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *breakpoint,
                     bool willExecute) override;
  void afterExecute(const tracing::ActionActiveStack *action) override;

  /// An op is about to be freed. Any thread; for nearly every op one load.
  void dying(Operation *op) {
    if (watched.load(std::memory_order_relaxed) & maskOf(op))
      lose(op);
    else if (mode == trace::SnapshotMode::Inputs)
      printInput(op);
  }
  /// Whether a copy is at work.
  bool isPrinting();
  void waitForPrinting();
  /// The ends need not be printed by a process that noteCheckpoint was called
  /// in; see Configure.
  void printEndsOnDemand() { endsAreOnDemand = true; }
  void printEndsAtOnce();
  /// The debugger can go back to here.
  void noteCheckpoint();
  /// In a copy that goes back into the run: the copies that print are
  /// another's, and what is left out once is printed now.
  void goBack();
  /// In such a copy, before it runs on: from here on every stage is printed, if
  /// `allStages`, and otherwise what was when the copy was made.
  void begin(bool allStages);

  /// The process exits: what still is there has come to its end.
  void finish();

private:
  /// An op that passes of depth 0 ran on.
  struct Root {
    Operation *op;
    Operation *holder; ///< The outermost op around it, or itself.
    uint64_t lastAction = 0;
    // Passes: as it was at the newest snapshot.
    EventCounts counts = {};
    /// Its structureHash. Waits for the copy that finds it.
    uint64_t image();
    void setImage(uint64_t image);
    uint64_t knownImage = 0;
    /// The copy that printed it last, if it was one.
    std::shared_ptr<PrintingCopy> copy = {};
    /// What printing it will take: as long as the newest snapshot took for
    /// which that is known, or a guess.
    PrintingCopy::Duration expectedTime();
    PrintingCopy::Duration printingTime{0};
  };
  static uint64_t maskOf(Operation *op) {
    return uint64_t(1) << ((reinterpret_cast<uintptr_t>(op) >> 5) & 63);
  }
  Root *find(Operation *op);
  Root &add(Operation *op);
  void lose(Operation *op);
  void begins(const ActiveAction &pass);
  void passed(Root &root);
  void printEnd(Root &root);
  void printInput(Operation *op);
  void print(Root &root, uint64_t action, trace::SnapshotMoment moment);
  trace::SnapshotPart keyOf(Operation *op, uint64_t action,
                            trace::SnapshotMoment moment);
  unsigned freeProcessors() const;
  bool isWorthACopy(Root &root, trace::SnapshotMoment moment);
  bool printInChild(Root &root, const trace::SnapshotPart &part);
  bool printInCopy(Root &root, const trace::SnapshotPart &part);
  void waitForCopies(size_t most);

  TraceRecorder &recorder;
  TraceFile &file;
  trace::SnapshotMode mode; ///< Changes only before other threads are there.
  const bool deathsAreSeen;
  /// The outermost action of all threads.
  std::atomic<const ActiveAction *> outermost{nullptr};
  std::mutex mutex; ///< Of what follows.
  bool endsAreOnDemand = false, canBeRepeated = false;
  std::list<Root> roots;
  /// The masks of all roots and holders, and of some that are gone.
  std::atomic<uint64_t> watched{0};
  bool childHasFailed = false;
  trace::SnapshotForm form = trace::SnapshotForm::Custom; ///< What copies try.
  /// Neither form can be printed in reasonable time: nothing is, any more.
  bool isHopeless = false;
  std::unique_ptr<SnapshotMaker> maker; ///< The child's.
  /// That print or wait for their turn: each may keep a page of its own for
  /// each page that the compiler writes to.
  static constexpr size_t kMostCopies = 4;
  /// How many times its cost a copy has to save.
  static constexpr int kWorthwhile = 2;
  std::list<std::shared_ptr<PrintingCopy>> copies; ///< Oldest first.
  size_t mostAtOnce = 1; ///< How many of the copies print; the others wait.
  uint64_t copyCount = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTS_H
