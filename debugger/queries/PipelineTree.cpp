//===- PipelineTree.cpp - The passes of a compile as a tree ---------------===//

#include "queries/PipelineTree.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace mlir::trackdbg {

std::vector<PipelineNode> pipelineTree(ArrayRef<PassRun> runs) {
  using Name = std::pair<StringRef, StringRef>;
  // How often a run has had this pass run on this op so far.
  std::map<std::tuple<ActionId, OpId, StringRef, Name>, uint32_t> timesOnOp;
  // The node of the runs that were the same in all runs of the parent.
  std::map<std::tuple<size_t, Name, uint32_t>, size_t> nodes;
  constexpr size_t kOutermost = SIZE_MAX;
  DenseMap<ActionId, size_t> nodeOfRun;
  std::vector<PipelineNode> tree;
  for (const PassRun &run : runs) {
    Name name(run.name, run.argument);
    uint32_t time = timesOnOp[{run.around, run.op, run.llvmUnit, name}]++;
    auto parent = nodeOfRun.find(run.around);
    size_t around = parent == nodeOfRun.end() ? kOutermost : parent->second;
    auto [entry, isNew] = nodes.insert({{around, name, time}, tree.size()});
    if (isNew) {
      PipelineNode node{std::nullopt, run};
      if (around != kOutermost)
        node.parent = around;
      tree.push_back(std::move(node));
    }
    PipelineNode &node = tree[entry->second];
    nodeOfRun[run.action] = entry->second;
    ++node.runs;
    node.changed += run.changed;
    node.failed += run.ended && run.result == trace::ActionResult::Failure;
    node.duration += run.duration;
  }
  return tree;
}

} // namespace mlir::trackdbg
