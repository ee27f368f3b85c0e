//===- Nesting.cpp - Which op held which at a moment ----------------------===//

#include "graph/Nesting.h"

#include "graph/LineageBuilder.h"

namespace mlir::trackdbg {

/// Whether it is what the lineage itself knows.
static bool isNewestMoment(const Lineage &lineage, Moment moment) {
  return moment.isEnd() ||
         (!moment.isStart() && !lineage.action(moment.after).ended);
}

Nesting::Nesting(const Lineage &lineage, Moment moment)
    : lineage(lineage), when(moment),
      isNewest(isNewestMoment(lineage, moment)) {
  if (isNewest)
    return;
  Lineage::Graph graph;
  LineageBuilder(graph, lineage.trace(), moment).run();
  parents.resize(graph.ops.count() + 1);
  for (OpId op = 1; op < parents.size(); ++op)
    parents[op] = graph.parentOf(graph.ops[op]);
}

std::vector<uint32_t> blocksAt(const Lineage &lineage, Moment moment,
                               llvm::ArrayRef<OpId> ops) {
  std::vector<uint32_t> blocks;
  if (isNewestMoment(lineage, moment)) {
    for (OpId op : ops)
      blocks.push_back(lineage.blockOf(op));
    return blocks;
  }
  Lineage::Graph graph;
  LineageBuilder(graph, lineage.trace(), moment).run();
  for (OpId op : ops)
    blocks.push_back(graph.ops.contains(op) ? graph.blockOf(graph.ops[op]) : 0);
  return blocks;
}

const Nesting &Lineage::nestingAt(Moment moment) const {
  if (!graph->nesting || graph->nesting->moment() != moment)
    graph->nesting = std::make_unique<Nesting>(*this, moment);
  return *graph->nesting;
}

} // namespace mlir::trackdbg
