//===- DotText.h - Text in Graphviz's language ----------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_DOTTEXT_H
#define TRACKDBG_DEBUGGER_EXPORT_DOTTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// Text for inside the quotes of a string in DOT, on one line. A newline would
/// end a label early, and NUL the file.
std::string escapeDot(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_DOTTEXT_H
