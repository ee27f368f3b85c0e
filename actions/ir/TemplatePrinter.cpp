//===- TemplatePrinter.cpp - How an op looks, whatever its values are called =//

#include "ir/TemplatePrinter.h"

#include "ir/Printing.h"
#include "trackdbg/TraceChanges.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

/// Where a value stands in what belongs to `op`.
static void markValue(Operation *op, Value value, raw_ostream &os) {
  os << op_template::kMark;
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  Block *block = argument ? argument.getOwner() : nullptr;
  if (auto operand = llvm::find(op->getOperands(), value);
      operand != op->operand_end())
    os << 'o' << (operand - op->operand_begin());
  else if (block && block->getParentOp() == op && block->isEntryBlock())
    os << 'a' << block->getParent()->getRegionNumber() << '.'
       << argument.getArgNumber();
  else if (value && value.getDefiningOp() == op)
    os << 'v' << cast<OpResult>(value).getResultNumber();
  else
    os << 'u';
  os << ';';
}

namespace {
/// What an op says of names, before its text.
class NameHints {
public:
  explicit NameHints(Operation *op) : op(op), os(text) {}

  void add(bool isGeneric) {
    os << 'n' << op->getNumResults() << op_template::kNameEnd;
    auto names = dyn_cast<OpAsmOpInterface>(op);
    if (names && op->getNumRegions() != 0)
      os << 'd' << names.getDefaultDialect() << op_template::kNameEnd;
    if (!names || isGeneric)
      return;
    names.getAsmResultNames([&](Value value, StringRef name) {
      if (auto result = dyn_cast<OpResult>(value);
          result && result.getOwner() == op)
        os << 'r' << result.getResultNumber() << '.' << name
           << op_template::kNameEnd;
    });
    for (Region &region : op->getRegions())
      names.getAsmBlockArgumentNames(region, [&](Value value, StringRef name) {
        auto argument = dyn_cast<BlockArgument>(value);
        if (argument && argument.getOwner()->isEntryBlock())
          os << 'a' << region.getRegionNumber() << '.'
             << argument.getArgNumber() << '.' << name << op_template::kNameEnd;
      });
  }
  void addShadows(Region &region, ValueRange values) {
    for (auto [index, value] : llvm::enumerate(values))
      if (auto operand = llvm::find(op->getOperands(), value);
          value && operand != op->operand_end())
        os << 'w' << region.getRegionNumber() << '.' << index << '.'
           << (operand - op->operand_begin()) << op_template::kNameEnd;
  }
  const std::string &bytes() { return text; }

private:
  Operation *op;
  std::string text;
  llvm::raw_string_ostream os;
};
} // namespace

//===----------------------------------------------------------------------===//
// The printer
//===----------------------------------------------------------------------===//

// The functions that a version of MLIR lacks override nothing there.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsuggest-override"
#ifdef __clang__
#pragma clang diagnostic ignored "-Winconsistent-missing-override"
#endif

namespace {
/// What MLIR hands to the code of a dialect that prints an op. It has none of
/// MLIR's own implementation behind it, so each function is here. Attributes
/// and types are printed by MLIR.
class TemplatePrinter final : public OpAsmPrinter {
public:
  TemplatePrinter(Operation *op, bool isGeneric, AsmState &state)
      : op(op), isGeneric(isGeneric), hints(op), os(text), state(state) {}

  std::string run() {
    hints.add(isGeneric);
    printCustomOrGenericOp(op);
    return hints.bytes() + op_template::kTextBegin + text;
  }

