//===- Holders.cpp - The ops around an op ---------------------------------===//

#include "graph/Holders.h"

namespace mlir::trackdbg {

llvm::SmallVector<OpId, 8> holdersOf(const Lineage &lineage, OpId op) {
  constexpr size_t kMost = 1000;
  llvm::SmallVector<OpId, 8> holders;
  while (holders.size() < kMost) {
    op = lineage.op(op).parent;
    if (op == 0)
      break;
    holders.push_back(op);
  }
  return holders;
}

OpId outermostOf(const Lineage &lineage, OpId op) {
  llvm::SmallVector<OpId, 8> holders = holdersOf(lineage, op);
  return holders.empty() ? op : holders.back();
}

} // namespace mlir::trackdbg
