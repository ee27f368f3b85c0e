//===- Names.cpp ----------------------------------------------------------===//

#include "trackdbg/Names.h"

#include <filesystem>

using namespace llvm;

namespace mlir::trackdbg {

/// The part behind the last slash.
static StringRef lastComponent(StringRef file) {
  return file.drop_front(file.rfind('/') + 1);
}

/// As a process in `directory` would open it, without "." and "..".
static std::filesystem::path resolved(StringRef file, StringRef directory) {
  std::filesystem::path path{std::string_view(file)};
  if (!directory.empty())
    return (std::filesystem::path(std::string_view(directory)) / path)
        .lexically_normal();
  std::error_code error;
  path = std::filesystem::absolute(path, error);
  return error ? std::filesystem::path() : path.lexically_normal();
}

bool matchesFile(StringRef file, StringRef wanted, StringRef directory) {
  while (wanted.consume_front("./"))
    ;
  if (wanted.empty() || lastComponent(file) != lastComponent(wanted))
    return false;
  if (file.ends_with(wanted)) {
    StringRef before = file.drop_back(wanted.size());
    if (before.empty() || before.ends_with("/"))
      return true;
  }
  std::filesystem::path whole = resolved(file, directory);
  return !whole.empty() && whole == resolved(wanted, directory);
}

} // namespace mlir::trackdbg
