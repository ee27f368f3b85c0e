//===- OperationHooks.cpp - Birth, copy, place and death of ops -----------===//

#include "hooks/Hook.h"

#include "ir/Compat.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"

#include <tuple>

using namespace mlir;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// Birth. The overloads call each other inside one translation unit, so exactly
// one hook sees each op.
//===----------------------------------------------------------------------===//

static Operation *born(Operation *op) {
  if (Tracker *tracker = Tracker::get(); tracker && op)
    tracker->recorder().created(op);
  return op;
}

TRACKDBG_HOOK(Operation *, createFromState,
              "_ZN4mlir9Operation6createERKNS_14OperationStateE",
              (const OperationState &state)) {
  return born(real_createFromState(state));
}

TRACKDBG_HOOK(
    Operation *, createWithRegions,
    "_ZN4mlir9Operation6createENS_8LocationENS_13OperationNameENS_9T"
    "ypeRangeENS_10ValueRangeEONS_13NamedAttrListE" TRACKDBG_OP_PROPERTIES
    "NS_10BlockRangeENS_11RegionRangeE",
    (Location location, OperationName name, TypeRange resultTypes,
     ValueRange operands, NamedAttrList &&attributes, OpProperties properties,
     BlockRange successors, RegionRange regions)) {
  return born(real_createWithRegions(location, name, resultTypes, operands,
                                     std::move(attributes), properties,
                                     successors, regions));
}

TRACKDBG_HOOK(
    Operation *, create,
    "_ZN4mlir9Operation6createENS_8LocationENS_13OperationNameENS_9T"
    "ypeRangeENS_10ValueRangeEONS_13NamedAttrListE" TRACKDBG_OP_PROPERTIES
    "NS_10BlockRangeEj",
    (Location location, OperationName name, TypeRange resultTypes,
     ValueRange operands, NamedAttrList &&attributes, OpProperties properties,
     BlockRange successors, unsigned numRegions)) {
  return born(real_create(location, name, resultTypes, operands,
                          std::move(attributes), properties, successors,
                          numRegions));
}

TRACKDBG_HOOK(
    Operation *, createWithDictionary,
    "_ZN4mlir9Operation6createENS_8LocationENS_13OperationNameENS_9T"
    "ypeRangeENS_10ValueRangeENS_14DictionaryAttrE" TRACKDBG_OP_PROPERTIES
    "NS_10BlockRangeEj",
    (Location location, OperationName name, TypeRange resultTypes,
     ValueRange operands, DictionaryAttr attributes, OpProperties properties,
     BlockRange successors, unsigned numRegions)) {
  return born(real_createWithDictionary(location, name, resultTypes, operands,
                                        attributes, properties, successors,
                                        numRegions));
}

static Operation *cloned(Operation *op, Operation *source) {
  if (Tracker *tracker = Tracker::get(); tracker && op)
    tracker->recorder().cloned(op, source);
  return op;
}

TRACKDBG_HOOK(Operation *, clone,
              "_ZN4mlir9Operation5cloneE" TRACKDBG_CLONE_OPTIONS,
              (Operation * self, CloneOptions options)) {
  return cloned(real_clone(self, options), self);
}

TRACKDBG_HOOK(Operation *, cloneWithMapping,
              "_ZN4mlir9Operation5cloneERNS_9IRMappingE" TRACKDBG_CLONE_OPTIONS,
              (Operation * self, IRMapping &mapping, CloneOptions options)) {
  return cloned(real_cloneWithMapping(self, mapping, options), self);
}

TRACKDBG_HOOK(Operation *, cloneWithoutRegions,
              "_ZN4mlir9Operation19cloneWithoutRegionsEv", (Operation * self)) {
  return cloned(real_cloneWithoutRegions(self), self);
}

TRACKDBG_HOOK(Operation *, cloneWithoutRegionsMapping,
              "_ZN4mlir9Operation19cloneWithoutRegionsERNS_9IRMappingE",
              (Operation * self, IRMapping &mapping)) {
  return cloned(real_cloneWithoutRegionsMapping(self, mapping), self);
}

//===----------------------------------------------------------------------===//
// Death
//===----------------------------------------------------------------------===//

/// Frees `op` by `real`, which takes it as its last argument.
template <typename Real> static void die(Operation *op, Real real) {
  if (Tracker *tracker = Tracker::get()) {
    tracker->recorder().erasing(op);
    real();
    tracker->recorder().erased(op);
  } else {
    real();
  }
}

TRACKDBG_HOOK(void, erase, "_ZN4mlir9Operation5eraseEv", (Operation * self)) {
  die(self, [&] { real_erase(self); });
}

TRACKDBG_HOOK(void, destroy, "_ZN4mlir9Operation7destroyEv",
              (Operation * self)) {
  die(self, [&] { real_destroy(self); });
}

using OperationList = llvm::ilist_traits<Operation>;

