//===- DotText.cpp - Text in Graphviz's language --------------------------===//

#include "export/DotText.h"

#include "trace/PlainText.h"

namespace mlir::trackdbg {

std::string escapeDot(llvm::StringRef text) {
  std::string result;
  for (char c : OneLine(text).str()) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

} // namespace mlir::trackdbg
