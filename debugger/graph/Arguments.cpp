//===- Arguments.cpp - Arguments of blocks and what they stand for --------===//
//
// A block may go to another op, or be merged into another block, after one of
// its arguments was noted.
//
//===----------------------------------------------------------------------===//

#include "graph/AnnouncedEnds.h"
#include "graph/LineageGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

ArgumentSteps Lineage::argumentsFor(OpId id) const {
  ArgumentSteps steps = graph->argumentsFor.lookup(id);
  for (const ArgumentStep &step :
       graph->announcedEnds().argumentsFor.lookup(id))
    steps.push_back(step);
  for (ArgumentStep &step : steps)
    step.argument = graph->argumentNow(step.argument);
  return steps;
}

ArgumentSteps Lineage::argumentsBefore(OpId id) const {
  // They are told as they were when the op took over.
  return graph->argumentsBefore.lookup(id);
}

void Lineage::forEachArgumentStep(
    llvm::function_ref<void(OpId, const ArgumentStep &, bool)> visit) const {
  auto visitFor = [&](const ArgumentLists &lists) {
    for (OpId op : llvm::make_first_range(lists))
      for (const ArgumentStep &step : argumentsFor(op))
        visit(op, step, true);
  };
  visitFor(graph->argumentsFor);
  visitFor(graph->announcedEnds().argumentsFor);
  for (OpId op : llvm::make_first_range(graph->argumentsBefore))
    for (const ArgumentStep &step : argumentsBefore(op))
      visit(op, step, false);
}

bool Lineage::isThere(const ArgumentRef &argument) const {
  bool hasBlock = argument.isOfEntry || !graph->blocks[argument.block].erased;
  return hasBlock && op(argument.holder).isAlive();
}

ArgumentRef Lineage::beforeMove(const ArgumentRef &argument) const {
  const BlockRecord &block = graph->blocks[argument.block];
  return {block.heldBefore, argument.number, bool(block.wasEntry),
          argument.block};
}

OpId Lineage::takerOf(const ArgumentRef &argument) const {
  return graph->takerOf(argument).op;
}

std::optional<ArgumentRef> Lineage::argumentAt(uint64_t block,
                                               uint32_t number) const {
  auto known = graph->blocksByAddress.find(block);
  if (block == 0 || known == graph->blocksByAddress.end())
    return std::nullopt;
  return graph->argumentIn(known->second, number);
}

} // namespace mlir::trackdbg
