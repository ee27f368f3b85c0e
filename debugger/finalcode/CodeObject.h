//===- CodeObject.h - The code of an object file --------------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H

#include "trackdbg/FinalCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::trackdbg {

/// Whether they have the same names and the same bytes, in the same order.
bool isSameCode(llvm::ArrayRef<trace::CodeSection> ours,
                llvm::ArrayRef<trace::CodeSection> theirs);

class CodeObject {
public:
  /// Reads all of the file. The error, a sentence without a period, says why
  /// that cannot be done.
  static llvm::Expected<CodeObject> open(llvm::StringRef path);

  /// Whether these are its sections of code.
  bool has(llvm::ArrayRef<trace::CodeSection> wanted) const {
    return isSameCode(sections, wanted);
  }

private:
  std::vector<trace::CodeSection> sections;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H
