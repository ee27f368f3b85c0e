//===- UserRegex.cpp - Regular expressions that somebody typed ------------===//

#include "trackdbg/UserRegex.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;

namespace mlir::trackdbg {

StringRef afterBrackets(StringRef rest) {
  size_t i = 1;
  if (i < rest.size() && rest[i] == '^')
    ++i;
  // There it stands for itself.
  if (i < rest.size() && rest[i] == ']')
    ++i;
  while (i < rest.size() && rest[i] != ']') {
    bool isClass = rest[i] == '[' && i + 1 < rest.size() &&
                   StringRef(".:=").contains(rest[i + 1]);
    if (isClass) {
      char end[] = {rest[i + 1], ']'};
      size_t found = rest.find(StringRef(end, 2), i + 2);
      if (found == StringRef::npos)
        return "";
      i = found + 1;
    }
    ++i;
  }
  return rest.drop_front(std::min(i + 1, rest.size()));
}

namespace {
/// Adds up the steps of the automaton that an expression asks for, before
/// anything builds it. Of an expression that is not valid the sum is of no use.
class StepCounter {
public:
  explicit StepCounter(StringRef pattern) : rest(pattern) {}

  /// What speaks against building it, or success.
  Error check() {
    while (!rest.empty()) {
      if (Error problem = takeItem())
        return problem;
      if (groups.back().sum() > UserRegex::kMostSteps)
        return createStringError(
            "it needs more than " + Twine(UserRegex::kMostSteps) +
            " steps a character; smaller counts, as in x{1,9}, need fewer");
    }
    return Error::success();
  }

private:
  struct Group {
    uint64_t before = 0; ///< Of all that a count would not repeat.
    uint64_t last = 0;   ///< Of what a count would repeat.
    uint64_t sum() const { return before + last; }
  };

  void add(uint64_t steps) {
    groups.back().before += groups.back().last;
    groups.back().last = steps;
  }

  Error takeItem();
  void takeCount();

  StringRef rest;
  SmallVector<Group, 8> groups{Group()};
};
} // namespace

Error StepCounter::takeItem() {
  uint64_t &last = groups.back().last;
  StringRef item = rest;
  char next = rest.size() > 1 ? rest[1] : '\0';
  rest = rest.drop_front();
  switch (item.front()) {
  case '(':
    if (groups.size() > UserRegex::kDeepest)
      return createStringError("its groups are nested more than " +
                               Twine(UserRegex::kDeepest) + " deep");
    groups.emplace_back();
    return Error::success();
  case ')':
    if (groups.size() > 1)
      add(groups.pop_back_val().sum() + 2);
    return Error::success();
  case '|':
    add(2);
    return Error::success();
  case '*':
  case '+':
    // The body is gone through again where it leads back to its begin.
    last = 2 * last + 2;
    return Error::success();
  case '?':
    last += 4;
    return Error::success();
  case '{':
    if (isDigit(next))
      takeCount();
    else
      add(1);
    return Error::success();
  case '[':
    rest = afterBrackets(item);
    add(item.size() - rest.size());
    return Error::success();
  case '\\':
    if (next >= '1' && next <= '9')
      return createStringError("the back-reference \\" + Twine(next) +
                               " is not supported");
    rest = rest.drop_front(!rest.empty());
    break;
  }
  add(1);
  return Error::success();
}

/// "{2}", "{2,}" or "{2,5}", of which the brace has been taken.
void StepCounter::takeCount() {
  uint64_t least = 0, most = 0;
  uint64_t &last = groups.back().last;
  // A number that is too large for the type is too large for the builder as
  // well.
  (void)rest.consumeInteger(10, least);
  most = least;
  bool isOpen = rest.consume_front(",") && rest.consumeInteger(10, most);
  rest.consume_front("}");
  constexpr uint64_t kMostCopies = 255; // More are not valid.
  uint64_t copies = std::clamp<uint64_t>(most, 1, kMostCopies);
  last = copies * (last + 4) * (isOpen ? 2 : 1);
}

Expected<UserRegex> UserRegex::make(StringRef pattern, StringRef shown,
                                    Case letters) {
  constexpr size_t kMostShown = 80;
  std::string name = shown.str();
  if (shown.empty())
    name = ("'" + pattern.take_front(kMostShown) +
            (pattern.size() > kMostShown ? "..." : "") + "'")
               .str();
  if (Error problem = StepCounter(pattern).check())
    return createStringError(Twine(name) +
                             " cannot be used as a regular expression: " +
                             toString(std::move(problem)));
  Regex regex(pattern,
              letters == Case::Ignored ? Regex::IgnoreCase : Regex::NoFlags);
  std::string why;
  if (!regex.isValid(why))
    return createStringError(Twine(name) +
                             " is not a regular expression: " + why);
  return UserRegex(std::move(regex));
}

} // namespace mlir::trackdbg
