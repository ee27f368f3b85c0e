//===- FollowRule.cpp -----------------------------------------------------===//

#include "inferior/FollowRule.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<FollowRule> FollowRule::parse(StringRef text) {
  FollowRule rule;
  rule.ruleKind = StringSwitch<Kind>(text)
                      .Case("all", Kind::All)
                      .Case("first", Kind::First)
                      .Default(Kind::Matching);
  if (rule.ruleKind != Kind::Matching)
    return rule;
  if (text.empty())
    return createStringError(
        "invalid value '': expected all, first or a regular expression");
  std::string shown =
      fmt::format("'{}' is neither \"all\" nor \"first\", and it", text.str());
  Expected<UserRegex> pattern = UserRegex::make(text, shown);
  if (!pattern)
    return pattern.takeError();
  rule.pattern = std::make_shared<const UserRegex>(std::move(*pattern));
  return rule;
}

bool FollowRule::includes(int64_t number,
                          ArrayRef<std::string> commandLine) const {
  switch (ruleKind) {
  case Kind::All:
    return true;
  case Kind::First:
    return number == 1;
  case Kind::Matching:
    break;
  }
  return pattern->match(join(commandLine, " "));
}

} // namespace mlir::trackdbg
