//===- KeptLocations.cpp - Locations that LLVM would drop -----------------===//

#include "finalcode/KeptLocations.h"

#include "finalcode/EntryPatch.h"

#include "llvm/IR/Instruction.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::DILocation;

static Origins *origins = nullptr;

static DILocation *(*realMerged)(DILocation *, DILocation *) = nullptr;

/// DILocation::getMergedLocation.
static DILocation *merged(DILocation *first, DILocation *second) {
  DILocation *made = realMerged(first, second);
  CodeOrigin origin = origins->merge(Origins::of(first), Origins::of(second));
  if (!origin || Origins::of(made) == origin)
    return made;
  // Null where one of them is null.
  if (!made)
    return Origins::of(first) == origin ? first : second;
  return DILocation::get(made->getContext(), origin, Origins::kColumn,
                         made->getScope(), made->getInlinedAt(),
                         made->isImplicitCode());
}

static void (*realDrop)(llvm::Instruction *) = nullptr;

/// Instruction::dropLocation.
static void drop(llvm::Instruction *instruction) {
  if (!Origins::of(Origins::locationOf(*instruction)))
    realDrop(instruction);
}

bool mlir::trackdbg::keepLocations(Origins &all) {
  origins = &all;
  auto replace = [](const char *name, auto *function, auto &real) {
    real = reinterpret_cast<decltype(function)>(
        replaceFunction(name, reinterpret_cast<void *>(function)));
    return real != nullptr;
  };
  bool mergesAreKept = replace(
      "_ZN4llvm10DILocation17getMergedLocationEPS0_S1_", merged, realMerged);
  replace("_ZN4llvm11Instruction12dropLocationEv", drop, realDrop);
  return mergesAreKept;
}
