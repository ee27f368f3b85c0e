//===- Stop.cpp - Where the compiler stands still -------------------------===//

#include "stop/Stop.h"

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
    if (cursor.isNull())
      return createStringError("the op of this action has been erased; 'diff' "
                               "shows what stands there now");
    return cursor;
  }
  uint64_t address;
  if (name.starts_with("0x") && !name.getAsInteger(0, address))
    return IRUnit(reinterpret_cast<Operation *>(address));

  Operation *near = livingOp();
  if (!near)
    return createStringError("every op of this action has been erased, so "
                             "'%s' cannot be looked up here",
                             name.str().c_str());
  llvm::StringRef rest = name;
  if (rest.consume_front("@")) {
    auto [symbol, value] = rest.split('/');
    Operation *op = findSymbol(near, symbol);
    if (!op)
      return createStringError("no op with the symbol name '@%s' in this "
                               "module",
                               symbol.str().c_str());
    if (value.empty())
      return IRUnit(op);
    near = op;
    rest = value;
  }
  Expected<Value> value = findByValueName(near, rest);
  if (!value)
    return value.takeError();
  if (*value)
    return value->getDefiningOp() ? IRUnit(value->getDefiningOp())
                                  : IRUnit(*value);
  bool isArgument = rest.starts_with("%arg");
  return createStringError(
      "no %s '%s' in %s as it is now; name another function as '@f/%s'",
      isArgument ? "block has an argument" : "op defines", rest.str().c_str(),
      titleOf(enclosingFunction(near)).c_str(), isArgument ? "%arg0" : "%5");
}

Expected<Operation *> Stop::findOp(llvm::StringRef name) const {
  Expected<IRUnit> unit = findUnit(name);
  if (!unit)
    return unit.takeError();
  if (auto *op = dyn_cast<Operation *>(*unit))
    return op;
  if (!name.empty())
    return createStringError("'%s' is an argument of a block, which no op "
                             "defines; name an op",
                             name.str().c_str());
  return createStringError("the cursor is on a %s, not on an op",
                           nameOf(kindOf(*unit)).str().c_str());
}
