//===- SystemError.cpp - What a system call failed of ---------------------===//

#include "injection/SystemError.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

std::string errorText(int error) {
  std::string text = std::strerror(error);
  // Only a capital that begins a word: "Input/output error" but not "RFS".
  if (text.size() > 1 && isLower(text[1]))
    text[0] = toLower(text[0]);
  return text;
}

} // namespace mlir::trackdbg
