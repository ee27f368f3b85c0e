//===- Names.h - How a user's name matches a compiler's -------------------===//
//
// Shared, because a breakpoint is matched in the compiler and explained
// outside.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_NAMES_H
#define TRACKDBG_NAMES_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// Whether a word of `name` starts at `position`.
inline bool startsWord(llvm::StringRef name, size_t position) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return position == 0 || !isWord(name[position - 1]);
}

/// Whether `name` ends in `suffix` and the suffix starts at a word of it:
/// "ns::FoldAdd" ends in "FoldAdd" and in "ns::FoldAdd", not in "Add".
inline bool endsInWord(llvm::StringRef name, llvm::StringRef suffix) {
  return !suffix.empty() && name.ends_with(suffix) &&
         startsWord(name, name.size() - suffix.size());
}

/// "ns::Lower" of "ns::Lower<a::Op, b::Op<c>>"; names that do not end in
/// template arguments as they are. Nobody types those.
inline llvm::StringRef withoutTemplateArguments(llvm::StringRef name) {
  if (!name.ends_with(">"))
    return name;
  unsigned depth = 0;
  for (size_t i = name.size(); i-- > 1;) {
    if (name[i] == '>')
      ++depth;
    else if (name[i] == '<' && --depth == 0)
      return name.take_front(i);
  }
  return name;
}

/// The unnamed namespace as Clang writes it, and as this project does.
inline constexpr llvm::StringLiteral kUnnamedNamespace =
    "(anonymous namespace)";

/// "(anonymous namespace)::Fold" of "{anonymous}::Fold", as GCC writes it in
/// the names of passes and patterns: a class has one name, whatever compiled
/// it.
std::string withUnnamedNamespace(llvm::StringRef name);

/// The reverse: as GCC writes it.
std::string withUnnamedNamespaceOfGCC(llvm::StringRef name);

/// "calc::Fold" of "calc::(anonymous namespace)::Fold".
std::string withoutUnnamedNamespace(llvm::StringRef name);

/// The same without MLIR's namespace: "Lower<scf::ForOp>" of
/// "(anonymous namespace)::Lower<mlir::scf::ForOp>".
std::string withoutUsualNamespaces(llvm::StringRef name);

/// Exactly, or as a suffix at a word; with or without template arguments,
/// unnamed namespaces and that of MLIR, in GCC's spelling or in Clang's.
bool matchesName(llvm::StringRef name, llvm::StringRef wanted);

/// Whether `file`, of a location, is what the user calls `wanted`: it ends in
/// it at a folder, as "/home/me/src/t.f90" does in "t.f90" and "src/t.f90", or
/// both name one file from `directory`: the compiler's working directory. That
/// of this process, where it is empty.
bool matchesFile(llvm::StringRef file, llvm::StringRef wanted,
                 llvm::StringRef directory = "");

} // namespace mlir::trackdbg

#endif // TRACKDBG_NAMES_H
