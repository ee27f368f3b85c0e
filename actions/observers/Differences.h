//===- Differences.h - What differs between two looks at the IR -----------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_DIFFERENCES_H
#define TRACKDBG_ACTIONS_OBSERVERS_DIFFERENCES_H

#include "core/PassNotes.h"
#include "ir/Prefetch.h"
#include "observers/OpImage.h"
#include "trackdbg/TraceEvents.h"

#include "mlir/IR/AsmState.h"

#include <optional>

namespace mlir::trackdbg {

class TraceRecorder;

/// Ops that a pass has made and erased, by their addresses.
class ComeAndGone {
public:
  /// `notes` may be null, and must outlive this. `knowsAll`: no op that they
  /// say was made has died without a note.
  ComeAndGone(const PassNotes *notes, bool knowsAll);

  /// How it was born; null for an op that the pass has not made.
  const PassNotes::Born *birthOf(Operation *op) const {
    auto known = born.find(op);
    return known == born.end() ? nullptr : &notes->born()[known->second];
  }
  /// Whether an op that was at this address is not there any more.
  bool isGone(Operation *op) const { return lastDeaths.contains(op); }
  /// Whether an op was made at the address of one that is gone. What looks as
  /// before may not be so then.
  bool isAnyReborn() const { return anyReborn; }
  /// Whether `op`, which is alive, uses such an op.
  bool usesReborn(Operation *op) const {
    return LLVM_UNLIKELY(!usersOfReborn.empty()) && usersOfReborn.contains(op);
  }

private:
  const PassNotes *notes;
  llvm::DenseMap<Operation *, size_t> born;
  llvm::DenseMap<Operation *, size_t> lastDeaths; ///< How many came before.
  llvm::DenseSet<Operation *> usersOfReborn;
  bool anyReborn = false;
};

/// The images of an earlier look at an op with all that it holds. Ops are asked
/// for one after the other, in the order in which they are now, which is much
/// like the one that they had.
class OldImages {
public:
  /// `words` may grow. `root` is null where there is none, or several: what
  /// their arguments were is not known then.
  OldImages(const ImageWords &words, Operation *root)
      : words(words), root(root) {
    constexpr unsigned kDistance = 8;
    for (unsigned i = 0; i != kDistance; ++i)
      prefetchAhead();
  }

  /// Passes over the image of `op`, if it is the next one and `op` still looks
  /// so.
  bool passIfSame(Operation &op) {
    if (next == words.size())
      return false;
    const uint64_t *end = OpImage::endIfSame(op, words.data() + next);
    if (LLVM_UNLIKELY(!end))
      return false;
    next = end - words.data();
    prefetchAhead();
    return true;
  }
  /// Of an op that was not born meanwhile. Null for none. Passes over it.
  const uint64_t *find(Operation *op, const ComeAndGone &ops);
  /// What the value at an address was, which may be dead: a result of one of
  /// these ops, or an argument. 0 for neither. `notes` may be null: of those of
  /// a block that is gone nothing is known then.
  trace::ValueRef valueAt(const void *value, const PassNotes *notes);

  /// Of the next one; all before it have been passed over or left out.
  size_t offset() const { return next; }

private:
  /// The images tell where ops lie that the walk comes to later. Those that
  /// are dead do no harm.
  void prefetchAhead() {
    ahead = std::max(ahead, next);
    if (ahead == words.size())
      return;
    OpImage image(words.data() + ahead);
    prefetch(image.op());
    ahead += image.size();
  }
  llvm::DenseMap<Operation *, size_t> &indexed();
  Operation *ownerOf(const void *value);
  trace::ValueRef argumentAt(const void *value, const PassNotes *notes);

  const ImageWords &words;
  Operation *root;
  // Made when they are needed.
  llvm::DenseMap<Operation *, size_t> index;
  std::optional<llvm::DenseMap<const void *, trace::ValueRef>> arguments;
  size_t next = 0, ahead = 0, indexedUntil = 0;
};

/// Tells a recorder what differs, op by op, and what took over from values that
/// were lost. `notes` are those of the pass between the two looks; null where
/// it is not known what happened there.
class Differences {
public:
  /// All must outlive this.
  Differences(TraceRecorder &recorder, const PassNotes *notes,
              const ComeAndGone &ops)
      : recorder(recorder), notes(notes), ops(ops) {
    if (!notes)
      return;
    modified.reserve(notes->modified().size());
    modified.insert(notes->modified().begin(), notes->modified().end());
  }

  /// An op looks as before. Not needed where `isAnyModified` is false.
  void noteSame(Operation *op) {
    if (modified.contains(op))
      same.insert(op);
  }
  /// Whether a rewriter said that it had changed an op.
  bool isAnyModified() const { return !modified.empty(); }
  /// `before` and `now`: images of one op.
  void tell(OpImage before, OpImage now, OldImages &old);
  /// Of an op that looks as before, but uses ops at the addresses of others.
  void tellReborn(OpImage now, OldImages &old) {
    tellOperands(now.op(), now.operands(), now.operands(), old);
  }
  /// Of an op that was born in the pass.
  void tellSinceBirth(OpImage now, const PassNotes::Born &birth);
  /// When all have been seen: what a rewriter said was changed, and is not.
  void tellUnchanged();

private:
  using Words = OpImage::Words;

  void tellLocation(Operation *op, trace::ChangeKind kind, const void *before);
  void tellAttributes(Operation *op, const void *before);
  void tellProperties(Operation *op, Words before, Words now);
  void tellTypes(Operation *op, trace::ChangeKind kind,
                 trace::ChangeKind countKind, Words before, Words now);
  void tellSuccessors(Operation *op, Words before, Words now);
  void tellOperands(Operation *op, Words before, Words now, OldImages &old);
  void tellAttribute(Operation *op, StringAttr name, Attribute before,
                     Attribute now);
  void tellTaken(const void *before, uint32_t deathsBefore, Value now,
                 bool byCopy = false);
  uint32_t textOf(Attribute attribute);
  uint32_t textOf(Type type);
  template <typename Printed> uint32_t printed(Printed value);

  TraceRecorder &recorder;
  const PassNotes *notes;
  const ComeAndGone &ops;
  llvm::DenseSet<Operation *> modified, same;
  /// What was lost, and what took its uses.
  llvm::DenseSet<std::pair<const PassNotes::Lost *, const void *>> taken;
  llvm::DenseMap<const void *, uint32_t> texts; ///< Of attributes and types.
  /// More are not printed for one look.
  static constexpr size_t kMostTexts = 20000;
  std::optional<AsmState> printing;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_DIFFERENCES_H
