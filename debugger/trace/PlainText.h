//===- PlainText.h - Text that steers no terminal -------------------------===//
//
// Names, locations and messages come from traces and compilers and may hold
// anything: escape sequences, newlines, characters that turn the direction of
// what follows. Text for people and JSON go through these functions.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_PLAINTEXT_H
#define TRACKDBG_DEBUGGER_TRACE_PLAINTEXT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// Whether newlines and tabs may stay.
enum class Lines { Many, One };

/// Writes out each control character as "\x1b", each character that changes
/// the direction or the line of what follows as "\u202e", and with Lines::One
/// newline and tab as "\n" and "\t". `keptLength` may say how many characters
/// at the start of a text stay as they are.
std::string
plainText(llvm::StringRef text, Lines lines,
          llvm::function_ref<size_t(llvm::StringRef)> keptLength = nullptr);

/// A name as part of a line: plainText with Lines::One, but what is plain is
/// not copied. `text` must outlive it.
class OneLine {
public:
  explicit OneLine(llvm::StringRef text);
  operator llvm::StringRef() const { return isPlain ? text : written; }
  std::string str() const { return llvm::StringRef(*this).str(); }

private:
  llvm::StringRef text;
  bool isPlain;
  std::string written; ///< Where it is not plain.
};

/// The same JSON, with the characters that plainText writes out as "\u009b".
std::string plainJson(std::string json);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_PLAINTEXT_H
