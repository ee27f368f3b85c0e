//===- SnapshotRegions.cpp - Blocks and regions in a snapshot -------------===//

#include "snapshots/SnapshotPrinter.h"

#include "ir/Prefetch.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::trackdbg;

void SnapshotPrinter::printArgument(BlockArgument arg) {
  printOperand(arg);
  os << ": ";
  printType(arg.getType());
}

void SnapshotPrinter::printRegionArgument(BlockArgument arg,
                                          ArrayRef<NamedAttribute> attrs,
                                          bool omitType) {
  if (omitType)
    printOperand(arg);
  else
    printArgument(arg);
  printOptionalAttrDict(attrs, {});
  printOptionalLocationSpecifier(arg.getLoc());
}

void SnapshotPrinter::printSuccessorAndUseList(Block *successor,
                                               ValueRange operands) {
  names.print(successor, os);
  if (operands.empty())
    return;
  os << '(';
  printOperands(operands);
  os << " : ";
  llvm::interleaveComma(operands.getTypes(), *this);
  os << ')';
}

StringRef SnapshotPrinter::defaultDialectIn(Region &region) {
  if (auto named = dyn_cast<OpAsmOpInterface>(region.getParentOp()))
    return named.getDefaultDialect();
  return "";
}

void SnapshotPrinter::printRegion(Region &region, bool printEntryBlockArgs,
                                  bool printBlockTerminators,
                                  bool printEmptyBlock) {
  if (flags.shouldSkipRegions()) {
    os << "{...}";
    return;
  }
  os << "{\n";
  if (!region.empty()) {
    defaultDialects.push_back(defaultDialectIn(region));
    Block &entry = region.front();
    if ((printEmptyBlock && entry.empty()) ||
        (printEntryBlockArgs && entry.getNumArguments() != 0))
      printBlockHead(entry);
    printBlock(entry, printBlockTerminators ? Terminator::Printed
                                            : Terminator::LeftOut);
    for (Block &block : llvm::drop_begin(region)) {
      printBlockHead(block);
      printBlock(block, Terminator::Printed);
    }
    defaultDialects.pop_back();
  }
  os.indent(indent) << '}';
}

void SnapshotPrinter::printBlockHead(Block &block) {
  os.indent(indent);
  names.print(&block, os);
  if (!block.args_empty()) {
    os << '(';
    llvm::interleaveComma(block.getArguments(), os, [&](BlockArgument arg) {
      printArgument(arg);
      printOptionalLocationSpecifier(arg.getLoc());
    });
    os << ')';
  }
  os << ':';
  printPredecessors(block);
  os << '\n';
}

void SnapshotPrinter::printPredecessors(Block &block) {
  if (block.hasNoPredecessors()) {
    if (!block.isEntryBlock())
      os << "  // no predecessors";
    return;
  }
  if (Block *only = block.getSinglePredecessor()) {
    os << "  // pred: ";
    return names.print(only, os);
  }
  // Not in the order of the uses, which says nothing to a reader.
  SmallVector<Block *> blocks(block.getPredecessors());
  llvm::stable_sort(blocks, [&](Block *lhs, Block *rhs) {
    return names.positionOf(lhs) < names.positionOf(rhs);
  });
  os << "  // " << blocks.size() << " preds: ";
  llvm::interleaveComma(blocks, os,
                        [&](Block *each) { names.print(each, os); });
}

void SnapshotPrinter::printBlock(Block &block, Terminator terminator) {
  indent += kIndent;
  for (Operation &op : block) {
    if (terminator == Terminator::LeftOut && &op == &block.back() &&
        op.hasTrait<OpTrait::IsTerminator>())
      break;
    // What is waited for most is memory.
    prefetchNext(op);
    print(&op);
    os << '\n';
  }
  indent -= kIndent;
}
