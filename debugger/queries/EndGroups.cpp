//===- EndGroups.cpp - How many ops ended, by pass ------------------------===//

#include "queries/EndGroups.h"

#include "queries/PassGroups.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <tuple>

namespace mlir::trackdbg {

namespace {
/// The id of a name, how the op ended, and the name of what took over.
using KindKey = std::tuple<uint32_t, Ended, uint32_t>;

struct Counts {
  ActionId first = 0;
  uint64_t all = 0;
  std::map<KindKey, uint64_t> kinds;
};
} // namespace

/// 0 where nothing is known to have taken over.
static uint32_t successorOf(const Lineage &lineage, const OpInfo &op) {
  uint32_t name = 0;
  lineage.forEachChild(op.id, [&](const Edge &edge) {
    bool tookOver = edge.evidence == Evidence::Replaced ||
                    edge.evidence == Evidence::Merged;
    if (name == 0 && tookOver && edge.action == op.endAction)
      name = lineage.opNameId(edge.to);
  });
  return name;
}

static EndGroup describe(const Lineage &lineage, const Counts &counts) {
  EndGroup group;
  group.first = describeAction(lineage, counts.first);
  if (ActionId pass = counts.first ? lineage.passOf(counts.first) : 0)
    group.pass = lineage.actionKind(pass).passWord().str();
  group.count = counts.all;
  for (const auto &[key, count] : counts.kinds) {
    const auto &[name, ended, successor] = key;
    const Definitions &definitions = lineage.definitions();
    group.kinds.push_back({definitions.string(name).str(), ended,
                           successor ? definitions.string(successor).str() : "",
                           count});
  }
  llvm::stable_sort(group.kinds, [](const EndKind &a, const EndKind &b) {
    return a.count > b.count;
  });
  return group;
}

std::vector<EndGroup> groupEnds(const Lineage &lineage,
                                llvm::ArrayRef<OpId> ops) {
  PassGroups passes(lineage);
  std::map<std::optional<uint32_t>, Counts> byPass;
  for (OpId id : ops) {
    OpInfo op = lineage.op(id);
    if (op.isAlive() || isCancelled())
      continue;
    Counts &counts = byPass[passes.groupOf(op.endAction)];
    if (counts.all++ == 0 || op.endAction < counts.first)
      counts.first = op.endAction;
    ++counts.kinds[{op.nameId, op.ended, successorOf(lineage, op)}];
  }
  std::vector<EndGroup> groups;
  for (const auto &[pass, counts] : byPass)
    groups.push_back(describe(lineage, counts));
  llvm::sort(groups, [](const EndGroup &a, const EndGroup &b) {
    return a.first.number < b.first.number;
  });
  return groups;
}

} // namespace mlir::trackdbg
