//===- ArgumentPlaces.h - Which argument is which, of two texts -----------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_ARGUMENTPLACES_H
#define TRACKDBG_DEBUGGER_STAGES_ARGUMENTPLACES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>

namespace mlir::trackdbg {

/// How often an argument of the earlier text is used where one of the later
/// text is; both by their places.
using ArgumentVotes = llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t>;

/// Gives the `after` arguments of the later text places among the `before` ones
/// of the earlier text, in the same order, for as many votes as can be. A place
/// that none has there is behind all. Costs the product of the two; of more
/// than 512 arguments, each keeps its place.
llvm::SmallVector<uint32_t, 4> alignArguments(const ArgumentVotes &votes,
                                              uint32_t before, uint32_t after);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_ARGUMENTPLACES_H
