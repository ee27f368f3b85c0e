//===- KeptLocations.h - Locations that LLVM would drop -------------------===//
//
// LLVM drops the location of an instruction that it makes of two, or moves to
// where a debugger should not see it. In a copy they are kept: as a set of the
// two origins, or as it was.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_KEPTLOCATIONS_H
#define TRACKDBG_ACTIONS_FINALCODE_KEPTLOCATIONS_H

#include "finalcode/Origins.h"

namespace mlir::trackdbg {

/// From now on. False where LLVM's functions cannot be replaced, so that it
/// goes on dropping them: `origins` then sees no sets.
bool keepLocations(Origins &origins);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_KEPTLOCATIONS_H
