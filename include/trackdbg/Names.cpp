//===- Names.cpp ----------------------------------------------------------===//

#include "trackdbg/Names.h"

#include <filesystem>

using namespace llvm;

namespace mlir::trackdbg {

static std::string replaced(StringRef text, StringRef from, StringRef to) {
  std::string result;
  while (!text.empty()) {
    auto [before, behind] = text.split(from);
    result += before;
    if (before.size() != text.size())
      result += to;
    text = behind;
  }
  return result;
}

/// As GCC writes kUnnamedNamespace.
static constexpr StringLiteral kUnnamedNamespaceOfGCC = "{anonymous}";

std::string withUnnamedNamespace(StringRef name) {
  return replaced(name, kUnnamedNamespaceOfGCC, kUnnamedNamespace);
}

std::string withUnnamedNamespaceOfGCC(StringRef name) {
  return replaced(name, kUnnamedNamespace, kUnnamedNamespaceOfGCC);
}

std::string withoutUnnamedNamespace(StringRef name) {
  return replaced(name, (kUnnamedNamespace + "::").str(), "");
}

std::string withoutUsualNamespaces(StringRef name) {
  constexpr StringLiteral kMLIR("mlir::");
  std::string full = withoutUnnamedNamespace(withUnnamedNamespace(name));
  for (size_t at = 0; (at = full.find(kMLIR.data(), at)) != std::string::npos;)
    if (startsWord(full, at))
      full.erase(at, kMLIR.size());
    else
      at += kMLIR.size();
  return full;
}

bool matchesName(StringRef name, StringRef wanted) {
  auto matches = [&](StringRef name, StringRef wanted) {
    return endsInWord(name, wanted) ||
           endsInWord(withoutTemplateArguments(name), wanted);
  };
  if (matches(name, wanted))
    return true;
  // Op names, and most others, have none.
  if (!name.contains("::"))
    return false;
  std::string full = withUnnamedNamespace(name);
  return matches(full, withUnnamedNamespace(wanted)) ||
         matches(withoutUnnamedNamespace(full), wanted) ||
         matches(withoutUsualNamespaces(full), wanted);
}

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
