//===- Snapshots.cpp - The stages that a trace holds as text --------------===//

#include "stages/Snapshots.h"

#include "changes/Rebuilt.h"
#include "trace/Unpacking.h"

#include "trackdbg/SnapshotTies.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

#include <set>

namespace mlir::trackdbg {

using namespace trace;

/// Enough for comparing two stages, and for going back and forth.
static constexpr size_t kMostLoaded = 4;

//===----------------------------------------------------------------------===//
// Which there are
//===----------------------------------------------------------------------===//

void Snapshots::takeInPieces() const {
  llvm::ArrayRef<TraceFile::SnapshotPiece> pieces =
      lineage.trace().snapshotPieces();
  for (; piecesSeen < pieces.size(); ++piecesSeen) {
    const SnapshotPart &part = pieces[piecesSeen].part;
    if (part.kind == SnapshotKind::FinalCode)
      continue;
    if (part.number == 0) {
      all.emplace_back();
      all.back().key = part;
      all.back().pieces.push_back(piecesSeen);
      all.back().isWhole = part.isLast;
      newest[keyOf(part)] = &all.back();
      ofRoot[part.root].push_back(&all.back());
      continue;
    }
    auto known = newest.find(keyOf(part));
    if (known == newest.end())
      continue;
    Snapshot &snapshot = *known->second;
    if (!snapshot.isWhole && snapshot.pieces.size() == part.number) {
      snapshot.pieces.push_back(piecesSeen);
      snapshot.isWhole = part.isLast;
    }
  }
}

uint32_t Snapshots::stageOf(const Snapshot &snapshot,
                            llvm::ArrayRef<Stage> stages) const {
  uint64_t last = lineage.actionCount();
  uint32_t stage =
      stageAround(stages, ActionId(std::min(snapshot.key.action, last))).number;
  bool isBefore = snapshot.key.moment == SnapshotMoment::Before;
  return isBefore && stage > 0 ? stage - 1 : stage;
}

/// Whether it was printed before the first pass of an input that was read after
/// the stage.
bool Snapshots::isOfNextInput(const Snapshot &snapshot,
                              const Stage &stage) const {
  return snapshot.key.moment == SnapshotMoment::Before && stage.number != 0 &&
         !OpsAt(lineage, stage.moment()).wasBorn(lineage.op(rootOf(snapshot)));
}

std::vector<Snapshots::Kept>
Snapshots::kept(llvm::ArrayRef<Stage> stages) const {
  takeInPieces();
  std::vector<Kept> result(stages.size(), Kept::No);
  for (const Snapshot &snapshot : all) {
    uint32_t number = stageOf(snapshot, stages);
    if (isOfNextInput(snapshot, stages[number]))
      continue;
    Kept &known = result[number];
    if (snapshot.key.kind == SnapshotKind::Unchanged)
      known = std::max(known, Kept::Unchanged);
    else if (snapshot.isWhole)
      known = Kept::Text;
  }
  if (hasChanges(lineage) && stages.size() > 1)
    for (auto [stage, known] : llvm::zip_equal(stages, result))
      if (known == Kept::No && stage.reached)
        known = Kept::Text;
  return result;
}

Snapshots::Snapshot *Snapshots::newestText(const Snapshot &ofSameRoot,
                                           uint32_t stage,
                                           llvm::ArrayRef<Stage> stages) const {
  Snapshot *found = nullptr;
  uint32_t foundStage = 0;
  for (Snapshot *snapshot : ofRoot.at(ofSameRoot.key.root)) {
    uint32_t at = stageOf(*snapshot, stages);
    if (at > stage || at < foundStage ||
        rootOf(*snapshot) != rootOf(ofSameRoot) ||
        snapshot->key.kind != SnapshotKind::Text || !snapshot->isWhole)
      continue;
    found = snapshot;
    foundStage = at;
  }
  return found && isOutdated(*found, stage, stages) ? nullptr : found;
}

/// Whether one of the passes that ran on the same op from then on, up to
/// `stage`, has left neither a text nor word that nothing changed. It could not
/// be printed, and whatever comes later is compared with that.
bool Snapshots::isOutdated(const Snapshot &text, uint32_t stage,
                           llvm::ArrayRef<Stage> stages) const {
  if (lineage.trace().header().snapshotMode != SnapshotMode::Passes)
    return false;
  OpId root = lineage.rootOf(text.key.action);
  auto isKept = [&](const Stage &later) {
    auto known =
        newest.find({later.pass, SnapshotMoment::After, text.key.root});
    return known != newest.end() && known->second->isWhole;
  };
  uint32_t first = stageOf(text, stages);
  return llvm::any_of(
      stages.slice(first + 1, stage - first), [&](const Stage &later) {
        return lineage.rootOf(later.pass) == root && !isKept(later);
      });
}

llvm::Error Snapshots::whyMissing(const Stage &stage,
                                  llvm::ArrayRef<Stage> stages) const {
  std::string name =
      stage.number == 0 ? "the start" : fmt::format("stage {}", stage.number);
  auto fail = [](std::string text) { return llvm::createStringError(text); };
  if (!stage.reached)
    return fail(fmt::format("{} is not there: its pass has not ended", name));
  switch (lineage.trace().header().snapshotMode.load()) {
  case SnapshotMode::Ends:
    if (stage.number == 0)
      break;
    if (stage.number == stages.back().number)
      return fail(lineage.trace().header().firstEndLeftOut != 0
                      ? "the end was not printed when the run came to it, and "
                        "there is no checkpoint left to go back to; run again "
                        "with 'set checkpoints off'"
                      : "the end was not kept: the compiler has yet to free "
                        "its module, or ended before it did");
    return fail(fmt::format("{} was not kept, only the start and the end; "
                            "'--snapshots=passes' keeps every stage",
                            name));
  case SnapshotMode::Passes:
    break;
  default:
    return fail("no stage was kept as text; record or run again with "
                "'--snapshots=ends' or '--snapshots=passes'");
  }
  if (stages.size() == 1)
    return fail("the text of stage 0 is not there: it is printed when the "
                "first pass begins, and none has; at a stop 'step' goes into "
                "it, and 'print' shows the IR");
  return fail(fmt::format("{} could not be printed: the copy of the compiler "
                          "that was to do it has failed or is still at work",
                          name));
}

llvm::Expected<Snapshots::Texts> Snapshots::textsOf(const Stage &stage) const {
  takeInPieces();
  std::vector<Stage> stages = stagesOf(lineage);
  std::vector<const Snapshot *> ofStage;
  for (const Snapshot &snapshot : all)
    if (stageOf(snapshot, stages) == stage.number &&
        !isOfNextInput(snapshot, stage))
      ofStage.push_back(&snapshot);
  // Copies that print at the same time may be done in any order.
  llvm::stable_sort(ofStage, [](const Snapshot *lhs, const Snapshot *rhs) {
    return lhs->key.position < rhs->key.position;
  });
  std::vector<Snapshot *> shown;
  std::set<std::pair<uint64_t, OpId>> roots;
  for (const Snapshot *snapshot : ofStage)
    if (roots.insert({snapshot->key.root, rootOf(*snapshot)}).second)
      if (Snapshot *text = newestText(*snapshot, stage.number, stages))
        shown.push_back(text);
  if (!shown.empty())
    return load(shown);
  bool canBeRebuilt = hasChanges(lineage) && stage.reached && stages.size() > 1;
  return canBeRebuilt ? rebuild(stage, stages) : whyMissing(stage, stages);
}

static llvm::Expected<Snapshots::Texts> rebuildSide(const Lineage &lineage,
                                                    ActionSide side) {
  llvm::Expected<std::vector<RebuiltIR>> printed = rebuildIR(lineage, side);
  if (!printed)
    return printed.takeError();
  RebuiltIR &only = printed->front();
  return Snapshots::Texts{std::make_shared<const StageText>(
      std::move(only.text), std::move(only.ties))};
}

std::vector<Snapshots::Snapshot *>
Snapshots::printedBefore(const Stage &stage) const {
  takeInPieces();
  std::vector<Snapshot *> found;
  for (Snapshot &snapshot : all)
    if (snapshot.key.moment == SnapshotMoment::Before &&
        snapshot.key.action == stage.pass && snapshot.isWhole &&
        snapshot.key.kind == SnapshotKind::Text)
      found.push_back(&snapshot);
  return found;
}

llvm::Expected<Snapshots::Texts>
Snapshots::textsBefore(const Stage &stage) const {
  std::vector<Snapshot *> wanted = printedBefore(stage);
  if (wanted.empty() && hasChanges(lineage))
    return rebuildSide(lineage, {stage.pass, /*isAfter=*/false});
  if (wanted.empty())
    return llvm::createStringError(
        "the start of that input was not kept as text; record or run again "
        "with '--snapshots=ends' or '--snapshots=passes'");
  return load(wanted);
}

//===----------------------------------------------------------------------===//
// From the changes
//===----------------------------------------------------------------------===//

llvm::Expected<Snapshots::Texts> Snapshots::textsAfter(ActionId action) const {
  return rebuildSide(lineage, {action, /*isAfter=*/true});
}

llvm::Expected<Snapshots::Texts>
Snapshots::rebuild(const Stage &stage, llvm::ArrayRef<Stage> stages) const {
  for (const auto &[number, texts] : rebuilt)
    if (number == stage.number)
      return texts;
  ActionSide side{stage.pass, /*isAfter=*/true};
  if (stage.number == 0)
    side = {stages[1].pass, /*isAfter=*/false};
  llvm::Expected<Texts> texts = rebuildSide(lineage, side);
  if (!texts)
    return texts;
  rebuilt.push_back({stage.number, *texts});
  if (rebuilt.size() > kMostLoaded)
    rebuilt.pop_front();
  return texts;
}

//===----------------------------------------------------------------------===//
// What is in them
//===----------------------------------------------------------------------===//

llvm::Expected<Snapshots::Texts>
Snapshots::load(llvm::ArrayRef<Snapshot *> wanted) const {
  Texts texts;
  std::vector<AddressedText> fresh;
  for (Snapshot *snapshot : wanted) {
    texts.push_back(snapshot->text);
    if (snapshot->text)
      continue;
    auto unpacked = unpack(*snapshot);
    if (!unpacked)
      return unpacked.takeError();
    fresh.push_back(std::move(*unpacked));
  }
  findTiedOps(lineage, fresh);
  auto next = fresh.begin();
  for (auto [snapshot, text] : llvm::zip_equal(wanted, texts)) {
    if (text)
      continue;
    text = std::make_shared<const StageText>(std::move(next->text),
                                             std::move(next->ties));
    ++next;
    snapshot->text = text;
    loaded.push_back(snapshot);
    if (loaded.size() > kMostLoaded) {
      loaded.front()->text.reset();
      loaded.pop_front();
    }
  }
  return texts;
}

llvm::Expected<AddressedText>
Snapshots::unpack(const Snapshot &snapshot) const {
  auto broken = [] {
    return llvm::createStringError(
        "the text of the stage is damaged in the trace; record it again");
  };
  std::string bytes;
  for (uint32_t piece : snapshot.pieces)
    bytes += lineage.trace().snapshotPieces()[piece].bytes;
  llvm::StringRef payload = bytes;
  SnapshotText header;
  if (payload.size() < sizeof(header))
    return broken();
  std::memcpy(&header, payload.data(), sizeof(header));
  payload = payload.drop_front(sizeof(header));
  if (header.textSize > kMaxSnapshotText ||
      header.tieCount > kMaxSnapshotText / kTieSize)
    return broken();
  std::optional<std::string> text = unpackBytes(
      payload, header.packing, header.packedTextSize, header.textSize);
  std::optional<std::string> ties;
  if (text)
    ties = unpackBytes(payload, header.packing, header.packedTiesSize,
                       header.tieCount * kTieSize);
  if (!ties)
    return broken();
  AddressedText result;
  result.text = std::move(*text);
  result.position = snapshot.key.position;
  if (!result.setTies(*ties, header.tieCount))
    return broken();
  return result;
}

const Snapshots &snapshotsOf(const Lineage &lineage) {
  static constexpr char key = 0;
  return static_cast<const Snapshots &>(lineage.attachment(
      &key, [&] { return std::make_unique<Snapshots>(lineage); }));
}

} // namespace mlir::trackdbg
