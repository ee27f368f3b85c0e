//===- ChangeFinder.h - What a pass changed without a word ----------------===//
//
// Attributes, types, operands and locations are set by inline functions, and so
// are the users of a value when all of them are handed over to another one. No
// hook sees that. So the IR is looked at when a pass is over, and compared with
// how it was before.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_CHANGEFINDER_H
#define TRACKDBG_ACTIONS_OBSERVERS_CHANGEFINDER_H

#include "core/PassNotes.h"
#include "observers/OpImage.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <sys/single_threaded.h>
#include <vector>

namespace mlir::trackdbg {

class ComeAndGone;
class Differences;
class OldImages;
class TraceRecorder;
struct ActiveAction;
struct ThreadState;

/// Compares an op with all that it holds, but for what is isolated from above
/// and was compared for itself, when a pass on it is over. Any thread; a pass
/// owns its op while it runs. One walk through the op for each pass, of about
/// 80 instructions for each op that is as it was, and 70 bytes for each op that
/// is alive.
class ChangeFinder {
public:
  explicit ChangeFinder(TraceRecorder &recorder) : recorder(recorder) {}

  /// Before a pass on `root` begins in `around`, which may be null.
  void beforePass(ThreadState &thread, Operation *root,
                  const ActiveAction *around);
  void passBegins(ThreadState &thread);
  /// Before the end of a pass is recorded.
  void passEnds(ThreadState &thread, const ActiveAction &pass);
  /// Before an op with regions is freed.
  void dying(ThreadState &thread, Operation *op);
  /// Blocks went from one op to another.
  void taken(ThreadState &thread, Operation *from, Operation *into);
  /// An op is freed on a thread that runs no pass: by one that shares its work
  /// out, so that its own thread does not know of it.
  void diesElsewhere() {
    if (!__libc_single_threaded)
      opsDieElsewhere.store(true, std::memory_order_relaxed);
  }
  /// Whether nothing is left out, for want of memory.
  bool isComplete() const { return !hasGivenUp; }
  /// The IR was changed outside of every pass.
  void changedBetweenPasses() { wasChangedBetween = true; }

private:
  /// What is compared for itself: the op of a pass.
  struct Unit {
    ImageWords images; ///< How all was when it was looked at last.
  };
  Unit *find(Operation *root);
  Unit &unitOf(Operation *root);
  bool isUnit(Operation *op);
  void keepImages(PassNotes &notes, Operation *root);
  template <typename Visit>
  void walk(Operation *root, std::vector<Operation *> &roots, Visit visit);
  void look(ThreadState &thread, Operation *root, const PassNotes *notes);
  void lookAt(Operation *root, std::vector<Operation *> &roots,
              const ComeAndGone &ops, Differences &differences, OldImages &left,
              ImageWords &renewed);

  TraceRecorder &recorder;
  std::atomic<bool> wasChangedBetween = false;
  std::atomic<bool> hasGivenUp = false, opsDieElsewhere = false;
  std::atomic<size_t> wordsHeld = 0;
  /// More are not held: ops that are alive would need too much memory. With
  /// eight times as many, recording a module of a million ops raises the peak
  /// from 556 MB to 725 instead of 659.
  static constexpr size_t kMostWords = size_t(1) << 22;
  std::mutex mutex; ///< Of what follows.
  llvm::DenseMap<Operation *, std::unique_ptr<Unit>> units;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_CHANGEFINDER_H
