//===- BlockOrder.cpp - Ops that stand out of their original order --------===//

#include "queries/BlockOrder.h"

#include "stages/Snapshots.h"
#include "trace/Cancellation.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <fmt/format.h>

namespace mlir::trackdbg {

namespace {
/// What is compared. Keys of different groups are not.
struct Key {
  uint32_t group = 0; ///< A file, or 0.
  uint64_t value = 0, column = 0;

  auto order() const { return std::pair(value, column); }
};

/// Reads the keys of locations, of each once.
class Keys {
public:
  static llvm::Expected<Keys> make(const Lineage &lineage,
                                   llvm::StringRef pattern) {
    Keys keys(lineage);
    if (pattern.empty())
      return keys;
    llvm::Expected<UserRegex> regex = UserRegex::make(pattern);
    if (!regex)
      return regex.takeError();
    if (regex->groupCount() == 0)
      return llvm::createStringError(
          fmt::format("'{}' has no group for the number to compare; put the "
                      "number in parentheses, as in 'DEBUG\\|([0-9]+)'",
                      pattern.str()));
    keys.regex = std::move(*regex);
    return keys;
  }

  std::optional<Key> of(OpId op) {
    uint32_t location = lineage->op(op).location;
    auto [known, isNew] = cache.try_emplace(location);
    if (isNew)
      known->second = read(location);
    return known->second;
  }
  std::string text(OpId op, const Key &key) const {
    if (regex)
      return fmt::format("{}", key.value);
    return lineage->definitions().placeText(lineage->op(op).location);
  }

private:
  explicit Keys(const Lineage &lineage) : lineage(&lineage) {}

  std::optional<Key> read(uint32_t location) const {
    const Definitions &definitions = lineage->definitions();
    if (!regex) {
      SourcePlace place = definitions.place(location);
      if (!place || place.line == 0)
        return std::nullopt;
      return Key{place.fileId, place.line, place.column};
    }
    llvm::SmallVector<llvm::StringRef, 4> groups;
    uint64_t number;
    if (!regex->match(definitions.locationText(location), groups) ||
        groups[1].getAsInteger(10, number))
      return std::nullopt;
    return Key{0, number, 0};
  }

  const Lineage *lineage;
  std::optional<UserRegex> regex;
  llvm::DenseMap<uint32_t, std::optional<Key>> cache;
};

struct Keyed {
  OpId op = 0;
  uint32_t line = 0;
  Key key;
};

/// Splits a text into blocks: the ops that follow each other on one level.
class Blocks {
public:
  Blocks(const StageText &text, Keys &keys) : text(text), keys(keys) {}

  /// Calls `visit` with the ops of each block that have a key, as printed.
  template <typename Visit> void forEach(Visit visit) {
    visitInside(text.ties(), visit);
  }

private:
  template <typename Visit>
  void visitInside(llvm::ArrayRef<Tie> all, Visit &visit) {
    // A stack of our own: IR from elsewhere may be nested without end.
    std::vector<llvm::ArrayRef<Tie>> open{all};
    while (!open.empty() && !isCancelled()) {
      llvm::ArrayRef<Tie> ties = open.back();
      open.pop_back();
      std::vector<Keyed> block;
      uint32_t last = 0;
      while (!ties.empty()) {
        const Tie &tie = ties.front();
        if (last != 0 && isBoundary(last + 1, tie.line)) {
          visit(block);
          block.clear();
        }
        if (std::optional<Key> key = tie.op ? keys.of(tie.op) : std::nullopt)
          block.push_back({tie.op, tie.line, *key});
        llvm::ArrayRef<Tie> inside = text.inside(tie);
        if (!inside.empty())
          open.push_back(inside);
        last = text.lastLineOf(tie);
        const Tie *next = llvm::partition_point(
            ties, [&](const Tie &each) { return each.line <= last; });
        ties = ties.drop_front(next - ties.begin());
      }
      visit(block);
    }
  }
  /// Between two ops of one block nothing is printed. What is there begins
  /// another block or region.
  bool isBoundary(uint32_t from, uint32_t to) const {
    for (uint32_t line = from; line < to; ++line)
      if (!text.line(line).trim().empty())
        return true;
    return false;
  }

  const StageText &text;
  Keys &keys;
};

/// The members of a longest rising sequence; equal keys are in order.
std::vector<bool> inOrder(llvm::ArrayRef<Keyed> ops) {
  std::vector<size_t> tails;
  std::vector<size_t> before(ops.size(), ops.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    auto place = llvm::partition_point(tails, [&](size_t tail) {
      return ops[tail].key.order() <= ops[i].key.order();
    });
    if (place != tails.begin())
      before[i] = *std::prev(place);
    if (place == tails.end())
      tails.push_back(i);
    else
      *place = i;
  }
  std::vector<bool> result(ops.size());
  for (size_t i = tails.empty() ? ops.size() : tails.back(); i < ops.size();
       i = before[i])
    result[i] = true;
  return result;
}

class OrderCheck {
public:
  OrderCheck(const Lineage &lineage, Moment moment, Keys &keys,
             OrderAnswer &answer, size_t maxListed)
      : lineage(lineage), at(lineage, moment), keys(keys), answer(answer),
        maxListed(maxListed) {}

