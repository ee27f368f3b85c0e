//===- TransformHandles.cpp - The handles of a script, and who ended them -===//

#include "hooks/TransformHandles.h"

#include "ir/LocationText.h"
#include "ir/Printing.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::trackdbg;
using transform::TransformOpInterface;
using transform::TransformState;

// Weak: a compiler that runs no scripts may lack them, and they are not called
// there. What a class declares cannot be declared again as weak.
asm(".weak _ZNK4mlir9transform14TransformState11getTopLevelEv\n"
    ".weak _ZN4mlir9transform16isHandleConsumedENS_5ValueENS0_"
    "20TransformOpInterfaceE\n"
    ".weak _ZN4mlir9transform6detail27getConsumedHandleOpOperandsENS0_"
    "20TransformOpInterfaceE");

Operation *TransformHandles::payload() const { return state->getTopLevel(); }

//===----------------------------------------------------------------------===//
// What the interpreter keeps
//===----------------------------------------------------------------------===//

namespace {
/// The handles that one region of the script defines.
struct RegionHandles {
  Region *region;
  const DenseMap<Value, SmallVector<Operation *, 2>> *ops;
  const DenseMap<Value, SmallVector<Value>> *values;
  const DenseMap<Value, SmallVector<Attribute>> *params;
};
using Regions = SmallVector<RegionHandles>;
/// Outermost first.
Regions regionsOf(const TransformState &state);

/// Names a private member of TransformState. An explicit instantiation may name
/// it, and a friend that it defines may read it.
template <auto Mappings> struct ExposeMappings {
  static Regions collect(const auto &mappings) {
    Regions regions;
    for (const auto &[region, mapping] : mappings)
      regions.push_back(
          {region, &mapping->direct, &mapping->values, &mapping->params});
    return regions;
  }
  friend Regions regionsOf(const TransformState &state) {
    return collect(state.*Mappings);
  }
};
template struct ExposeMappings<&TransformState::mappings>;
} // namespace

//===----------------------------------------------------------------------===//
// What becomes invalid
//===----------------------------------------------------------------------===//

/// The payload ops that a handle stands for, or that define the values it
/// stands for.
template <typename Visit>
static void forEachOp(const RegionHandles &handles, Value handle, Visit visit) {
  if (auto found = handles.ops->find(handle); found != handles.ops->end())
    for (Operation *op : found->second)
      // Erased ones are null for a while.
      if (op)
        visit(op);
  if (auto found = handles.values->find(handle); found != handles.values->end())
    for (Value value : found->second)
      if (value)
        visit(value.getDefiningOp() ? value.getDefiningOp()
                                    : value.getParentBlock()->getParentOp());
}

static bool isIn(Operation *op, const DenseSet<Operation *> &ops,
                 bool mayLookInside) {
  if (ops.contains(op))
    return true;
  // Where MLIR does not check its handles, an op may be gone without a trace.
  if (!mayLookInside)
    return false;
  while ((op = op->getParentOp()))
    if (ops.contains(op))
      return true;
  return false;
}

TransformHandles::Invalidations
TransformHandles::invalidatedBy(TransformOpInterface op) const {
  Invalidations result;
  Regions regions = regionsOf(*state);
  bool isChecked = state->getOptions().getExpensiveChecksEnabled();
  for (OpOperand *operand : op.getConsumedHandleOpOperands()) {
    Value consumed = operand->get();
    unsigned number = operand->getOperandNumber();
    if (ended.contains(consumed))
      continue;
    result[consumed] = {number, /*isConsumed=*/true};
    DenseSet<Operation *> payload;
    for (const RegionHandles &region : regions)
      forEachOp(region, consumed, [&](Operation *op) { payload.insert(op); });
    auto share = [&](const RegionHandles &region, Value handle) {
      if (ended.contains(handle) || result.contains(handle))
        return;
      bool shares = false;
      forEachOp(region, handle,
                [&](Operation *op) { shares |= isIn(op, payload, isChecked); });
      if (shares)
        result[handle] = {number, /*isConsumed=*/false};
    };
    for (const RegionHandles &region : regions) {
      for (Value handle : llvm::make_first_range(*region.ops))
        share(region, handle);
      // What defines a value is only found through that value.
      if (isChecked)
        for (Value handle : llvm::make_first_range(*region.values))
          share(region, handle);
    }
  }
  return result;
}

