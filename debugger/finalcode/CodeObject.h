//===- CodeObject.h - The code of an object file --------------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H
#define TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H

#include "trackdbg/FinalCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The bytes of a file with code. The error, a sentence without a period, says
/// why it cannot be read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readCodeFile(llvm::StringRef path);

/// What a line table says, as the end of a message.
std::string lineOfTable(llvm::StringRef file, uint32_t line);

class CodeObject {
public:
  /// Reads all of the file. The error, a sentence without a period, says why
  /// that cannot be done.
  static llvm::Expected<CodeObject> open(llvm::StringRef path);

  /// Whether these are its sections of code.
  bool has(llvm::ArrayRef<trace::CodeSection> wanted) const {
    return isSameCode(sections, wanted);
  }

  /// What the object's own debug information says of a byte of its first
  /// section of code, or of an address of a program, as the end of a message:
  /// "; its own line table has a.f90:7 there". Empty if it says nothing.
  std::string lineAt(uint64_t offset) const;
  static std::string lineAt(llvm::StringRef program, uint64_t address);

private:
  std::string path;
  std::vector<trace::CodeSection> sections;
  uint64_t firstIndex = 0; ///< The number of the first one in the file.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_CODEOBJECT_H
