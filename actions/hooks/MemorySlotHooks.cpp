//===- MemorySlotHooks.cpp - Memory that becomes values -------------------===//
//
// mem2reg and SROA ask the ops that make and use a memory slot to do the work.
//
//===----------------------------------------------------------------------===//

#include "hooks/Call.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/MemorySlotInterfaces.h"

using namespace mlir;
using namespace mlir::trackdbg;

using Attributes = llvm::SmallPtrSetImpl<Attribute>;
using Uses = llvm::SmallPtrSetImpl<OpOperand *>;
using Slots = llvm::DenseMap<Attribute, MemorySlot>;

TRACKDBG_HOOK(
    Value, getDefaultValue,
    "_ZN4mlir31PromotableAllocationOpInterface15getDefaultValueERKNS_1"
    "0MemorySlotERNS_9OpBuilderE",
    (OpState * self, const MemorySlot &slot, OpBuilder &builder)) {
  Call call("getDefaultValue", self->getOperation());
  return real_getDefaultValue(self, slot, builder);
}

TRACKDBG_HOOK(
    Slots, destructure,
    "_ZN4mlir35DestructurableAllocationOpInterface11destructureERKNS_"
    "24DestructurableMemorySlotERKN4llvm15SmallPtrSetImplINS_9Attribut"
    "eEEERNS_9OpBuilderERNS4_15SmallVectorImplIS0_EE",
    (OpState * self, const DestructurableMemorySlot &slot,
     const Attributes &used, OpBuilder &builder,
     SmallVectorImpl<DestructurableAllocationOpInterface> &made)) {
  Call call("destructure", self->getOperation());
  return real_destructure(self, slot, used, builder, made);
}

TRACKDBG_HOOK(DeletionKind, rewire,
              "_ZN4mlir33DestructurableAccessorOpInterface6rewireERKNS_24Destru"
              "cturableMemorySlotERN4llvm8DenseMapINS_9AttributeENS_10MemorySlo"
              "tENS4_12DenseMapInfoIS6_vEENS4_6detail12DenseMapPairIS6_S7_EEEER"
              "NS_9OpBuilderERKNS_10DataLayoutE",
              (OpState * self, const DestructurableMemorySlot &slot,
               Slots &slots, OpBuilder &builder, const DataLayout &layout)) {
  Call call("rewire", self->getOperation());
  return real_rewire(self, slot, slots, builder, layout);
}

TRACKDBG_HOOK(
    DeletionKind, removeBlockingUses,
    "_ZN4mlir24PromotableMemOpInterface18removeBlockingUsesERKNS_10Mem"
    "orySlotERKN4llvm15SmallPtrSetImplIPNS_9OpOperandEEERNS_9OpBuilde"
    "rENS_5ValueERKNS_10DataLayoutE",
    (OpState * self, const MemorySlot &slot, const Uses &uses,
     OpBuilder &builder, Value reaching, const DataLayout &layout)) {
  Call call("removeBlockingUses", self->getOperation());
  return real_removeBlockingUses(self, slot, uses, builder, reaching, layout);
}
