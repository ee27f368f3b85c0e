//===- Nesting.cpp - Which op held which at a moment ----------------------===//

#include "graph/Nesting.h"

#include "graph/LineageBuilder.h"

namespace mlir::trackdbg {

Nesting::Nesting(const Lineage &lineage, Moment moment)
    : lineage(lineage), when(moment),
      isNewest(moment.isEnd() ||
               (!moment.isStart() && !lineage.action(moment.after).ended)) {
  if (isNewest)
    return;
  Lineage::Graph graph;
  LineageBuilder(graph, lineage.trace(), moment).run();
  parents.resize(graph.ops.count() + 1);
  for (OpId op = 1; op < parents.size(); ++op)
    parents[op] = graph.parentOf(graph.ops[op]);
}

} // namespace mlir::trackdbg
