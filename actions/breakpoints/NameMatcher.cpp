//===- NameMatcher.cpp - Exact, by suffix, or /by expression/ -------------===//

#include "breakpoints/NameMatcher.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::trackdbg;
using llvm::StringRef;

/// Whether a word of `name` starts at `position`.
static bool startsWord(StringRef name, size_t position) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return position == 0 || !isWord(name[position - 1]);
}

bool mlir::trackdbg::endsInWord(StringRef name, StringRef suffix) {
  return !suffix.empty() && name.ends_with(suffix) &&
         startsWord(name, name.size() - suffix.size());
}

void NameMatcher::add(int64_t id, StringRef name) {
  if (name.size() > 2 && name.front() == '/' && name.back() == '/') {
    llvm::Regex expression(name.drop_front().drop_back());
    if (expression.isValid())
      expressions.emplace_back(std::move(expression), id);
    return;
  }
  exact[name].push_back(id);
}

void NameMatcher::match(StringRef name,
                        llvm::SmallVectorImpl<int64_t> &ids) const {
  for (size_t i = 0; i < name.size() && !exact.empty(); ++i) {
    if (!startsWord(name, i))
      continue;
    auto found = exact.find(name.drop_front(i));
    if (found != exact.end())
      ids.append(found->second.begin(), found->second.end());
  }
  for (const auto &[expression, id] : expressions)
    if (expression.match(name))
      ids.push_back(id);
}