  // AsmPrinter
  raw_ostream &getStream() const override { return os; }
  void printNewline() { os << op_template::kMark << 'n' << indent << ';'; }
  void increaseIndent() { indent += 2; }
  void decreaseIndent() { indent -= 2; }
  void printFloat(const APFloat &value) override {
    SmallString<32> digits;
    value.toString(digits);
    os << digits;
  }
  void printType(Type type) override {
    if (type)
      type.print(os, state);
    else
      os << "<<NULL TYPE>>";
  }
  void printAttribute(Attribute attribute) override {
    if (attribute)
      attribute.print(os, state);
    else
      os << "<<NULL ATTRIBUTE>>";
  }
  void printAttributeWithoutType(Attribute attribute) override {
    if (attribute)
      attribute.print(os, state, /*elideType=*/true);
    else
      os << "<<NULL ATTRIBUTE>>";
  }
  void printNamedAttribute(NamedAttribute attribute) {
    printKeywordOrString(attribute.getName().strref());
    if (isa<UnitAttr>(attribute.getValue()))
      return;
    os << " = ";
    printAttribute(attribute.getValue());
  }
  // As snapshots are, all is printed in local scope, where there are none.
  LogicalResult printAlias(Attribute) override { return failure(); }
  LogicalResult printAlias(Type) override { return failure(); }
  void printKeywordOrString(StringRef keyword) override {
    auto isIn = [](char c) {
      return llvm::isAlnum(c) || StringRef("_$.").contains(c);
    };
    bool isKeyword = !keyword.empty() &&
                     (llvm::isAlpha(keyword[0]) || keyword[0] == '_') &&
                     llvm::all_of(keyword, isIn);
    if (isKeyword)
      os << keyword;
    else
      printString(keyword);
  }
  void printString(StringRef string) override {
    os << '"';
    llvm::printEscapedString(string, os);
    os << '"';
  }
  void printSymbolName(StringRef symbol) override {
    os << '@';
    printKeywordOrString(symbol);
  }
  void printResourceHandle(const AsmDialectResourceHandle &handle) override {
    if (auto *names = dyn_cast<OpAsmDialectInterface>(handle.getDialect()))
      os << names->getResourceKey(handle);
  }

  // OpAsmPrinter
  void printOptionalLocationSpecifier(Location) override {}
  void printRegionArgument(BlockArgument argument,
                           ArrayRef<NamedAttribute> attributes,
                           bool omitsType) override {
    printOperand(argument);
    if (!omitsType) {
      os << ": ";
      printType(argument.getType());
    }
    printOptionalAttrDict(attributes, {});
  }
  void printOperand(Value value) override { markValue(op, value, os); }
  void printOperand(Value value, raw_ostream &stream) override {
    markValue(op, value, stream);
  }
  void printSuccessor(Block *successor) override {
    os << op_template::kMark << 's'
       << (llvm::find(op->getSuccessors(), successor) -
           op->getSuccessors().begin())
       << ';';
  }
  void printSuccessorAndUseList(Block *successor, ValueRange values) override {
    printSuccessor(successor);
    if (values.empty())
      return;
    os << '(';
    printOperands(values);
    os << " : ";
    llvm::interleaveComma(values, os,
                          [&](Value value) { printType(value.getType()); });
    os << ')';
  }
  void printOptionalAttrDict(ArrayRef<NamedAttribute> attributes,
                             ArrayRef<StringRef> elided) override {
    printAttributes(attributes, elided, " {");
  }
  void printOptionalAttrDictWithKeyword(ArrayRef<NamedAttribute> attributes,
                                        ArrayRef<StringRef> elided) override {
    printAttributes(attributes, elided, " attributes {");
  }
  void printCustomOrGenericOp(Operation *printed) override;
  void printGenericOp(Operation *printed, bool withName) override;
  void printRegion(Region &region, bool withArguments, bool withTerminators,
                   bool withEmptyBlock) override {
    os << op_template::kMark << 'r' << region.getRegionNumber() << '.'
       << (withArguments * op_template::kEntryArguments +
           withTerminators * op_template::kTerminators +
           withEmptyBlock * op_template::kEmptyBlock)
       << ';';
  }
  void shadowRegionArgs(Region &region, ValueRange values) override {
    hints.addShadows(region, values);
  }
  void printAffineMapOfSSAIds(AffineMapAttr map, ValueRange values) override {
    unsigned dimensions = map.getValue().getNumDims();
    ValueRange dims = values.take_front(dimensions);
    ValueRange symbols = values.drop_front(dims.size());
    llvm::interleaveComma(map.getValue().getResults(), os,
                          [&](AffineExpr expression) {
                            printExpression(expression, dims, symbols);
                          });
  }
  void printAffineExprOfSSAIds(AffineExpr expression, ValueRange dims,
                               ValueRange symbols) override {
    printExpression(expression, dims, symbols);
  }

protected:
  LogicalResult pushCyclicPrinting(const void *pointer) override {
    return success(printing.insert(pointer));
  }
  void popCyclicPrinting() override { printing.pop_back(); }

private:
  void printAttributes(ArrayRef<NamedAttribute> attributes,
                       ArrayRef<StringRef> elided, StringRef begin) {
    StringRef before = begin;
    for (NamedAttribute attribute : attributes) {
      if (llvm::is_contained(elided, attribute.getName().strref()))
        continue;
      os << std::exchange(before, ", ");
      printNamedAttribute(attribute);
    }
    if (before != begin)
      os << '}';
  }
  /// An op that this one prints as a part of itself. False where it is not in
  /// an entry block of this one.
  bool markInside(Operation *printed) {
    Block *block = printed->getBlock();
    if (!block || block->getParentOp() != op || !block->isEntryBlock())
      return false;
    os << op_template::kMark << 'i' << block->getParent()->getRegionNumber()
       << '.' << std::distance(block->begin(), printed->getIterator()) << ';';
    return true;
  }
  void printExpression(AffineExpr expression, ValueRange dims,
                       ValueRange symbols);

