//===- Sentence.h - Messages as whole sentences ---------------------------===//
//
// Messages of the lower layers begin in lower case and end without a period, so
// that others can put words around them. Who shows one makes it a sentence.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_SENTENCE_H
#define TRACKDBG_DEBUGGER_TRACE_SENTENCE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// The text with a period, unless it has one, or ends with a question mark.
inline std::string withPeriod(std::string text) {
  llvm::StringRef view = text;
  return view.ends_with(".") || view.ends_with("?") ? text : text + ".";
}

/// The text with a capital, if it begins with a word. The name of a file or of
/// an op stays as it is.
inline std::string withCapital(std::string text) {
  llvm::StringRef word = llvm::StringRef(text).split(' ').first;
  if (!word.empty() && llvm::all_of(word, llvm::isAlpha))
    text.front() = llvm::toUpper(text.front());
  return text;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_SENTENCE_H
