//===- LocationText.h - A location in a few words -------------------------===//

#ifndef TRACKDBG_ACTIONS_IR_LOCATIONTEXT_H
#define TRACKDBG_ACTIONS_IR_LOCATIONTEXT_H

#include "ir/Compat.h"

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::trackdbg {

/// Appends what `location` is made of, one level down, in the order in which it
/// is written: callee before caller. Nothing for a file or unknown location.
void appendParts(Location location, SmallVectorImpl<Location> &parts);

/// Calls `visit` for each file location in `location`, each once, in the order
/// in which they are written, until it returns false. Needs no stack, however
/// deep call sites nest, unlike LocationAttr::walk.
void walkFileLocations(Location location,
                       llvm::function_ref<bool(FileLineColRange)> visit);

/// The first file location in `location`: that of the callee in a call site,
/// of the first part in a fused one. Null if there is none.
FileLineColRange firstFileLocation(Location location);

/// The location in MLIR's words, cut where it nests or fuses too much to read.
std::string locationText(Location location);

/// The same, cut only beyond what anyone would look for something in.
std::string wholeLocationText(Location location);

/// Where the nearest op around `op` is that comes from a file: "FILE:LINE:COL",
/// or FILE alone where no line is known. Empty for none.
std::string placeAround(Operation *op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_LOCATIONTEXT_H
