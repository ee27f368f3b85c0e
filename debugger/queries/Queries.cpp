//===- Queries.cpp - Lists of ops and the history of one ------------------===//

#include "queries/Queries.h"

#include "graph/LocationIndex.h"
#include "graph/Nesting.h"
#include "queries/Alterations.h"
#include "trace/Cancellation.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mlir::trackdbg {

namespace {
/// Ops that are listed beside one entry of a history.
constexpr size_t kMaxOthers = 16;
/// Differences that are listed of one change.
constexpr size_t kMaxChanges = 16;

/// Collects the history of one op.
class HistoryBuilder {
public:
  HistoryBuilder(const Lineage &lineage, OpId id, const QueryOptions &options,
                 const OpsAt &at)
      : lineage(lineage), op(lineage.op(id)), options(options), at(at) {
    result.op = describeOp(lineage, id, at);
    born.action = describeAction(lineage, op.birthAction);
    end.kind = HistoryEntry::Kind::Ended;
    end.action = result.op.endedBy;
  }

  History run() {
    addParents();
    addChildren();
    addArguments();
    addNotes();
    std::stable_sort(
        between.begin(), between.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    result.entries.push_back(std::move(born));
    for (auto &[action, entry] : between)
      result.entries.push_back(std::move(entry));
    if (!result.op.alive)
      result.entries.push_back(std::move(end));
    for (HistoryEntry &entry : result.entries)
      std::stable_sort(
          entry.others.begin(), entry.others.end(),
          [](const Kin &a, const Kin &b) { return a.evidence < b.evidence; });
    return std::move(result);
  }

private:
  using ByAction = std::map<std::pair<ActionId, Evidence>, HistoryEntry>;

  void add(HistoryEntry &entry, const Edge &edge, OpId other) {
    size_t limit =
        options.fold == Fold::Nothing ? options.maxNodes : kMaxOthers;
    if (entry.others.size() == limit)
      ++entry.folded;
    else if (edge.argument && other == edge.from)
      entry.others.push_back(
          {describeArgument(lineage, *edge.argument, at), edge.evidence});
    else
      entry.others.push_back({describeOp(lineage, other, at), edge.evidence});
  }
  void addStandIn(const Edge &edge) {
    end.standIns.push_back({describeOp(lineage, edge.to, at), edge.evidence});
  }
  bool isPast(ActionId action) const {
    return action == 0 || at.isPast(action);
  }
  void addParents();
  void addChildren();
  void addArguments();
  void addNotes();
  void takeIn(ByAction &entries, HistoryEntry::Kind kind);

  const Lineage &lineage;
  OpInfo op;
  const QueryOptions &options;
  const OpsAt &at;
  History result;
  HistoryEntry born, end;
  std::vector<std::pair<ActionId, HistoryEntry>> between;
};

void HistoryBuilder::addParents() {
  ByAction absorbed;
  lineage.forEachParent(op.id, [&](const Edge &edge) {
    if (!isPast(edge.action))
      return;
    bool atBirth =
        edge.action <= op.birthAction && edge.role == EdgeRole::MadeFrom;
    add(atBirth ? born : absorbed[{edge.action, edge.evidence}], edge,
        edge.from);
  });
  takeIn(absorbed, HistoryEntry::Kind::Absorbed);
  if (!options.exactOnly)
    LocationIndex::Walk(lineage.places())
        .forEachParent(op.id,
                       [&](const Edge &edge) { add(born, edge, edge.from); });
}

void HistoryBuilder::addChildren() {
  ByAction births;
  lineage.forEachChild(op.id, [&](const Edge &edge) {
    if (!isPast(edge.action))
      return;
    bool atEnd = !op.isAlive() && edge.action == op.endAction &&
                 edge.evidence != Evidence::Cloned;
    if (edge.role == EdgeRole::StandsFor && atEnd)
      addStandIn(edge);
    else
      add(atEnd ? end : births[{edge.action, edge.evidence}], edge, edge.to);
  });
  takeIn(births, HistoryEntry::Kind::GaveRise);
}

void HistoryBuilder::addArguments() {
  for (const ArgumentStep &step : lineage.argumentsFor(op.id)) {
    end.standIns.push_back(
        {describeArgument(lineage, step.argument, at), Evidence::Replaced});
  }
  ByAction absorbed;
  for (const ArgumentStep &step : lineage.argumentsBefore(op.id)) {
    if (!isPast(step.action))
      continue;
    HistoryEntry &entry = absorbed[{step.action, Evidence::Replaced}];
    entry.others.push_back(
        {describeArgument(lineage, step.argument, at), Evidence::Replaced});
  }
  takeIn(absorbed, HistoryEntry::Kind::Absorbed);
}

void HistoryBuilder::addNotes() {
  lineage.forEachNote(op.id, [&](const Note &note) {
    if (!isPast(note.action))
      return;
    HistoryEntry entry;
    entry.kind = note.kind == NoteKind::Moved ? HistoryEntry::Kind::Moved
                                              : HistoryEntry::Kind::Modified;
    entry.action = describeAction(lineage, note.action);
    size_t limit =
        options.fold == Fold::Nothing ? options.maxNodes : kMaxChanges;
    if (note.kind == NoteKind::Modified)
      forEachAlteration(lineage, op.id, note.action,
                        [&](const Alteration &change) {
                          if (entry.changes.size() < limit)
                            entry.changes.push_back(change);
                          else
                            ++entry.foldedChanges;
                        });
    between.emplace_back(note.action, std::move(entry));
  });
}

void HistoryBuilder::takeIn(ByAction &entries, HistoryEntry::Kind kind) {
  for (auto &[key, entry] : entries) {
    entry.kind = kind;
    entry.action = describeAction(lineage, key.first);
    between.emplace_back(key.first, std::move(entry));
  }
}
} // namespace

std::optional<Evidence> HistoryEntry::evidence() const {
  if (!others.empty())
    return others.front().evidence;
  if (!standIns.empty())
    return standIns.front().evidence;
  return std::nullopt;
}

llvm::StringRef toString(HistoryEntry::Kind kind) {
  switch (kind) {
  case HistoryEntry::Kind::Born:
    return "born";
  case HistoryEntry::Kind::Modified:
    return "modified";
  case HistoryEntry::Kind::Moved:
    return "moved";
  case HistoryEntry::Kind::GaveRise:
    return "gave rise";
  case HistoryEntry::Kind::Absorbed:
    return "took over";
  case HistoryEntry::Kind::Ended:
    return "ended";
  }
  return "unknown";
}

/// Leaves out what had not been born at a moment; an error if that is all.
static llvm::Error keepBorn(const Lineage &lineage, llvm::StringRef spec,
                            Moment moment, NamedEnds &named) {
  OpsAt at(lineage, moment);
  size_t all = named.ops.size() + named.arguments.size();
  auto isLater = [&](OpId id) { return !at.wasBorn(lineage.op(id)); };
  llvm::erase_if(named.ops, isLater);
  llvm::erase_if(named.others, isLater);
  llvm::erase_if(named.arguments, [&](const ArgumentRef &argument) {
    return isLater(argument.holder);
  });
  if (!named.ops.empty() || !named.arguments.empty())
    return llvm::Error::success();
  std::string when = describeMoment(lineage, moment);
  return llvm::createStringError(
      all == 1
          ? fmt::format("'{}' had not been made yet at {}", spec.str(), when)
          : fmt::format("none of the {} ops that '{}' names had been made "
                        "at {}",
                        all, spec.str(), when));
}

llvm::Expected<NamedEnds> nameEndsAt(const Lineage &lineage,
                                     llvm::StringRef spec,
                                     const QueryOptions &options, AtPlace usual,
                                     Moment moment) {
  auto found = nameEnds(lineage, spec, options.resolver,
                        options.wholePlace ? AtPlace::All : usual);
  if (!found || moment.isEnd())
    return found;
  if (llvm::Error error = keepBorn(lineage, spec, moment, *found))
    return error;
  return found;
}

llvm::Expected<NamedOps> nameOpsAt(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options, AtPlace usual,
                                   Moment moment) {
  auto found = nameOps(lineage, spec, options.resolver,
                       options.wholePlace ? AtPlace::All : usual);
  if (!found || moment.isEnd())
    return found;
  NamedEnds ends{std::move(*found), {}};
  if (llvm::Error error = keepBorn(lineage, spec, moment, ends))
    return error;
  return static_cast<NamedOps &&>(std::move(ends));
}

OthersAtPlace countOthers(const Lineage &lineage, llvm::ArrayRef<OpId> others,
                          const OpsAt &at,
                          llvm::function_ref<bool(OpId)> isPart) {
  OthersAtPlace counts;
  for (OpId op : others)
    if (!isPart(op)) {
      ++counts.count;
      counts.alive += at.contains(op);
    }
  return counts;
}

/// Adds the ops up to `depth` recorded steps away, nearest first.
static void addRelatives(const Lineage &lineage, unsigned depth, size_t limit,
                         std::vector<OpId> &ops) {
  llvm::DenseSet<OpId> known(ops.begin(), ops.end());
  auto add = [&](OpId id) {
    if (ops.size() < limit && known.insert(id).second)
      ops.push_back(id);
  };
  size_t begin = 0;
  for (unsigned step = 0; step < depth && begin < ops.size(); ++step) {
    size_t end = ops.size();
    for (; begin < end && ops.size() < limit && !isCancelled(); ++begin) {
      OpId id = ops[begin];
      lineage.forEachParent(id, [&](const Edge &edge) { add(edge.from); });
      lineage.forEachChild(id, [&](const Edge &edge) { add(edge.to); });
    }
  }
}

llvm::Expected<HistoryAnswer> history(const Lineage &lineage,
                                      llvm::StringRef spec,
                                      const QueryOptions &options) {
  Moment moment = options.at.value_or(Moment::end());
  auto named = nameOpsAt(lineage, spec, options, AtPlace::Input, moment);
  if (!named)
    return named.takeError();
  HistoryAnswer answer;
  answer.uncomparedFrom = lineage.uncomparedFrom();
  OpsAt at(lineage, moment);
  std::vector<OpId> &found = named->ops;
  addRelatives(lineage, options.depth.value_or(0), options.maxNodes, found);
  llvm::erase_if(found, [&](OpId id) { return !at.wasBorn(lineage.op(id)); });
  llvm::DenseSet<OpId> told(found.begin(), found.end());
  answer.others = countOthers(lineage, named->others, at,
                              [&](OpId op) { return told.contains(op); });
  size_t shown = std::min(found.size(), options.maxNodes);
  answer.folded = found.size() - shown;
  if (options.at)
    answer.moment = describeMoment(lineage, moment);
  WorkProgress progress("writing the histories", shown);
  for (OpId id : llvm::ArrayRef(found).take_front(shown)) {
    progress.step();
    if (isCancelled())
      break;
    answer.ops.push_back(HistoryBuilder(lineage, id, options, at).run());
  }
  return answer;
}

/// The ops that there are at a moment; all that ever were without one.
static std::vector<OpId>
opsThere(const Lineage &lineage, const QueryOptions &options, uint64_t &count) {
  std::vector<OpId> ids;
  count = 0;
  OpsAt at(lineage, options.at.value_or(Moment::end()));
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    if ((options.at && !at.contains(id)) ||
        (options.isWanted && !options.isWanted(id)))
      continue;
    if (count++ < options.maxNodes)
      ids.push_back(id);
  }
  return ids;
}

