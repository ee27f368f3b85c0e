//===- Copies.h - The copies of a session's compilers ---------------------===//
//
// A checkpoint is a process that waits: a copy of a compiler as it was at a
// mark. To go back, a copy of the checkpoint takes the place of the compiler
// and runs on to another mark. What it would write up to the furthest mark was
// written before, so it is muted until there.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_COPIES_H
#define TRACKDBG_DEBUGGER_TIMELINE_COPIES_H

#include "inferior/CopyKeeper.h"
#include "inferior/Session.h"
#include "timeline/Past.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

class Copies final : public CopyKeeper {
public:
  /// Keeps those of `session` from now on, which must outlive the last call.
  explicit Copies(Session &session);

  /// Made at the first call. Valid as long as the session.
  Past &pastOf(const Compiler &compiler);

  /// At a stop or after the end: takes in the checkpoints that were made.
  void await();
  /// Of the compiler at the stop. The error says why it cannot be copied.
  llvm::Expected<Checkpoint &> make();
  /// A copy of `checkpoint` takes the place of `compiler`, which may have
  /// ended, and runs on to the target of `onward`. To be followed by
  /// Session::wait. Where no copy comes up, or the user interrupts the waiting
  /// for it, the error says why, and the compiler is where it was; a checkpoint
  /// that has died or does not answer is dropped.
  llvm::Error goBack(Compiler &compiler, Checkpoint &checkpoint, Resume onward);
  /// The IR at the stop was changed: the stop is another one now.
  void noteChange(Stopped now);
  /// Whether going on from `start` to where the newest that `fits` lies would
  /// leave out a change.
  bool leadsAcrossChange(const Compiler &compiler, const Mark &start,
                         llvm::function_ref<bool(const Mark &)> fits);
  /// The stop as it was before it was changed by hand, most recently; null
  /// where it was not. Valid until the next call of another function.
  const Mark *beforeChange(const Compiler &compiler);
  /// From now on all compilers that have ended keep their checkpoints, where
  /// they still have some.
  void keepAllPasts() { allPastsAreKept = true; }
  /// Where the newest travel began, if a breakpoint matches there; no action
  /// otherwise.
  const Mark &hitAtStart() const { return matchedStart; }

  // CopyKeeper
  void admit(Compiler &newcomer, const Hello &hello) override;
  bool isTravelling(const Compiler &compiler) const override;
  bool arrived(Compiler &compiler) override;
  void shown(Compiler &compiler) override;
  void skipping(Compiler &compiler) override;
  void goingOn(Compiler &compiler, Resume &resume) override;
  void attend() override;
  bool hasStandIn(const Compiler &compiler) const override;
  bool hasStandIns() const override;
  bool hasCopies() const override;
  void killAll() override;

private:
  void admitCheckpoint(Compiler &newcomer, const Hello &hello);
  void fitMemory(Compiler &compiler);
  llvm::Error awaitCopy(Compiler &compiler, Checkpoint &checkpoint);
  void setAside(Compiler &compiler);
  void takePlace(Compiler &compiler, Past::Copy copy);
  bool continueTravel(Compiler &compiler);
  void forgetSkips(Compiler &compiler);
  void divergeFromPast(Compiler &compiler);
  void keepChange(Compiler &compiler, const Mark &before);
  void dropOldPasts();
  void releaseStandIn(const Compiler &compiler, Past &past);

  Session &session;
  llvm::DenseMap<const Compiler *, std::unique_ptr<Past>> pasts;
  int64_t lastCheckpoint = 0; ///< The user's newest.
  Mark matchedStart;
  bool allPastsAreKept = false;
  std::chrono::steady_clock::time_point memoryFitted{};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_COPIES_H
