//===- LineageTree.cpp - What ops became and came from --------------------===//
//
// The graph is walked twice. The first walk finds all that is reached, which
// is counted, and which of the ops asked for are reached from others of them.
// The second goes breadth first from the rest and keeps the nearest nodes.
//
//===----------------------------------------------------------------------===//

#include "lineage/GraphEdges.h"
#include "lineage/Queries.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

namespace {
class TreeQuery {
public:
  TreeQuery(const Lineage &lineage, Direction direction,
            const QueryOptions &options)
      : lineage(lineage), direction(direction), options(options) {}

  LineageTree run(std::vector<OpId> asked) {
    // Most steps forward lead to later ops, and most steps back to earlier.
    if (direction == Direction::Backward)
      std::reverse(asked.begin(), asked.end());
    std::vector<OpId> roots = reachAll(asked);
    tree.asked = roots.size();
    if (direction == Direction::Backward)
      std::reverse(roots.begin(), roots.end());
    keepNearest(roots);
    emit();
    return std::move(tree);
  }

private:
  struct Node {
    OpId op = 0;
    unsigned depth = 0;
    Edge edge;
    bool repeated = false;
    uint32_t folded = 0;
    std::vector<uint32_t> children;
  };

  std::vector<OpId> reachAll(llvm::ArrayRef<OpId> asked);
  void countReached(OpId op, bool hasSteps);
  void keepNearest(llvm::ArrayRef<OpId> roots);
  void emit();
  void emitNode(const Node &node);

  const Lineage &lineage;
  Direction direction;
  const QueryOptions &options;
  LineageTree tree;
  llvm::DenseMap<uint32_t, uint64_t> leavesByName;
  std::vector<Node> nodes;
  std::vector<uint32_t> rootNodes;
};

std::vector<OpId> TreeQuery::reachAll(llvm::ArrayRef<OpId> asked) {
  std::vector<OpId> roots;
  llvm::BitVector seen(lineage.opCount() + 1);
  Steps steps(lineage, direction, options.exactOnly);
  std::vector<OpId> open;
  for (OpId root : asked) {
    if (seen.test(root))
      continue;
    roots.push_back(root);
    seen.set(root);
    open.push_back(root);
    while (!open.empty()) {
      OpId op = open.back();
      open.pop_back();
      bool hasSteps = false;
      steps.forEach(op, [&](OpId next, const Edge &) {
        hasSteps = true;
        if (!seen.test(next)) {
          seen.set(next);
          open.push_back(next);
        }
      });
      countReached(op, hasSteps);
    }
  }
  for (auto [name, count] : leavesByName)
    tree.leaves.push_back({lineage.definitions().string(name).str(), count});
  llvm::sort(tree.leaves, [](const auto &a, const auto &b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
  return roots;
}

void TreeQuery::countReached(OpId op, bool hasSteps) {
  bool alive = lineage.op(op).isAlive();
  ++tree.reached;
  tree.alive += alive;
  if (direction == Direction::Forward ? alive : !hasSteps)
    ++leavesByName[lineage.opNameId(op)];
}

void TreeQuery::keepNearest(llvm::ArrayRef<OpId> roots) {
  llvm::DenseSet<OpId> seen(roots.begin(), roots.end());
  Steps steps(lineage, direction, options.exactOnly);
  for (OpId root : roots) {
    if (nodes.size() >= options.maxNodes)
      break;
    rootNodes.push_back(nodes.size());
    nodes.push_back({root, 0, {}, false, 0, {}});
  }
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].repeated)
      continue;
    OpId last = 0;
    steps.forEach(nodes[i].op, [&](OpId next, const Edge &edge) {
      // Two kinds of evidence for one step: the first one is the stronger.
      if (next == last)
        return;
      last = next;
      if (nodes.size() >= options.maxNodes || nodes[i].depth >= options.depth) {
        ++nodes[i].folded;
        return;
      }
      bool repeated = !seen.insert(next).second;
      nodes[i].children.push_back(nodes.size());
      nodes.push_back({next, nodes[i].depth + 1, edge, repeated, 0, {}});
    });
  }
}

void TreeQuery::emit() {
  std::vector<uint32_t> open(rootNodes.rbegin(), rootNodes.rend());
  uint64_t shown = 0;
  while (!open.empty()) {
    const Node &node = nodes[open.back()];
    open.pop_back();
    shown += !node.repeated;
    emitNode(node);
    open.insert(open.end(), node.children.rbegin(), node.children.rend());
  }
  tree.folded = tree.reached - std::min(shown, tree.reached);
}

void TreeQuery::emitNode(const Node &node) {
  LineageNode line;
  line.op = describeOp(lineage, node.op);
  line.depth = node.depth;
  line.repeated = node.repeated;
  line.folded = node.folded;
  if (node.depth != 0) {
    line.evidence = node.edge.evidence;
    line.action = describeAction(lineage, node.edge.action);
  }
  tree.nodes.push_back(std::move(line));
}

llvm::Expected<LineageTree> query(const Lineage &lineage, llvm::StringRef spec,
                                  Direction direction,
                                  const QueryOptions &options) {
  auto found = resolveOps(lineage, spec, options.resolver);
  if (!found)
    return found.takeError();
  return TreeQuery(lineage, direction, options).run(std::move(*found));
}
} // namespace

llvm::Expected<LineageTree> became(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options) {
  return query(lineage, spec, Direction::Forward, options);
}

llvm::Expected<LineageTree> origin(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options) {
  return query(lineage, spec, Direction::Backward, options);
}

} // namespace mlir::trackdbg