  void check(llvm::ArrayRef<Keyed> block) {
    bool isOutOfOrder = false;
    // Ops of different files have no order.
    llvm::MapVector<uint32_t, std::vector<Keyed>> groups;
    for (const Keyed &op : block)
      groups[op.key.group].push_back(op);
    bool counts = false;
    for (auto &[group, ops] : groups) {
      if (ops.size() < 2)
        continue;
      counts = true;
      answer.ops += ops.size();
      isOutOfOrder |= checkGroup(ops);
    }
    answer.blocks += counts;
    answer.blocksOutOfOrder += isOutOfOrder;
  }

private:
  bool checkGroup(llvm::ArrayRef<Keyed> ops) {
    std::vector<bool> kept = inOrder(ops);
    bool any = false;
    const Keyed *before = nullptr;
    size_t behind = 0;
    for (size_t i = 0; i < ops.size(); ++i) {
      if (kept[i]) {
        before = &ops[i];
        continue;
      }
      any = true;
      ++answer.misplaced;
      behind = std::max(behind, i);
      while (behind < ops.size() && !kept[behind])
        ++behind;
      if (answer.list.size() < maxListed)
        list(ops, i, before, behind < ops.size() ? &ops[behind] : nullptr);
    }
    return any;
  }
  /// It stands after one that should follow, or before one that should precede
  /// it: the sequence without it could be longer otherwise.
  void list(llvm::ArrayRef<Keyed> ops, size_t index, const Keyed *before,
            const Keyed *behind) {
    const Keyed *first = &ops[index], *second = &ops[index];
    // Those that are kept rise: the nearest one before is the largest, and the
    // nearest one behind the smallest.
    if (before && ops[index].key.order() < before->key.order())
      first = before;
    else if (behind && behind->key.order() < ops[index].key.order())
      second = behind;
    else
      return;
    Misplaced entry;
    entry.op = describeOp(lineage, second->op);
    entry.line = second->line;
    entry.key = keys.text(second->op, second->key);
    entry.after = describeOp(lineage, first->op);
    entry.afterKey = keys.text(first->op, first->key);
    tellWhoPlaced(first->op, second->op, entry);
    answer.list.push_back(std::move(entry));
  }
  void tellWhoPlaced(OpId first, OpId second, Misplaced &entry) const {
    ActionId firstPlaced = lastPlaced(first), secondPlaced = lastPlaced(second);
    ActionId last = std::max(firstPlaced, secondPlaced);
    entry.placedBy = describeAction(lineage, last);
    if (firstPlaced != secondPlaced)
      entry.placed = last == firstPlaced ? first : second;
    entry.wasMade = lineage.op(entry.placed).birthAction == last;
  }
  ActionId lastPlaced(OpId op) const {
    ActionId last = lineage.op(op).birthAction;
    lineage.forEachNote(op, [&](const Note &note) {
      if (note.kind == NoteKind::Moved && at.isPast(note.action))
        last = std::max(last, note.action);
    });
    return last;
  }

  const Lineage &lineage;
  OpsAt at;
  Keys &keys;
  OrderAnswer &answer;
  size_t maxListed;
};

/// The stage that is asked for, or the last one with a text.
llvm::Expected<Stage> stageFor(const Lineage &lineage,
                               const std::optional<Moment> &at) {
  std::vector<Stage> stages = stagesOf(lineage);
  if (at && !at->isEnd()) {
    for (const Stage &stage : stages)
      if (stage.pass == at->after)
        return stage;
    return llvm::createStringError(fmt::format(
        "the order of ops is known only at stages, and {} is not a stage",
        describeMoment(lineage, *at)));
  }
  std::vector<Snapshots::Kept> kept = snapshotsOf(lineage).kept(stages);
  for (size_t i = stages.size(); i-- > 0;)
    if (kept[i] != Snapshots::Kept::No)
      return stages[i];
  return llvm::createStringError(
      "the order of ops is known from the text of a stage, and none was kept; "
      "record or run again with '--snapshots=ends' or "
      "'--snapshots=passes'");
}
} // namespace

llvm::Expected<OrderAnswer> blockOrder(const Lineage &lineage,
                                       const OrderQuestion &question) {
  llvm::Expected<Keys> keys = Keys::make(lineage, question.key);
  if (!keys)
    return keys.takeError();
  llvm::Expected<Stage> stage = stageFor(lineage, question.at);
  if (!stage)
    return stage.takeError();
  auto texts = snapshotsOf(lineage).textsOf(*stage);
  if (!texts)
    return texts.takeError();
  OrderAnswer answer;
  answer.stage = describeMoment(lineage, stage->moment());
  std::vector<Stage> stages = stagesOf(lineage);
  if (!question.at || question.at->isEnd())
    answer.passesSince = llvm::count_if(stages, [&](const Stage &each) {
      return each.number > stage->number && each.reached;
    });
  // Of the last stage the text is printed when all is over.
  bool isLast = stage->number + 1 == stages.size();
  OrderCheck check(lineage, isLast ? Moment::end() : stage->moment(), *keys,
                   answer, question.maxListed);
  for (const auto &text : *texts)
    Blocks(*text, *keys).forEach([&](llvm::ArrayRef<Keyed> block) {
      check.check(block);
    });
  if (answer.ops == 0 && !question.key.empty())
    return llvm::createStringError(fmt::format(
        "no block at {1} has two ops in whose locations '{0}' finds a number",
        question.key.str(), answer.stage));
  llvm::sort(answer.list, [](const Misplaced &a, const Misplaced &b) {
    return a.line < b.line;
  });
  return answer;
}

} // namespace mlir::trackdbg