  Operation *op;
  bool isGeneric;
  NameHints hints;
  std::string text;
  mutable llvm::raw_string_ostream os;
  AsmState &state;
  llvm::SetVector<const void *> printing;
  unsigned indent = 0;
};
} // namespace

#pragma GCC diagnostic pop

void TemplatePrinter::printCustomOrGenericOp(Operation *printed) {
  if (printed != op && markInside(printed))
    return;
  if (!isGeneric && printed == op) {
    if (auto info = op->getRegisteredInfo())
      return info->printAssembly(op, *this, /*defaultDialect=*/"");
    if (Dialect *dialect = op->getDialect())
      if (auto print = dialect->getOperationPrinter(op)) {
        os << op->getName().getStringRef();
        return print(op, *this);
      }
  }
  printGenericOp(printed, /*withName=*/true);
}

void TemplatePrinter::printGenericOp(Operation *printed, bool withName) {
  if (withName)
    printString(printed->getName().getStringRef());
  os << '(';
  printOperands(printed->getOperands());
  os << ')';
  if (printed->getNumSuccessors() != 0) {
    os << '[';
    llvm::interleaveComma(printed->getSuccessors(), os,
                          [&](Block *block) { printSuccessor(block); });
    os << ']';
  }
  if (Attribute properties = printed->getPropertiesAsAttribute()) {
    os << " <";
    printAttribute(properties);
    os << '>';
  }
  if (printed->getNumRegions() != 0) {
    os << " (";
    llvm::interleaveComma(printed->getRegions(), os, [&](Region &region) {
      printRegion(region, true, true, true);
    });
    os << ')';
  }
  printOptionalAttrDict(llvm::to_vector(printed->getDiscardableAttrs()), {});
  os << " : ";
  printFunctionalType(printed);
}

/// MLIR prints d0 and s0 where the operands have to stand.
void TemplatePrinter::printExpression(AffineExpr expression, ValueRange dims,
                                      ValueRange symbols) {
  std::string printed;
  llvm::raw_string_ostream(printed) << expression;
  StringRef rest = printed;
  auto isNoWord = [](char c) { return !llvm::isAlnum(c) && c != '_'; };
  while (!rest.empty()) {
    StringRef word = rest.take_until(isNoWord);
    rest = rest.drop_front(word.size());
    unsigned index = 0;
    bool isNumbered =
        word.size() > 1 && !word.drop_front().getAsInteger(10, index);
    if (isNumbered && word[0] == 'd' && index < dims.size()) {
      printOperand(dims[index]);
    } else if (isNumbered && word[0] == 's' && index < symbols.size()) {
      os << "symbol(";
      printOperand(symbols[index]);
      os << ')';
    } else {
      os << word;
    }
    StringRef between = rest.take_while(isNoWord);
    os << between;
    rest = rest.drop_front(between.size());
  }
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

AsmState *mlir::trackdbg::newPrintingState(MLIRContext *context) {
  return new AsmState(context, printingFlags({}));
}

std::string mlir::trackdbg::printTemplate(Operation *op, bool isGeneric,
                                          AsmState &state) {
  return TemplatePrinter(op, isGeneric, state).run();
}

std::string mlir::trackdbg::leastTemplate(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << 'n' << op->getNumResults() << op_template::kNameEnd
     << op_template::kTextBegin << '"';
  llvm::printEscapedString(op->getName().getStringRef(), os);
  os << "\"(";
  llvm::interleaveComma(op->getOperands(), os,
                        [&](Value value) { markValue(op, value, os); });
  os << ") // cannot be printed";
  return text;
}

std::string mlir::trackdbg::printedType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}
