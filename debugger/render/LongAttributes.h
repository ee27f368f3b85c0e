//===- LongAttributes.h - IR without the inside of long attributes --------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_LONGATTRIBUTES_H
#define TRACKDBG_DEBUGGER_RENDER_LONGATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>

namespace mlir::trackdbg {

/// The IR with "#dlti.dl_spec<...>", "[...]" or "array<...>" for attributes
/// that have more than `mostEntries` parts between commas, those inside of
/// parts included. Linear in the text, whatever it is.
std::string elideLongAttributes(llvm::StringRef text, size_t mostEntries);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_LONGATTRIBUTES_H
