//===- SnapshotPrinter.cpp - Prints much IR in little time ----------------===//

#include "snapshots/SnapshotPrinter.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

void SnapshotPrinter::forget() {
  os.clear();
  indent = 0;
  defaultDialects = {"builtin"};
  ops.clear();
  lines = 1;
  linesCountedTo = 0;
  for (Pieces *known : {&types, &attrs, &attrsWithoutType})
    known->clear();
  affineTexts.clear();
}

void SnapshotPrinter::printAnew(Operation *root, const OpPrintingFlags &flags) {
  forget();
  this->flags = flags;
  names.nameAllIn(root, flags);
  state.emplace(root->getContext(), flags);
  print(root);
}

//===----------------------------------------------------------------------===//
// Once, and copied after that
//===----------------------------------------------------------------------===//

template <typename Print>
void SnapshotPrinter::printOnce(Pieces &known, const void *key, Print print) {
  if (auto found = known.find(key); found != known.end()) {
    Piece piece = found->second;
    os << os.text().substr(piece.begin, piece.size);
    return;
  }
  uint64_t begin = os.tell();
  print();
  uint64_t end = os.tell();
  // What is cut off cannot be copied; what stands in a cycle is abbreviated.
  if (end <= os.text().size() && cyclic.empty())
    known[key] = {begin, end - begin};
}

void SnapshotPrinter::printType(Type type) {
  printOnce(types, type.getAsOpaquePointer(), [&] { type.print(os, *state); });
}

void SnapshotPrinter::printAttribute(Attribute attr) {
  printOnce(attrs, attr.getAsOpaquePointer(), [&] { attr.print(os, *state); });
}

void SnapshotPrinter::printAttributeWithoutType(Attribute attr) {
  printOnce(attrsWithoutType, attr.getAsOpaquePointer(),
            [&] { attr.print(os, *state, /*elideType=*/true); });
}

void SnapshotPrinter::printNamedAttribute(NamedAttribute attr) {
  printKeywordOrString(attr.getName());
  if (isa<UnitAttr>(attr.getValue()))
    return;
  os << " = ";
  printAttribute(attr.getValue());
}

LogicalResult SnapshotPrinter::pushCyclicPrinting(const void *opaquePointer) {
  if (llvm::is_contained(cyclic, opaquePointer))
    return failure();
  cyclic.push_back(opaquePointer);
  return success();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool isKeyword(StringRef text) {
  auto continues = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  };
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
         llvm::all_of(text, continues);
}

void SnapshotPrinter::printKeywordOrString(StringRef keyword) {
  if (isKeyword(keyword))
    os << keyword;
  else
    printString(keyword);
}

void SnapshotPrinter::printString(StringRef string) {
  os << '"';
  llvm::printEscapedString(string, os);
  os << '"';
}

void SnapshotPrinter::printSymbolName(StringRef symbol) {
  os << '@';
  if (symbol.empty())
    os << "<<INVALID EMPTY SYMBOL>>";
  else
    printKeywordOrString(symbol);
}

void SnapshotPrinter::printResourceHandle(
    const AsmDialectResourceHandle &resource) {
  auto *interface = cast<OpAsmDialectInterface>(resource.getDialect());
  printKeywordOrString(interface->getResourceKey(resource));
}

void SnapshotPrinter::printFloat(const APFloat &value) {
  // A literal is printed as the attribute that it would be parsed into.
  MLIRContext *context = ops.front().op->getContext();
  for (FloatType type : {FloatType(Float64Type::get(context)),
                         FloatType(Float32Type::get(context)),
                         FloatType(Float16Type::get(context)),
                         FloatType(BFloat16Type::get(context))})
    if (&type.getFloatSemantics() == &value.getSemantics())
      return printAttributeWithoutType(FloatAttr::get(type, value));
  SmallString<32> text;
  value.toString(text);
  os << text;
}

void SnapshotPrinter::printNewline() {
  os << '\n';
  os.indent(indent);
}

