//===- Names.cpp ----------------------------------------------------------===//

#include "trackdbg/Names.h"

#include <filesystem>

using namespace llvm;

namespace mlir::trackdbg {

/// The part behind the last slash.
static StringRef lastComponent(StringRef file) {
  return file.drop_front(file.rfind('/') + 1);
}

/// As this process would open it, without "." and "..".
static std::filesystem::path resolved(StringRef file) {
  std::error_code error;
  std::filesystem::path whole =
      std::filesystem::absolute(std::string_view(file), error);
  return error ? std::filesystem::path() : whole.lexically_normal();
}

bool matchesFile(StringRef file, StringRef wanted) {
  while (wanted.consume_front("./"))
    ;
  if (wanted.empty() || lastComponent(file) != lastComponent(wanted))
    return false;
  if (file.ends_with(wanted)) {
    StringRef before = file.drop_back(wanted.size());
    if (before.empty() || before.ends_with("/"))
      return true;
  }
  std::filesystem::path whole = resolved(file);
  return !whole.empty() && whole == resolved(wanted);
}

} // namespace mlir::trackdbg