void TransformHandles::reach(TransformState &newState,
                             TransformOpInterface op) {
  state = &newState;
  for (Value result : op->getResults())
    ended.erase(result);
  if (Block *block = op->getBlock(); block && &block->front() == op)
    for (auto entry = ended.begin(); entry != ended.end();)
      if (auto each = entry++;
          each->first.getParentRegion() == op->getParentRegion())
        ended.erase(each);
}

void TransformHandles::apply(TransformOpInterface op, uint64_t number) {
  for (auto &[handle, how] : invalidatedBy(op))
    ended.try_emplace(handle, Ended{how, number, op->getName(), op->getLoc()});
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static void setPlace(Location location, std::string &file, int64_t &line,
                     int64_t &column) {
  FileLineColRange range = firstFileLocation(location);
  if (!range)
    return;
  file = range.getFilename().getValue().str();
  line = range.getStartLine();
  column = range.getStartColumn();
}

class TransformHandles::Describer {
public:
  Describer(const TransformHandles &handles, Operation *op)
      : handles(handles), op(dyn_cast_if_present<TransformOpInterface>(op)) {
    if (this->op)
      upcoming = handles.invalidatedBy(this->op);
  }

  std::vector<Handle> all() {
    for (const RegionHandles &region : regionsOf(*handles.state))
      for (Block &block : *region.region) {
        for (BlockArgument argument : block.getArguments())
          add(region, argument, argument.getArgNumber());
        for (Operation &definition : block)
          for (OpResult result : definition.getResults())
            add(region, result, result.getResultNumber());
      }
    return std::move(result);
  }

private:
  void add(const RegionHandles &region, Value value, unsigned number) {
    auto end = handles.ended.find(value);
    bool isInvalid = end != handles.ended.end();
    Handle handle;
    if (!isInvalid && !setPayload(region, value, handle))
      return;
    handle.name = nameOf(value);
    handle.number = number;
    handle.scope = titleOf(region.region->getParentOp());
    if (Operation *definition = value.getDefiningOp())
      handle.op = definition->getName().getStringRef().str();
    setPlace(value.getLoc(), handle.file, handle.line, handle.column);
    setUse(value, handle);
    if (isInvalid)
      setEnd(end->second, handle);
    result.push_back(std::move(handle));
  }

  /// False for a value that is not mapped: its op has not been applied.
  bool setPayload(const RegionHandles &region, Value value, Handle &handle) {
    if (auto found = region.params->find(value);
        found != region.params->end()) {
      handle.kind = Handle::Kind::Params;
      handle.count = found->second.size();
      for (Attribute param : ArrayRef(found->second).take_front(kMostListed)) {
        llvm::raw_string_ostream stream(handle.params.emplace_back());
        param.print(stream);
      }
      return true;
    }
    if (region.values->contains(value))
      handle.kind = Handle::Kind::Values;
    else if (!region.ops->contains(value))
      return false;
    forEachOp(region, value, [&](Operation *payload) {
      if (++handle.count <= kMostListed)
        handle.payload.push_back(reinterpret_cast<intptr_t>(payload));
    });
    return true;
  }

  std::string nameOf(Value value) {
    Operation *around =
        enclosingFunction(value.getParentRegion()->getParentOp());
    if (around != named) {
      names = std::make_unique<AsmState>(
          around, OpPrintingFlags().useLocalScope().assumeVerified());
      named = around;
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.printAsOperand(stream, *names);
    return text;
  }

  void setUse(Value value, Handle &handle) const {
    if (!op)
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == value) {
        handle.use = Handle::Use::Reads;
        handle.operand = operand.getOperandNumber();
        if (transform::isHandleConsumed(value, op)) {
          handle.use = Handle::Use::Consumes;
          return;
        }
      }
    if (handle.use != Handle::Use::None)
      return;
    auto found = upcoming.find(value);
    if (found == upcoming.end())
      return;
    handle.use = Handle::Use::Invalidates;
    handle.operand = found->second.operand;
  }

  static void setEnd(const Ended &end, Handle &handle) {
    handle.endedBy = end.action;
    handle.endOp = end.op.getStringRef().str();
    handle.endOperand = end.how.operand;
    handle.isConsumed = end.how.isConsumed;
    setPlace(end.location, handle.endFile, handle.endLine, handle.endColumn);
  }

  /// Nobody reads more of one handle.
  static constexpr int64_t kMostListed = 1000;
  const TransformHandles &handles;
  TransformOpInterface op;
  Invalidations upcoming;
  Operation *named = nullptr;
  std::unique_ptr<AsmState> names;
  std::vector<Handle> result;
};

std::vector<Handle> TransformHandles::describe(Operation *op) const {
  return Describer(*this, op).all();
}