void SnapshotPrinter::printOptionalLocationSpecifier(Location loc) {
  if (!flags.shouldPrintDebugInfo())
    return;
  os << ' ';
  printAttribute(loc);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Also past newlines that are part of a type or an attribute.
uint32_t SnapshotPrinter::currentLine() {
  StringRef text = os.text();
  // By memchr, which looks at many characters at once.
  for (size_t newline;
       (newline = text.find('\n', linesCountedTo)) != StringRef::npos;) {
    ++lines;
    linesCountedTo = newline + 1;
  }
  linesCountedTo = text.size();
  return lines;
}

void SnapshotPrinter::print(Operation *op) {
  ops.push_back({currentLine(), indent, op});
  os.indent(indent);
  if (op->getNumResults() != 0)
    printResults(op);
  printCustomOrGenericOp(op);
  printOptionalLocationSpecifier(op->getLoc());
}

void SnapshotPrinter::printCustomOrGenericOp(Operation *op) {
  if (flags.shouldPrintGenericOpForm())
    return printGenericOp(op, /*printOpName=*/true);
  if (std::optional<RegisteredOperationName> info = op->getRegisteredInfo())
    info->printAssembly(op, *this, defaultDialects.back());
  else if (!printByDialect(op))
    printGenericOp(op, /*printOpName=*/true);
}

/// For what its dialect prints without a registration.
bool SnapshotPrinter::printByDialect(Operation *op) {
  Dialect *dialect = op->getDialect();
  auto printer = dialect ? dialect->getOperationPrinter(op) : nullptr;
  if (!printer)
    return false;
  StringRef name = op->getName().getStringRef();
  auto [prefix, rest] = name.split('.');
  // With another dot in it, the rest could be taken for a name of its own.
  os << (prefix == defaultDialects.back() && !rest.contains('.') ? rest : name);
  printer(op, *this);
  return true;
}

void SnapshotPrinter::printGenericOp(Operation *op, bool printOpName) {
  if (printOpName)
    printString(op->getName().getStringRef());
  os << '(';
  printOperands(op->getOperands());
  os << ')';
  if (op->getNumSuccessors() != 0) {
    os << '[';
    llvm::interleaveComma(op->getSuccessors(), os,
                          [&](Block *block) { names.print(block, os); });
    os << ']';
  }
  if (Attribute properties = op->getPropertiesAsAttribute()) {
    os << " <";
    printAttribute(properties);
    os << '>';
  }
  if (op->getNumRegions() != 0) {
    os << " (";
    llvm::interleaveComma(op->getRegions(), os, [&](Region &region) {
      printRegion(region, /*printEntryBlockArgs=*/true,
                  /*printBlockTerminators=*/true, /*printEmptyBlock=*/true);
    });
    os << ')';
  }
  if (op->getPropertiesStorage())
    printOptionalAttrDict(llvm::to_vector(op->getDiscardableAttrs()), {});
  else
    printOptionalAttrDict(op->getAttrs(), {});
  os << " : ";
  printFunctionalType(op);
}

void SnapshotPrinter::printAttrs(ArrayRef<NamedAttribute> attrs,
                                 ArrayRef<StringRef> elided,
                                 StringRef opening) {
  StringRef before = opening;
  for (NamedAttribute attr : attrs) {
    if (llvm::is_contained(elided, attr.getName().getValue()))
      continue;
    os << before;
    before = ", ";
    printNamedAttribute(attr);
  }
  if (before != opening)
    os << '}';
}

void SnapshotPrinter::printOptionalAttrDict(ArrayRef<NamedAttribute> attrs,
                                            ArrayRef<StringRef> elided) {
  printAttrs(attrs, elided, " {");
}

void SnapshotPrinter::printOptionalAttrDictWithKeyword(
    ArrayRef<NamedAttribute> attrs, ArrayRef<StringRef> elided) {
  printAttrs(attrs, elided, " attributes {");
}
