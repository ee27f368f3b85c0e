//===- SnapshotPrinter.h - Prints much IR in little time ------------------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTPRINTER_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTPRINTER_H

#include "snapshots/ReservedText.h"
#include "snapshots/SnapshotNames.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where an op was printed.
struct PrintedOp {
  uint32_t line;   ///< From 1.
  uint32_t column; ///< From 0: its indentation.
  Operation *op;
};

/// Prints as MLIR's own printer does in local scope, byte for byte, in less
/// time: a type or an attribute is printed once and copied after that, and
/// where the ops are is noted on the way.
///
/// Not kept of the user's printing options: the users of values as comments.
class SnapshotPrinter final : public OpAsmPrinter {
public:
  explicit SnapshotPrinter(ReservedText &text) : os(text) {}

  /// Prints `root` instead of what the text holds, in the memory that was taken
  /// for that. `flags` say: in local scope.
  void printAnew(Operation *root, const OpPrintingFlags &flags);
  /// What was printed, in this order.
  llvm::ArrayRef<PrintedOp> printedOps() const { return ops; }

  // AsmPrinter.
  raw_ostream &getStream() const override { return os; }
  void printNewline() override;
  void increaseIndent() override { indent += kIndent; }
  void decreaseIndent() override { indent -= kIndent; }
  void printFloat(const APFloat &value) override;
  void printType(Type type) override;
  void printAttribute(Attribute attr) override;
  void printAttributeWithoutType(Attribute attr) override;
  void printNamedAttribute(NamedAttribute attr) override;
  LogicalResult printAlias(Attribute) override { return failure(); }
  LogicalResult printAlias(Type) override { return failure(); }
  void printKeywordOrString(StringRef keyword) override;
  void printString(StringRef string) override;
  void printSymbolName(StringRef symbol) override;
  void printResourceHandle(const AsmDialectResourceHandle &resource) override;

  // OpAsmPrinter.
  void printOptionalLocationSpecifier(Location loc) override;
  void printRegionArgument(BlockArgument arg, ArrayRef<NamedAttribute> attrs,
                           bool omitType) override;
  void printOperand(Value value) override { printOperand(value, os); }
  void printOperand(Value value, raw_ostream &stream) override {
    names.print(value, stream);
  }
  void printSuccessor(Block *successor) override { names.print(successor, os); }
  void printSuccessorAndUseList(Block *successor, ValueRange operands) override;
  void printOptionalAttrDict(ArrayRef<NamedAttribute> attrs,
                             ArrayRef<StringRef> elided) override;
  void printOptionalAttrDictWithKeyword(ArrayRef<NamedAttribute> attrs,
                                        ArrayRef<StringRef> elided) override;
  void printCustomOrGenericOp(Operation *op) override;
  void printGenericOp(Operation *op, bool printOpName) override;
  void printRegion(Region &region, bool printEntryBlockArgs,
                   bool printBlockTerminators, bool printEmptyBlock) override;
  void shadowRegionArgs(Region &region, ValueRange namesToUse) override;
  void printAffineMapOfSSAIds(AffineMapAttr map, ValueRange operands) override;
  void printAffineExprOfSSAIds(AffineExpr expr, ValueRange dims,
                               ValueRange symbols) override;

protected:
  LogicalResult pushCyclicPrinting(const void *opaquePointer) override;
  void popCyclicPrinting() override { cyclic.pop_back(); }

private:
  /// What was printed before: a piece of the text.
  struct Piece {
    uint64_t begin, size;
  };
  using Pieces = llvm::DenseMap<const void *, Piece>;
  void forget();
  template <typename Print>
  void printOnce(Pieces &known, const void *key, Print print);

  void print(Operation *op);
  void printResults(Operation *op);
  void printResultGroups(Operation *op);
  bool printByDialect(Operation *op);
  void printAttrs(ArrayRef<NamedAttribute> attrs, ArrayRef<StringRef> elided,
                  StringRef opening);
  enum class Terminator { Printed, LeftOut };
  void printBlock(Block &block, Terminator terminator);
  void printBlockHead(Block &block);
  void printPredecessors(Block &block);
  void printArgument(BlockArgument arg);
  StringRef defaultDialectIn(Region &region);
  uint32_t currentLine();

  ReservedText &os;
  OpPrintingFlags flags;
  SnapshotNames names;
  /// For types and attributes: it names no values.
  std::optional<AsmState> state;
  static constexpr unsigned kIndent = 2;
  unsigned indent = 0;
  SmallVector<StringRef> defaultDialects{"builtin"};

  std::vector<PrintedOp> ops;
  uint32_t lines = 1;
  size_t linesCountedTo = 0;

  Pieces types, attrs, attrsWithoutType;
  llvm::DenseMap<AffineExpr, std::string> affineTexts;
  SmallVector<const void *> cyclic;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_SNAPSHOTPRINTER_H
