//===- Queries.cpp - Lists of ops and the history of one ------------------===//

#include "lineage/Queries.h"

#include "lineage/LocationIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace mlir::trackdbg {

namespace {
/// Ops that are listed beside one entry of a history.
constexpr size_t kMaxOthers = 16;

void addOther(const Lineage &lineage, HistoryEntry &entry, OpId id) {
  if (entry.others.size() < kMaxOthers)
    entry.others.push_back(describeOp(lineage, id));
  else
    ++entry.folded;
}

/// Collects the history of one op.
class HistoryBuilder {
public:
  HistoryBuilder(const Lineage &lineage, OpId id, bool exactOnly)
      : lineage(lineage), op(lineage.op(id)), exactOnly(exactOnly) {
    result.op = describeOp(lineage, id);
    born.action = describeAction(lineage, op.birthAction);
    end.kind = HistoryEntry::Kind::Ended;
    end.action = result.op.endedBy;
  }

  History run() {
    addParents();
    addChildren();
    addNotes();
    std::stable_sort(
        between.begin(), between.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    result.entries.push_back(std::move(born));
    for (auto &[action, entry] : between)
      result.entries.push_back(std::move(entry));
    if (!op.isAlive())
      result.entries.push_back(std::move(end));
    return std::move(result);
  }

private:
  using ByAction = std::map<std::pair<ActionId, Evidence>, HistoryEntry>;

  void add(HistoryEntry &entry, const Edge &edge, OpId other) {
    entry.evidence = edge.evidence;
    addOther(lineage, entry, other);
  }
  void addParents();
  void addChildren();
  void addNotes();
  void takeIn(ByAction &entries, HistoryEntry::Kind kind);

  const Lineage &lineage;
  OpInfo op;
  bool exactOnly;
  History result;
  HistoryEntry born, end;
  std::vector<std::pair<ActionId, HistoryEntry>> between;
};

void HistoryBuilder::addParents() {
  ByAction absorbed;
  lineage.forEachParent(op.id, [&](const Edge &edge) {
    bool atBirth =
        edge.action <= op.birthAction && edge.evidence != Evidence::Merged;
    add(atBirth ? born : absorbed[{edge.action, edge.evidence}], edge,
        edge.from);
  });
  takeIn(absorbed, HistoryEntry::Kind::Absorbed);
  if (!exactOnly)
    LocationIndex::Walk(lineage.places())
        .forEachParent(op.id,
                       [&](const Edge &edge) { add(born, edge, edge.from); });
}

void HistoryBuilder::addChildren() {
  ByAction births;
  lineage.forEachChild(op.id, [&](const Edge &edge) {
    bool atEnd = !op.isAlive() && edge.action == op.endAction &&
                 edge.evidence != Evidence::Cloned;
    add(atEnd ? end : births[{edge.action, edge.evidence}], edge, edge.to);
  });
  takeIn(births, HistoryEntry::Kind::GaveRise);
}

void HistoryBuilder::addNotes() {
  lineage.forEachNote(op.id, [&](const Note &note) {
    HistoryEntry entry;
    entry.kind = note.kind == NoteKind::Moved ? HistoryEntry::Kind::Moved
                                              : HistoryEntry::Kind::Modified;
    entry.action = describeAction(lineage, note.action);
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

llvm::Expected<HistoryAnswer> history(const Lineage &lineage,
                                      llvm::StringRef spec,
                                      const QueryOptions &options) {
  auto found = resolveOps(lineage, spec, options.resolver);
  if (!found)
    return found.takeError();
  HistoryAnswer answer;
  size_t shown = std::min(found->size(), options.maxNodes);
  answer.folded = found->size() - shown;
  for (OpId id : llvm::ArrayRef(*found).take_front(shown))
    answer.ops.push_back(HistoryBuilder(lineage, id, options.exactOnly).run());
  return answer;
}

llvm::Expected<OpList> ops(const Lineage &lineage, llvm::StringRef spec,
                           const QueryOptions &options) {
  std::vector<OpId> ids;
  uint64_t count = lineage.opCount();
  if (spec.trim().empty()) {
    ids.resize(std::min<uint64_t>(count, options.maxNodes));
    std::iota(ids.begin(), ids.end(), 1);
  } else {
    auto found = resolveOps(lineage, spec, options.resolver);
    if (!found)
      return found.takeError();
    ids = std::move(*found);
    count = ids.size();
    ids.resize(std::min(ids.size(), options.maxNodes));
  }
  OpList list;
  list.folded = count - ids.size();
  for (OpId id : ids) {
    OpInfo op = lineage.op(id);
    list.ops.push_back({describeOp(lineage, id),
                        describeAction(lineage, op.birthAction), op.parent});
  }
  return list;
}

} // namespace mlir::trackdbg