llvm::Expected<OpList> ops(const Lineage &lineage, llvm::StringRef spec,
                           const QueryOptions &options) {
  OpList list;
  std::vector<OpId> ids;
  uint64_t count = 0;
  OpsAt at(lineage, options.at.value_or(Moment::end()));
  if (spec.trim().empty()) {
    ids = opsThere(lineage, options, count);
  } else {
    bool isWhole = options.wholePlace || options.at;
    auto found = nameOps(lineage, spec, options.resolver,
                         isWhole ? AtPlace::All : AtPlace::Input);
    if (!found)
      return found.takeError();
    ids = std::move(found->ops);
    list.others =
        countOthers(lineage, found->others, at, [](OpId) { return false; });
    if (options.at)
      llvm::erase_if(ids, [&](OpId id) { return !at.contains(id); });
    if (options.isWanted)
      llvm::erase_if(ids, [&](OpId id) { return !options.isWanted(id); });
    count = ids.size();
    ids.resize(std::min(ids.size(), options.maxNodes));
  }
  list.folded = count - ids.size();
  if (options.at)
    list.moment = describeMoment(lineage, *options.at);
  const Nesting &nesting =
      lineage.nestingAt(options.at.value_or(Moment::end()));
  for (OpId id : ids)
    list.ops.push_back({describeOp(lineage, id, at),
                        describeAction(lineage, lineage.op(id).birthAction),
                        nesting.parentOf(id)});
  return list;
}

} // namespace mlir::trackdbg
