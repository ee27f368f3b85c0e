//===- ValueFormat.h - gdb's formats of printed numbers -------------------===//
//
// `print/x 255` and `print /x 255` are the same: the format stands before the
// value.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_COMMANDS_VALUEFORMAT_H
#define TRACKDBG_COMMANDS_VALUEFORMAT_H

#include "trackdbg/Expression.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// How numbers are written: a letter, or 0 for as they are.
struct ValueFormat {
  char letter = 0;

  /// A number, or a truth as one, in this format; all else as it is.
  std::string show(const TermValue &value) const;
};

/// Whether it prints values, so that a format may stand behind its name.
bool takesFormat(llvm::StringRef command);

/// Takes "/x" from the front of what was typed; the format that changes nothing
/// where there is none. An error for one that does not exist.
llvm::Expected<ValueFormat> takeFormat(llvm::StringRef &typed);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_VALUEFORMAT_H
