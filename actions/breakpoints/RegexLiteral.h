//===- RegexLiteral.h - Texts that a regular expression needs -------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// The longest text that the parser can be sure is part of every match of this
/// valid expression (POSIX, extended): "mlir:17" of "a.mlir:17$". Empty where
/// there is none.
std::string requiredLiteral(llvm::StringRef expression);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_REGEXLITERAL_H
