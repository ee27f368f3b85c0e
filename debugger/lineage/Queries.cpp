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

HistoryEntry birthOf(const Lineage &lineage, const OpInfo &op, bool exactOnly) {
  HistoryEntry born;
  born.action = describeAction(lineage, op.birthAction);
  auto add = [&](const Edge &edge) {
    born.evidence = edge.evidence;
    addOther(lineage, born, edge.from);
  };
  lineage.forEachParent(op.id, add);
  if (!born.evidence && !exactOnly && op.birthAction != 0)
    LocationIndex::Walk(lineage.places()).forEachParent(op.id, add);
  return born;
}

History historyOf(const Lineage &lineage, OpId id, bool exactOnly) {
  History result;
  OpInfo op = lineage.op(id);
  result.op = describeOp(lineage, id);
  result.entries.push_back(birthOf(lineage, op, exactOnly));

  HistoryEntry end;
  end.kind = HistoryEntry::Kind::Ended;
  end.action = result.op.endedBy;
  std::map<std::pair<ActionId, Evidence>, HistoryEntry> births;
  lineage.forEachChild(id, [&](const Edge &edge) {
    bool atEnd = !op.isAlive() && edge.action == op.endAction &&
                 edge.evidence != Evidence::Cloned;
    HistoryEntry &entry = atEnd ? end : births[{edge.action, edge.evidence}];
    entry.evidence = edge.evidence;
    addOther(lineage, entry, edge.to);
  });
  std::vector<std::pair<ActionId, HistoryEntry>> between;
  lineage.forEachNote(id, [&](const Note &note) {
    HistoryEntry entry;
    entry.kind = note.kind == NoteKind::Moved ? HistoryEntry::Kind::Moved
                                              : HistoryEntry::Kind::Modified;
    entry.action = describeAction(lineage, note.action);
    between.emplace_back(note.action, std::move(entry));
  });
  for (auto &[key, entry] : births) {
    entry.kind = HistoryEntry::Kind::GaveRise;
    entry.action = describeAction(lineage, key.first);
    between.emplace_back(key.first, std::move(entry));
  }
  std::stable_sort(
      between.begin(), between.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  for (auto &[action, entry] : between)
    result.entries.push_back(std::move(entry));
  if (!op.isAlive())
    result.entries.push_back(std::move(end));
  return result;
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
    answer.ops.push_back(historyOf(lineage, id, options.exactOnly));
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
