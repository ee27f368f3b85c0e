//===- NameMatcher.cpp - Exact, by suffix, or /by expression/ -------------===//

#include "breakpoints/NameMatcher.h"

#include "trackdbg/Names.h"

#include <algorithm>

using namespace mlir::trackdbg;
using llvm::StringRef;

void NameMatcher::add(int64_t id, StringRef name) {
  if (name.size() > 2 && name.front() == '/' && name.back() == '/') {
    // The debugger has refused the others, and has told why.
    if (auto expression = UserRegex::make(name.drop_front().drop_back()))
      expressions.emplace_back(std::move(*expression), id);
    else
      llvm::consumeError(expression.takeError());
    return;
  }
  exact[withUnnamedNamespace(name)].push_back(id);
}

void NameMatcher::matchSuffixes(StringRef name,
                                llvm::SmallVectorImpl<int64_t> &ids) const {
  for (size_t i = 0; i < name.size() && !exact.empty(); ++i) {
    if (!startsWord(name, i))
      continue;
    auto found = exact.find(name.drop_front(i));
    if (found != exact.end())
      ids.append(found->second.begin(), found->second.end());
  }
}

void NameMatcher::matchForms(StringRef name,
                             llvm::SmallVectorImpl<int64_t> &ids) const {
  matchSuffixes(name, ids);
  StringRef plain = withoutTemplateArguments(name);
  if (plain.size() != name.size())
    matchSuffixes(plain, ids);
}

void NameMatcher::match(StringRef name,
                        llvm::SmallVectorImpl<int64_t> &ids) const {
  size_t known = ids.size();
  matchForms(name, ids);
  if (name.contains("::")) {
    matchForms(withoutUnnamedNamespace(name), ids);
    matchForms(withoutUsualNamespaces(name), ids);
    std::sort(ids.begin() + known, ids.end());
    ids.erase(std::unique(ids.begin() + known, ids.end()), ids.end());
  }
  for (const auto &[expression, id] : expressions)
    if (expression.match(name))
      ids.push_back(id);
}
