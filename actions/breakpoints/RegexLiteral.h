//===- RegexLiteral.h - Texts that a regular expression needs -------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Texts that are surely part of every match of this valid expression (POSIX,
/// extended): "a" and "mlir:17" of "a.mlir:17$".
std::vector<std::string> requiredLiterals(llvm::StringRef expression);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H
