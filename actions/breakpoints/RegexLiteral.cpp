//===- RegexLiteral.cpp - Texts that a regular expression needs -----------===//

#include "breakpoints/RegexLiteral.h"

#include "trackdbg/UserRegex.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

std::vector<std::string>
mlir::trackdbg::requiredLiterals(StringRef expression) {
  // What may be left out is not needed; nesting is not followed.
  if (expression.find_first_of("|()") != StringRef::npos)
    return {};
  std::vector<std::string> literals;
  std::string run;
  auto endRun = [&] {
    if (!run.empty())
      literals.push_back(std::move(run));
    run.clear();
  };
  StringRef rest = expression;
  while (!rest.empty()) {
    char c = rest.front();
    if (c == '*' || c == '?' || c == '{') {
      // The character before it may come any number of times.
      if (!run.empty())
        run.pop_back();
      endRun();
      rest = c == '{' ? rest.drop_until([](char d) { return d == '}'; }) : rest;
      rest = rest.drop_front();
      continue;
    }
    if (c == '[') {
      endRun();
      rest = afterBrackets(rest);
      continue;
    }
    bool isEscape = c == '\\' && rest.size() > 1;
    if (isEscape)
      c = rest[1];
    rest = rest.drop_front(isEscape ? 2 : 1);
    bool isPlain =
        isEscape ? !llvm::isAlnum(c) : !StringRef("^$.+").contains(c);
    if (isPlain)
      run += c;
    else
      endRun();
  }
  endRun();
  return literals;
}
