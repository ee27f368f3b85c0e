//===- Snapshots.h - The stages that a trace holds as text ----------------===//
//
// A snapshot shows one op (the module, as a rule) at one moment. A stage shows
// the op that its pass ran on, and after that each op whose first pass comes
// next: those of the next input, where a compiler takes several.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_SNAPSHOTS_H
#define TRACKDBG_DEBUGGER_STAGES_SNAPSHOTS_H

#include "graph/Moment.h"
#include "stages/AddressedText.h"
#include "stages/StageText.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <map>
#include <memory>
#include <tuple>

namespace mlir::trackdbg {

class Snapshots final : public Attachment {
public:
  explicit Snapshots(const Lineage &lineage) : lineage(lineage) {}

  enum class Kept {
    No,        ///< Not requested, or it could not be printed.
    Unchanged, ///< As the stage before.
    Text
  };
  /// What the trace has of each stage, in the order of `stages`. Cheap.
  std::vector<Kept> kept(llvm::ArrayRef<Stage> stages) const;

  /// The texts of a stage, one for each op that it shows; never empty. The
  /// error says why there is none. The first call for a text unpacks it and
  /// walks once over the events; some of the newest are kept in memory.
  using Texts = std::vector<std::shared_ptr<const StageText>>;
  llvm::Expected<Texts> textsOf(const Stage &stage) const;
  /// The text of the input that the pass of a stage ran on, as it was before
  /// the pass.
  llvm::Expected<Texts> textsBefore(const Stage &stage) const;
  bool hasTextBefore(const Stage &stage) const {
    return !printedBefore(stage).empty();
  }
  /// The IR when an action has ended, inside a pass, too. Only where the trace
  /// tells what each action changed. Reads all of it, and keeps nothing.
  llvm::Expected<Texts> textsAfter(ActionId action) const;

private:
  /// All the pieces of one snapshot, of which there may be more to come.
  struct Snapshot {
    trace::SnapshotPart key = {};
    std::vector<uint32_t> pieces; ///< Indices into the trace's.
    bool isWhole = false;
    std::shared_ptr<const StageText> text; ///< While it is kept in memory.
  };
  void takeInPieces() const;
  uint32_t stageOf(const Snapshot &snapshot,
                   llvm::ArrayRef<Stage> stages) const;
  /// The op that is shown. An input may lie where the one before it has lain.
  OpId rootOf(const Snapshot &snapshot) const {
    return lineage.rootOf(snapshot.key.action);
  }
  std::vector<Snapshot *> printedBefore(const Stage &stage) const;
  bool isOfNextInput(const Snapshot &snapshot, const Stage &stage) const;
  Snapshot *newestText(const Snapshot &ofSameRoot, uint32_t stage,
                       llvm::ArrayRef<Stage> stages) const;
  bool isOutdated(const Snapshot &text, uint32_t stage,
                  llvm::ArrayRef<Stage> stages) const;
  llvm::Error whyMissing(const Stage &stage,
                         llvm::ArrayRef<Stage> stages) const;
  llvm::Expected<Texts> rebuild(const Stage &stage,
                                llvm::ArrayRef<Stage> stages) const;
  llvm::Expected<Texts> load(llvm::ArrayRef<Snapshot *> wanted) const;
  llvm::Expected<AddressedText> unpack(const Snapshot &snapshot) const;

  const Lineage &lineage;
  // Grows with the trace, whose pieces come without events of their own.
  mutable size_t piecesSeen = 0;
  mutable std::deque<Snapshot> all; ///< In the order of their first pieces.
  /// What the pieces of one snapshot have in common.
  using Key = std::tuple<uint64_t, trace::SnapshotMoment, uint64_t>;
  static Key keyOf(const trace::SnapshotPart &part) {
    return {part.action, part.moment, part.root};
  }
  mutable std::map<Key, Snapshot *> newest;
  mutable std::map<uint64_t, std::vector<Snapshot *>> ofRoot;
  mutable std::deque<Snapshot *> loaded;
  /// The newest of those that were rebuilt, by the stage's number.
  mutable std::deque<std::pair<uint32_t, Texts>> rebuilt;
};

/// Those of the trace. They live as long as `lineage`.
const Snapshots &snapshotsOf(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_SNAPSHOTS_H
