//===- NameLookup.cpp - What names in the printed IR stand for ------------===//

#include "ir/NameLookup.h"
#include "ir/LocationText.h"
#include "ir/Printing.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The first results and the arguments below an op, in the order of the IR.
static void forEachNamed(Operation *root,
                         llvm::function_ref<void(Value)> visit) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 0)
      visit(op->getResult(0));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          visit(argument);
  });
}

static std::string nameOf(Value value, AsmState &state) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.printAsOperand(stream, state);
  return StringRef(text).split(':').first.split('#').first.str();
}

/// Leaves out those in regions that the custom form of an op does not print, if
/// there are others: nobody has read their names.
static void leaveOutUnprinted(SmallVectorImpl<Value> &values,
                              Operation *function,
                              const OpPrintingFlags &flags) {
  AsmState::LocationMap printed;
  AsmState state(function, flags, &printed);
  llvm::raw_null_ostream nowhere;
  function->print(nowhere, state);
  auto isUnprinted = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && !printed.contains(op);
  };
  if (!llvm::all_of(values, isUnprinted))
    llvm::erase_if(values, isUnprinted);
}

/// As valuesAtAddresses reads them.
static std::string addressesOf(llvm::ArrayRef<Value> values) {
  std::string addresses;
  for (Value value : values)
    addresses += std::to_string(
                     reinterpret_cast<uintptr_t>(value.getAsOpaquePointer())) +
                 " ";
  return addresses;
}

static SmallVector<Value> valuesAtAddresses(StringRef addresses) {
  SmallVector<Value> values;
  for (StringRef address : llvm::split(addresses.rtrim(), ' ')) {
    uintptr_t pointer = 0;
    if (!address.getAsInteger(10, pointer))
      values.push_back(
          Value::getFromOpaquePointer(reinterpret_cast<void *>(pointer)));
  }
  return values;
}

/// The values in `function` that the printer names `wanted`, as addresses with
/// a blank behind each.
static std::string addressesNamed(Operation *function, StringRef wanted,
                                  bool asksPrinter) {
  OpPrintingFlags flags = OpPrintingFlags().useLocalScope().assumeVerified();
  SmallVector<Value> named;
  {
    AsmState state(function, flags);
    forEachNamed(function, [&](Value value) {
      if (nameOf(value, state) == wanted)
        named.push_back(value);
    });
  }
  if (asksPrinter && named.size() > 1)
    leaveOutUnprinted(named, function, flags);
  return addressesOf(named);
}

/// Whether the number behind a value's name, as in "%0#1", is that of a result.
static bool hasResult(Value value, StringRef number) {
  unsigned wanted = 0;
  if (number.empty() || number.getAsInteger(10, wanted))
    return number.empty();
  Operation *op = value.getDefiningOp();
  return op && wanted < op->getNumResults();
}

SmallVector<Value> mlir::trackdbg::valuesNamed(Operation *near,
                                               StringRef name) {
  auto [wanted, number] = name.split(':').first.split('#');
  Operation *function = enclosingFunction(near);
  // Naming may trip over half-made IR just as printing does, and less often, so
  // it is done in a copy too; an address means the same here and there.
  auto find = [&, wanted = wanted](bool asksPrinter) {
    return runInCopy(
        [&] { return addressesNamed(function, wanted, asksPrinter); });
  };
  llvm::Expected<std::string> found = find(/*asksPrinter=*/true);
  if (!found) {
    llvm::consumeError(found.takeError());
    found = find(/*asksPrinter=*/false);
  }
  if (!found) {
    llvm::consumeError(found.takeError());
    return {};
  }
  SmallVector<Value> values = valuesAtAddresses(*found);
  llvm::erase_if(values, [number = number](Value value) {
    return !hasResult(value, number);
  });
  return values;
}

/// Whether two ways to write a path may mean one file.
static bool isSameFile(StringRef path, StringRef other) {
  if (path.size() < other.size())
    std::swap(path, other);
  return path == other ||
         (path.ends_with(other) && path.drop_back(other.size()).ends_with("/"));
}

SmallVector<Value>
mlir::trackdbg::valuesReadAt(Operation *root, StringRef file,
                             llvm::ArrayRef<int64_t> places) {
  llvm::DenseSet<std::pair<int64_t, int64_t>> wanted;
  for (; places.size() >= 2; places = places.drop_front(2))
    wanted.insert({places[0], places[1]});
  auto isWanted = [&](Value value) {
    FileLineColRange place = firstFileLocation(value.getLoc());
    return place &&
           wanted.contains({place.getStartLine(), place.getStartColumn()}) &&
           isSameFile(place.getFilename().getValue(), file);
  };
  llvm::Expected<std::string> found = runInCopy([&] {
    SmallVector<Value> values;
    forEachNamed(root, [&](Value value) {
      if (isWanted(value))
        values.push_back(value);
    });
    return addressesOf(values);
  });
  if (found)
    return valuesAtAddresses(*found);
  llvm::consumeError(found.takeError());
  return {};
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static StringRef ownSymbol(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? name.getValue() : StringRef();
}

/// Whether the symbols around `op` are `outer`, innermost last.
static bool isInside(Operation *op, llvm::ArrayRef<StringRef> outer) {
  for (StringRef name : llvm::reverse(outer)) {
    do
      op = op->getParentOp();
    while (op && ownSymbol(op).empty());
    if (!op || ownSymbol(op) != name)
      return false;
  }
  return true;
}

SmallVector<Operation *> mlir::trackdbg::symbolsNamed(Operation *near,
                                                      StringRef name) {
  while (near->getParentOp())
    near = near->getParentOp();
  // A name may have "::" in it, too.
  StringRef whole = name;
  whole.consume_front("@");
  SmallVector<StringRef> path;
  name.split(path, "::");
  for (StringRef &part : path)
    part.consume_front("@");
  StringRef own = path.pop_back_val();
  SmallVector<Operation *> found;
  near->walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef known = ownSymbol(op);
    if (!known.empty() &&
        (known == whole || (known == own && isInside(op, path))))
      found.push_back(op);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// What is in scope
//===----------------------------------------------------------------------===//

void mlir::trackdbg::preferVisible(SmallVectorImpl<Value> &values,
                                   Operation *near) {
  auto isVisible = [&](Value value) {
    Region *region = value.getParentRegion();
    Operation *holder = region ? region->getParentOp() : nullptr;
    return holder && holder->isAncestor(near);
  };
  if (llvm::any_of(values, isVisible))
    llvm::erase_if(values, [&](Value value) { return !isVisible(value); });
}

void mlir::trackdbg::preferVisible(SmallVectorImpl<Operation *> &symbols,
                                   Operation *near) {
  for (Operation *table = near; table; table = table->getParentOp()) {
    auto isHere = [&](Operation *op) { return op->getParentOp() == table; };
    if (!llvm::any_of(symbols, isHere))
      continue;
    llvm::erase_if(symbols, [&](Operation *op) { return !isHere(op); });
    return;
  }
}
