//===- TreeLines.cpp - The lines of what ops became and came from ---------===//

#include "queries/InlinedBodies.h"
#include "queries/NameCounts.h"
#include "queries/TreeQuery.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

/// Ops that stand for one, or that one stands for, listed beside it.
static constexpr size_t kMaxBeside = 3;

void TreeQuery::countLeaves() {
  tree.leaves = byFrequency(lineage.definitions(), leavesByName);
}

void TreeQuery::emit() {
  countLeaves();
  std::vector<uint32_t> open(rootNodes.rbegin(), rootNodes.rend());
  uint64_t shown = 0;
  llvm::DenseSet<OpId> passed; // What a root passes, several steps may tell.
  while (!open.empty() && !isCancelled()) {
    const Node &node = nodes[open.back()];
    open.pop_back();
    if (!node.repeated && node.more == 0 && !node.argument) {
      ++shown;
      for (OpId each : node.step.through)
        shown += passed.insert(each).second;
    }
    emitNode(node);
    open.insert(open.end(), node.children.rbegin(), node.children.rend());
  }
  if (direction == Direction::Forward)
    tellInlinedBodies(lineage, answerSteps.shownAt(), tree.nodes);
  tree.folded = options.listed == Listed::Outermost
                    ? notListed
                    : tree.reached - std::min(shown, tree.reached);
}

void TreeQuery::emitNode(const Node &node) {
  LineageNode line;
  line.depth = node.depth;
  line.repeated = node.repeated;
  line.folded = node.folded;
  line.moreAtPlace = node.moreAtPlace;
  line.guessesAbove = node.guessesAbove;
  line.more = node.more;
  line.holds = node.holds;
  if (node.depth != 0 && node.holds == 0) {
    line.evidence = node.step.edge.evidence;
    line.rule = node.step.edge.rule;
    line.role = node.step.role;
    line.action = describeAction(lineage, node.step.edge.action);
  }
  if (node.more != 0) {
    line.op.name = lineage.opName(node.op).str();
    line.op.argument = argumentBehind(node.step);
  } else {
    line.op = describeOp(lineage, node.op, answerSteps.shownAt());
    line.op.argument = node.argument;
    if (std::optional<ArgumentRef> argument = argumentBehind(node.step))
      line.op.argument = argument;
    if (!node.argument)
      line.changes = changesOf(lineage, node.op, answerSteps.shownAt());
    for (OpId each : node.step.through)
      line.through.push_back({each, lineage.opName(each).str()});
    line.spentCasts = node.spentCasts;
    if (!node.repeated)
      addBeside(node, line);
  }
  tree.nodes.push_back(std::move(line));
}

void TreeQuery::addBeside(const Node &node, LineageNode &line) const {
  size_t limit = options.fold == Fold::Nothing ? options.maxNodes : kMaxBeside;
  llvm::DenseSet<OpId> known;
  llvm::SmallVector<Edge, 4> found =
      node.argument ? answerSteps.beside(*node.argument, *argumentSteps)
                    : answerSteps.beside(node.op);
  for (const Edge &edge : found) {
    OpId other = answerSteps.neighbour(edge);
    if (!known.insert(other).second)
      continue;
    if (line.beside.size() == limit)
      ++line.moreBeside;
    else
      line.beside.push_back({describeOp(lineage, other, answerSteps.shownAt()),
                             edge.evidence,
                             describeAction(lineage, edge.action)});
  }
  if (node.argument)
    return;
  for (const ArgumentStep &step : answerSteps.argumentsBeside(node.op)) {
    if (line.beside.size() == limit)
      ++line.moreBeside;
    else
      line.beside.push_back(
          {describeArgument(lineage, step.argument, answerSteps.shownAt()),
           Evidence::Replaced, describeAction(lineage, step.action)});
  }
}

} // namespace mlir::trackdbg
