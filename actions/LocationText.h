//===- LocationText.h - A location in a few words -------------------------===//

#ifndef TRACKDBG_ACTIONS_LOCATIONTEXT_H
#define TRACKDBG_ACTIONS_LOCATIONTEXT_H

#include "mlir/IR/Location.h"

#include <string>

namespace mlir::trackdbg {

/// The first file location in `location`: that of the callee in a call site,
/// of the first part in a fused one. Null if there is none.
FileLineColRange firstFileLocation(Location location);

/// The location in MLIR's words, cut where it nests or fuses too much to read.
std::string locationText(Location location);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LOCATIONTEXT_H
