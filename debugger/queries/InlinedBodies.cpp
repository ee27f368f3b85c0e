//===- InlinedBodies.cpp --------------------------------------------------===//

#include "queries/InlinedBodies.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

namespace {
/// Ops of a body that are listed.
constexpr size_t kMaxGone = 8;
/// Deeper nesting is a broken trace.
constexpr unsigned kMaxNesting = 64;

bool isAround(const Lineage &lineage, ActionId outer, ActionId inner) {
  for (unsigned i = 0; i < kMaxNesting && inner != 0 && inner != outer; ++i)
    inner = lineage.action(inner).parent;
  return inner == outer;
}

/// Whether `op`, which has ended, had done so when `call` was inlined. What the
/// actions around that ended has ended before or after.
bool wasGone(const Lineage &lineage, const OpInfo &op, OpId call) {
  return op.endAction != 0 &&
         op.endAction <= lineage.inlinedCall(call).newest &&
         !isAround(lineage, op.endAction, lineage.op(call).endAction);
}
} // namespace

void tellInlinedBodies(const Lineage &lineage, const OpsAt &at,
                       std::vector<LineageNode> &nodes) {
  llvm::DenseMap<OpId, llvm::SmallVector<LineageNode *, 1>> byCallee;
  for (LineageNode &node : nodes) {
    OpId callee = lineage.inlinedCall(node.op.id).callee;
    if (node.depth != 0 || callee == 0 || node.op.alive)
      continue;
    node.inlined = InlinedBody{describeOp(lineage, callee, at), {}, 0};
    byCallee[callee].push_back(&node);
  }
  if (byCallee.empty())
    return;
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    OpInfo op = lineage.op(id);
    if (op.isAlive())
      continue;
    auto known = byCallee.find(op.parent);
    if (known == byCallee.end())
      known = byCallee.find(lineage.holderBeforeMove(id));
    if (known == byCallee.end())
      continue;
    for (LineageNode *node : known->second) {
      if (!wasGone(lineage, op, node->op.id))
        continue;
      if (node->inlined->goneBefore.size() < kMaxGone)
        node->inlined->goneBefore.push_back(describeOp(lineage, id, at));
      else
        ++node->inlined->moreGone;
    }
  }
}

} // namespace mlir::trackdbg
