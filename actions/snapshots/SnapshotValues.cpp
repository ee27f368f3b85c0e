//===- SnapshotValues.cpp - The names of values in a snapshot -------------===//

#include "snapshots/SnapshotPrinter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

void SnapshotPrinter::shadowRegionArgs(Region &region, ValueRange namesToUse) {
  for (auto [argument, value] : llvm::zip(region.getArguments(), namesToUse))
    if (value)
      names.rename(argument, value);
}

void SnapshotPrinter::printResults(Operation *op) {
  if (op->getNumResults() == 1)
    printOperand(op->getResult(0));
  else
    printResultGroups(op);
  os << " = ";
}

/// Several results share a name, as in "%0:2", where a result is called "%0#1".
void SnapshotPrinter::printResultGroups(Operation *op) {
  std::string group;
  unsigned size = 0;
  auto printGroup = [&] {
    os << group;
    if (size > 1)
      os << ':' << size;
  };
  for (OpResult result : op->getResults()) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    printOperand(result, stream);
    auto [base, number] = StringRef(name).split('#');
    if (size && (number.empty() || number == "0")) {
      printGroup();
      os << ", ";
      size = 0;
    }
    group = base;
    ++size;
  }
  printGroup();
}

/// `text` with what `printName` says for each "d0", "s1" and so on.
static void
substituteNames(raw_ostream &os, StringRef text,
                llvm::function_ref<void(char kind, unsigned position)> name) {
  while (!text.empty()) {
    // A word, or what stands between two.
    StringRef word = text.take_while(llvm::isAlnum);
    unsigned position;
    if (word.size() > 1 && (word[0] == 'd' || word[0] == 's') &&
        !word.drop_front().getAsInteger(10, position)) {
      name(word[0], position);
    } else {
      if (word.empty())
        word = text.take_until(llvm::isAlnum);
      os << word;
    }
    text = text.drop_front(word.size());
  }
}

void SnapshotPrinter::printAffineExprOfSSAIds(AffineExpr expr, ValueRange dims,
                                              ValueRange symbols) {
  std::string &text = affineTexts[expr];
  if (text.empty()) {
    llvm::raw_string_ostream stream(text);
    expr.print(stream);
  }
  substituteNames(os, text, [&](char kind, unsigned position) {
    if (kind == 'd')
      return printOperand(dims[position]);
    os << "symbol(";
    printOperand(symbols[position]);
    os << ')';
  });
}

void SnapshotPrinter::printAffineMapOfSSAIds(AffineMapAttr attr,
                                             ValueRange operands) {
  if (!attr) {
    os << "<<NULL AFFINE MAP>>";
    return;
  }
  AffineMap map = attr.getValue();
  ValueRange dims = operands.take_front(map.getNumDims());
  ValueRange symbols = operands.drop_front(map.getNumDims());
  llvm::interleaveComma(map.getResults(), os, [&](AffineExpr expr) {
    printAffineExprOfSSAIds(expr, dims, symbols);
  });
}