TRACKDBG_HOOK(void, deleteNode,
              "_ZN4llvm12ilist_traitsIN4mlir9OperationEE10deleteNodeEPS2_",
              (Operation * op)) {
  die(op, [&] { real_deleteNode(op); });
}

//===----------------------------------------------------------------------===//
// Place
//===----------------------------------------------------------------------===//

TRACKDBG_HOOK(void, addNodeToList,
              "_ZN4llvm12ilist_traitsIN4mlir9OperationEE13addNodeToListEPS2_",
              (OperationList * self, Operation *op)) {
  real_addNodeToList(self, op);
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().inserted(op);
}

TRACKDBG_HOOK(void, transferNodesFromList,
              "_ZN4llvm12ilist_traitsIN4mlir9OperationEE21transferNodesFromLis"
              "tERS3_NS_14ilist_iteratorINS_12ilist_detail12node_optionsIS2_Lb"
              "0ELb0EvLb0EvEELb0ELb0EEES9_",
              (OperationList * self, OperationList &other,
               Block::iterator first, Block::iterator last)) {
  Tracker *tracker = Tracker::get();
  Block *source = tracker && first != last ? first->getBlock() : nullptr;
  if (source)
    tracker->recorder().moving();
  real_transferNodesFromList(self, other, first, last);
  if (source)
    for (; first != last; ++first)
      tracker->recorder().moved(&*first, source, /*isLinked=*/false);
}

/// Where an op stands.
static std::tuple<Block *, Operation *, Operation *> placeOf(Operation *op) {
  return {op->getBlock(), op->getPrevNode(), op->getNextNode()};
}

/// Moves `op`, which is in a block, by `real`. Passes that hoist move an op
/// also where it is in its place already.
template <typename Real> static void move(Operation *op, Real real) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return real();
  auto source = placeOf(op);
  tracker->recorder().moving();
  real();
  if (placeOf(op) != source)
    tracker->recorder().moved(op, std::get<Block *>(source), /*isLinked=*/true);
}

TRACKDBG_HOOK(void, moveBefore, "_ZN4mlir9Operation10moveBeforeEPS0_",
              (Operation * self, Operation *other)) {
  move(self, [&] { real_moveBefore(self, other); });
}

TRACKDBG_HOOK(void, moveBeforeInBlock,
              "_ZN4mlir9Operation10moveBeforeEPNS_5BlockEN4llvm14ilist_iterato"
              "rINS3_12ilist_detail12node_optionsIS0_Lb0ELb0EvLb0EvEELb0ELb0EE"
              "E",
              (Operation * self, Block *block, Block::iterator place)) {
  move(self, [&] { real_moveBeforeInBlock(self, block, place); });
}

TRACKDBG_HOOK(void, moveAfter, "_ZN4mlir9Operation9moveAfterEPS0_",
              (Operation * self, Operation *other)) {
  move(self, [&] { real_moveAfter(self, other); });
}

TRACKDBG_HOOK(void, moveAfterInBlock,
              "_ZN4mlir9Operation9moveAfterEPNS_5BlockEN4llvm14ilist_iteratorI"
              "NS3_12ilist_detail12node_optionsIS0_Lb0ELb0EvLb0EvEELb0ELb0EEE",
              (Operation * self, Block *block, Block::iterator place)) {
  move(self, [&] { real_moveAfterInBlock(self, block, place); });
}

//===----------------------------------------------------------------------===//
// Equality
//===----------------------------------------------------------------------===//

static bool compared(bool equal, Operation *lhs, Operation *rhs) {
  if (Tracker *tracker = Tracker::get(); tracker && equal && lhs != rhs)
    tracker->recorder().foundEqual(lhs, rhs);
  return equal;
}

TRACKDBG_HOOK(bool, isEquivalentTo,
              "_ZN4mlir20OperationEquivalence14isEquivalentToEPNS_9OperationES"
              "2_NS0_5FlagsE",
              (Operation * lhs, Operation *rhs,
               OperationEquivalence::Flags flags)) {
  return compared(real_isEquivalentTo(lhs, rhs, flags), lhs, rhs);
}

TRACKDBG_HOOK(
    bool, isEquivalentToWith,
    "_ZN4mlir20OperationEquivalence14isEquivalentToEPNS_9OperationES2_N4llvm12"
    "function_refIFNS3_13LogicalResultENS_5ValueES6_EEENS4_IFvS6_S6_EEENS0_5Fl"
    "agsENS4_IFS5_NS_10ValueRangeESC_EEE",
    (Operation * lhs, Operation *rhs,
     llvm::function_ref<LogicalResult(Value, Value)> checkEquivalent,
     llvm::function_ref<void(Value, Value)> markEquivalent,
     OperationEquivalence::Flags flags,
     llvm::function_ref<LogicalResult(ValueRange, ValueRange)>
         checkCommutative)) {
  return compared(real_isEquivalentToWith(lhs, rhs, checkEquivalent,
                                          markEquivalent, flags,
                                          checkCommutative),
                  lhs, rhs);
}
