//===- Printing.cpp - IR as text, whatever state it is in -----------------===//

#include "ir/Printing.h"
#include "ir/TiedPrinter.h"
#include "ir/Traits.h"

#include "process/ForkedCopy.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::StringRef;

llvm::Expected<std::string>
mlir::trackdbg::runInCopy(llvm::function_ref<std::string()> produce) {
  std::optional<ForkedCopy> copy = ForkedCopy::make(
      [&](int descriptor) { ForkedCopy::writeText(descriptor, produce()); });
  if (!copy)
    return llvm::createStringError(
        "this process cannot be copied to print from (out of memory or of "
        "processes)");
  if (std::optional<std::string> text = copy->readText())
    return std::move(*text);
  return llvm::createStringError("the IR is in a state that cannot be printed");
}

OpPrintingFlags mlir::trackdbg::printingFlags(const PrintOptions &options) {
  OpPrintingFlags flags;
  // Verifying the whole function first would cost more than printing does.
  flags.useLocalScope().assumeVerified();
  if (!options.regions)
    flags.skipRegions();
  if (options.generic)
    flags.printGenericOpForm();
  if (options.elementLimit >= 0) {
    flags.elideLargeElementsAttrs(options.elementLimit);
    flags.elideLargeResourceString(64 + options.elementLimit);
  }
  if (options.locations)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/false);
  return flags;
}

/// A block or region in one line: "0 of func.func @main, 1 block".
static std::string summarize(Operation *parent, unsigned number, size_t count,
                             StringRef what) {
  return (Twine(number) + " of " + titleOf(parent) + ", " + Twine(count) + " " +
          what + (count == 1 ? "" : "s"))
      .str();
}

static void printBlock(llvm::raw_ostream &os, Block &block,
                       const OpPrintingFlags &flags) {
  // Block::print has no flags; the state carries them.
  AsmState state(enclosingFunction(block.getParentOp()), flags);
  block.print(os, state);
}

/// What Block::computeBlockNumber() gives, which MLIR 19 lacks.
static size_t numberOf(Block &block) {
  return std::distance(block.getParent()->begin(), block.getIterator());
}

static std::string render(IRUnit unit, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto *op = dyn_cast<Operation *>(unit)) {
    op->print(stream, flags);
  } else if (auto *block = dyn_cast<Block *>(unit)) {
    Operation *parent = block->getParentOp();
    if (!parent)
      return "outside every op";
    if (flags.shouldSkipRegions())
      return summarize(parent, numberOf(*block), block->getOperations().size(),
                       "op");
    printBlock(stream, *block, flags);
  } else if (auto *region = dyn_cast<Region *>(unit)) {
    Operation *parent = region->getParentOp();
    if (!parent)
      return "outside every op";
    stream << summarize(parent, region->getRegionNumber(),
                        region->getBlocks().size(), "block");
    if (!flags.shouldSkipRegions())
      for (Block &inside : *region) {
        stream << '\n';
        printBlock(stream, inside, flags);
      }
  } else {
    cast<Value>(unit).print(stream, flags);
  }
  return StringRef(text).rtrim('\n').str();
}

llvm::Expected<std::string> mlir::trackdbg::printUnit(IRUnit unit,
                                                      OpPrintingFlags flags) {
  if (llvm::Expected<std::string> text =
          runInCopy([&] { return render(unit, flags); }))
    return text;
  else
    llvm::consumeError(text.takeError());
  flags.printGenericOpForm();
  return runInCopy([&] { return render(unit, flags); });
}

std::string mlir::trackdbg::pack(const TiedText &text) {
  uint64_t size = text.ties.size();
  return std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
         text.ties + text.text;
}

TiedText mlir::trackdbg::unpackTied(StringRef packed) {
  uint64_t size = 0;
  if (packed.size() >= sizeof(size))
    memcpy(&size, packed.data(), sizeof(size));
  packed = packed.drop_front(std::min(sizeof(size), packed.size()));
  return {packed.substr(size).str(), packed.take_front(size).str()};
}

static std::string renderTied(Operation *op, const OpPrintingFlags &flags) {
  TiedPrinter printer;
  printer.print(op, flags);
  TiedText text;
  text.text = printer.text().rtrim('\n').str();
  printer.layOutTies(text.ties);
  return pack(text);
}

llvm::Expected<TiedText> mlir::trackdbg::printTied(Operation *op,
                                                   OpPrintingFlags flags) {
  llvm::Expected<std::string> packed =
      runInCopy([&] { return renderTied(op, flags); });
  if (!packed) {
    llvm::consumeError(packed.takeError());
    flags.printGenericOpForm();
    packed = runInCopy([&] { return renderTied(op, flags); });
  }
  if (!packed)
    return packed.takeError();
  return unpackTied(*packed);
}

Unit::Kind mlir::trackdbg::kindOf(IRUnit unit) {
  if (isa<Operation *>(unit))
    return Unit::Kind::Op;
  if (isa<Block *>(unit))
    return Unit::Kind::Block;
  return isa<Region *>(unit) ? Unit::Kind::Region : Unit::Kind::Value;
}

Operation *mlir::trackdbg::enclosingFunction(Operation *op) {
  Operation *function = op;
  while (function->getParentOp() && !isIsolatedFromAbove(function->getName()))
    function = function->getParentOp();
  return function;
}

StringRef mlir::trackdbg::symbolOf(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto name =
            op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      return name.getValue();
  return "";
}

std::string mlir::trackdbg::titleOf(Operation *op) {
  std::string title = op->getName().getStringRef().str();
  if (auto name =
          op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
    title += " @" + name.getValue().str();
  return title;
}
