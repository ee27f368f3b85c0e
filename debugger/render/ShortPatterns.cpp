//===- ShortPatterns.cpp - Patterns by short names ------------------------===//

#include "render/ShortPatterns.h"

#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "a::B<c, d>", "e" of "a::B<c, d>, e".
static std::vector<std::string> splitArguments(StringRef text) {
  std::vector<std::string> arguments;
  int depth = 0;
  size_t begin = 0;
  auto add = [&](size_t end) {
    arguments.push_back(text.slice(begin, end).trim().str());
    begin = end + 1;
  };
  for (auto [at, c] : enumerate(text)) {
    depth += StringRef("<([{").contains(c);
    depth -= StringRef(">)]}").contains(c);
    if (c == ',' && depth == 0)
      add(at);
  }
  add(text.size());
  return arguments;
}

ShortPatterns::Variant ShortPatterns::variantOf(StringRef name) {
  std::string plain = withoutUsualNamespaces(name);
  StringRef qualified = withoutTemplateArguments(plain);
  Variant variant{qualified.str(), {}};
  if (qualified.size() != plain.size())
    variant.arguments = splitArguments(
        StringRef(plain).drop_front(qualified.size() + 1).drop_back());
  return variant;
}

static StringRef classOf(StringRef qualified) {
  return qualified.drop_front(
      qualified.contains("::") ? qualified.rfind("::") + 2 : 0);
}

void ShortPatterns::add(StringRef name) {
  Variant variant = variantOf(name);
  std::vector<Variant> &known = variantsOfClass[classOf(variant.qualified)];
  if (none_of(known, [&](const Variant &each) {
        return each.qualified == variant.qualified &&
               each.arguments == variant.arguments;
      }))
    known.push_back(std::move(variant));
}

std::string ShortPatterns::shorten(StringRef name) const {
  Variant variant = variantOf(name);
  StringRef shown = classOf(variant.qualified);
  std::vector<const std::vector<std::string> *> others;
  if (auto known = variantsOfClass.find(shown); known != variantsOfClass.end())
    for (const Variant &each : known->second) {
      if (each.qualified != variant.qualified)
        shown = variant.qualified;
      else if (each.arguments != variant.arguments)
        others.push_back(&each.arguments);
    }
  // A single one mostly names the op that the pattern is for.
  if (variant.arguments.size() == 1)
    return (shown + "<" + variant.arguments.front() + ">").str();
  if (others.empty() || variant.arguments.empty())
    return shown.str();
  // One argument that no other has in its place says enough.
  for (auto [at, argument] : enumerate(variant.arguments)) {
    if (any_of(others, [&, at = at, &argument = argument](const auto *other) {
          return at < other->size() && (*other)[at] == argument;
        }))
      continue;
    bool isFirst = at == 0, isLast = at + 1 == variant.arguments.size();
    return (shown + (isFirst ? "<" : "<..., ") + argument +
            (isLast ? ">" : ", ...>"))
        .str();
  }
  return (shown + "<" + join(variant.arguments, ", ") + ">").str();
}

} // namespace mlir::trackdbg
