//===- ChangeLog.h - How the IR looks after each action -------------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_CHANGELOG_H
#define TRACKDBG_ACTIONS_OBSERVERS_CHANGELOG_H

#include "core/ChangeNotes.h"
#include "core/EventOrder.h"
#include "process/StandingChild.h"
#include "trace/Interner.h"
#include "trace/TraceFile.h"
#include "trackdbg/TraceChanges.h"

#include "mlir/IR/AsmState.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace mlir::trackdbg {

/// Writes what each action made, changed and moved, when it is over or another
/// one begins in it: the records of TraceChanges.h. What it costs depends on
/// what was changed, and not on how much IR there is.
///
/// Any thread; outside every action nothing is noted. An op is printed once for
/// all that look the same, in a child process, as a dialect's printer may
/// crash; see StandingChild.
class ChangeLog {
public:
  ChangeLog(TraceFile &file, EventOrder &order, Interner &names)
      : file(file), order(order), names(names) {}

  /// Before the list of a block links `op`.
  void put(ThreadState &thread, Operation *op);
  /// The same of an op that was in `source` before.
  void moved(ThreadState &thread, Operation *op, Block *source, bool isLinked);
  /// Before the list of a region links it.
  void putBlock(ThreadState &thread, Block *block);
  /// `block` has other arguments than before, from number `first` on. What uses
  /// these and what leads to the block may print something else. Linear in
  /// these uses.
  void argumentsChanged(ThreadState &thread, Block *block, unsigned first);
  /// In an action, an op was made or changed in place.
  void touched(ThreadState &thread, Operation *op) {
    if (thread.top)
      note(thread, op, /*isUnplaced=*/false);
  }
  /// An op looks other than it did, or was not there. Outside actions, too.
  void found(ThreadState &thread, Operation *op) {
    note(thread, op, /*isUnplaced=*/true);
  }
  /// Where types of results or arguments of `op` have changed, or how many
  /// arguments there are, what uses them prints something else. Linear in the
  /// blocks of `op` and in these uses.
  void typesChanged(ThreadState &thread, Operation *op, trace::ChangeKind kind);
  /// Before ops are moved.
  void settle(ThreadState &thread);
  /// Before they are freed.
  void dying(ThreadState &thread, Operation *op);
  void dyingBlock(ThreadState &thread, Block *block);
  /// Before the begin or the end of an action is recorded, which will have the
  /// position `turn`, or where that is 0, the next one.
  void actionTurns(ThreadState &thread, uint64_t turn);

private:
  using Words = llvm::SmallVector<uint64_t, 16>;
  struct Form {
    uint32_t id = 0; ///< The string id of its template; 0: not printed yet.
  };

  ChangeNotes *notesOf(ThreadState &thread);
  ChangeNotes *makeNotes(ThreadState &thread);
  void note(ThreadState &thread, Operation *op, bool isUnplaced);
  void finishPut(ThreadState &thread, ChangeNotes &notes);
  void writeStack(ThreadState &thread, ChangeNotes &notes);
  void finishBlocks(ThreadState &thread, ChangeNotes &notes);
  void writeBlockPut(ThreadState &thread, Block *block);
  void writeOps(ThreadState &thread, const ChangeNotes &notes);
  void writePlace(ThreadState &thread, Operation *op);
  void writeText(ThreadState &thread, Operation *op, uint32_t form);
  void writeBlockText(ThreadState &thread, Block *block);
  void append(ThreadState &thread, trace::ChangeRecordKind kind, Words &words);
  using Unprinted = std::pair<Operation *, Form *>;
  void printForms(llvm::ArrayRef<Unprinted> wanted);
  void printTypes(Block *block);
  void forgetPointers();

  TraceFile &file;
  EventOrder &order;
  Interner &names;
  /// How often an op died on a thread outside all actions, while others may
  /// have noted it.
  std::atomic<uint64_t> deathsElsewhere = 0;

  std::mutex mutex; ///< Of what follows.
  StandingChild printer;
  uint64_t generation = 0;
  llvm::StringMap<Form> forms; ///< By what addTemplateKey says.
  /// The names of ops whose own printers have failed.
  llvm::DenseSet<OperationName> withoutPrinter;
  unsigned failures = 0;
  /// What was said of each op and block last, as a hash.
  llvm::DenseMap<const void *, uint64_t> said;
  llvm::DenseMap<const void *, std::string> typeTexts;
  /// Of `printingContext`. A child makes it; never freed.
  AsmState *printing = nullptr;
  MLIRContext *printingContext = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_CHANGELOG_H
