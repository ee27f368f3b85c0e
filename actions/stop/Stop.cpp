//===- Stop.cpp - Where the compiler stands still -------------------------===//

#include "stop/Stop.h"

#include "core/LLVMPass.h"
#include "ir/NameLookup.h"
#include "ir/Printing.h"
#include "trackdbg/EnumNames.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

bool mlir::trackdbg::isAlive(const ActiveAction &action, IRUnit unit) {
  if (!action.rootAlive || !action.root)
    return false;
  if (isa<Operation *>(unit))
    return cast<Operation *>(unit) == action.root;
  for (Region &region : action.root->getRegions()) {
    if (dyn_cast<Region *>(unit) == &region)
      return true;
    for (Block &block : region)
      if (dyn_cast<Block *>(unit) == &block)
        return true;
  }
  return false;
}

Operation *Stop::livingOp() const {
  if (auto *op = dyn_cast_if_present<Operation *>(cursor))
    return op;
  for (ActiveAction *action = selected; action; action = action->parent)
    if (action->root && action->rootAlive)
      return action->root;
  return nullptr;
}

ActiveAction *Stop::frameAt(int64_t index) const {
  ActiveAction *action = top;
  for (; action && index > 0; --index)
    action = action->parent;
  return index == 0 ? action : nullptr;
}

Expected<IRUnit> Stop::findUnit(llvm::StringRef name) const {
  if (name.empty()) {
    if (!cursor.isNull())
      return cursor;
    if (llvmPassOf(*selected))
      return createStringError("a pass of LLVM runs here, and LLVM IR has no "
                               "ops; 'print' shows what it runs on");
    return createStringError(
        "the op of this action has been erased; %s",
        when() == When::Inside
            ? "'next' stops when the action is over, and 'diff' shows then "
              "what stands there"
            : "'diff' shows what stands there now");
  }
  std::optional<FoundUnit> unit = FoundUnit::parse(name);
  if (!unit)
    return createStringError("'%s' does not name an op of the compiler",
                             name.str().c_str());
  if (unit->argument < 0)
    return IRUnit(reinterpret_cast<Operation *>(unit->address));
  auto *block = reinterpret_cast<Block *>(unit->address);
  if (unit->argument >= block->getNumArguments())
    return createStringError("the block has no argument %lld",
                             (long long)unit->argument);
  return IRUnit(block->getArgument(unit->argument));
}

static llvm::SmallVector<IRUnit> visibleUnits(llvm::SmallVector<Value> values,
                                              Operation *near) {
  preferVisible(values, near);
  llvm::SmallVector<IRUnit> units;
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    units.push_back(op ? IRUnit(op) : IRUnit(value));
  }
  return units;
}

/// The values of that name in the function around `near`.
static llvm::SmallVector<IRUnit> valuesAt(Operation *near,
                                          llvm::StringRef name) {
  return visibleUnits(valuesNamed(near, name), near);
}

static llvm::Error noSuchValue(Operation *near, llvm::StringRef name) {
  bool isArgument = name.starts_with("%arg");
  return createStringError(
      "no %s '%s' in %s as it is now; name another function as '@f/%s'",
      isArgument ? "block has an argument" : "op defines", name.str().c_str(),
      titleOf(enclosingFunction(near)).c_str(), isArgument ? "%arg0" : "%5");
}

/// "@f", and "@f/%5": the value `name` in it.
static Expected<llvm::SmallVector<IRUnit>>
unitsOfSymbol(Operation *near, llvm::StringRef symbol, llvm::StringRef name) {
  llvm::SmallVector<Operation *> ops = symbolsNamed(near, symbol);
  if (ops.empty())
    return createStringError("no op with the symbol name '%s' in this module",
                             symbol.str().c_str());
  preferVisible(ops, near);
  llvm::SmallVector<IRUnit> units;
  for (Operation *op : ops)
    if (name.empty())
      units.push_back(op);
    else
      llvm::append_range(units,
                         valuesAt(op->isAncestor(near) ? near : op, name));
  if (units.empty())
    return noSuchValue(ops.front(), name);
  return units;
}

Expected<llvm::SmallVector<IRUnit>>
Stop::findUnits(llvm::StringRef name) const {
  Operation *near = livingOp();
  if (!near && llvmPassOf(*selected))
    return createStringError("a pass of LLVM runs here, and LLVM IR has no "
                             "ops, so '%s' cannot be looked up here",
                             name.str().c_str());
  if (!near)
    return createStringError("every op of this action has been erased, so "
                             "'%s' cannot be looked up here",
                             name.str().c_str());
  if (name.starts_with("@")) {
    auto [symbol, value] = name.split('/');
    return unitsOfSymbol(near, symbol, value);
  }
  llvm::SmallVector<IRUnit> units = valuesAt(near, name);
  if (units.empty())
    return noSuchValue(near, name);
  return units;
}

llvm::SmallVector<IRUnit> Stop::findRead(const ResolveRequest &request) const {
  llvm::SmallVector<IRUnit> units;
  Operation *near = livingOp();
  if (!near)
    return units;
  auto readIn = [&](Operation *root) {
    return visibleUnits(valuesReadAt(root, request.file, request.places), near);
  };
  if (llvm::StringRef name = request.name; name.starts_with("@")) {
    auto symbol = name.split('/').first;
    llvm::SmallVector<Operation *> ops = symbolsNamed(near, symbol);
    preferVisible(ops, near);
    for (Operation *op : ops)
      llvm::append_range(units, readIn(op));
    return units;
  }
  units = readIn(enclosingFunction(near));
  if (!units.empty())
    return units;
  Operation *whole = near;
  while (Operation *parent = whole->getParentOp())
    whole = parent;
  return readIn(whole);
}

Expected<Operation *> Stop::findOp(llvm::StringRef name) const {
  Expected<IRUnit> unit = findUnit(name);
  if (!unit)
    return unit.takeError();
  if (auto *op = dyn_cast<Operation *>(*unit))
    return op;
  if (!name.empty())
    return createStringError("an argument of a block is not an op, and no op "
                             "defines it; name an op");
  return createStringError("the cursor is on a %s, not on an op",
                           nameOf(kindOf(*unit)).str().c_str());
}
