//===- Rule.cpp - The names and strengths of evidence ---------------------===//

#include "graph/Rule.h"

#include <array>

namespace mlir::trackdbg {

llvm::StringRef toString(Evidence evidence) {
  switch (evidence) {
  case Evidence::Replaced:
    return "replaced";
  case Evidence::Cloned:
    return "cloned";
  case Evidence::Merged:
    return "merged";
  case Evidence::Expanded:
    return "expanded";
  case Evidence::Location:
    return "location";
  }
  return "unknown";
}

llvm::StringRef toString(Strength strength) {
  switch (strength) {
  case Strength::Exact:
    return "exact";
  case Strength::Structural:
    return "structural";
  case Strength::Weak:
    return "weak";
  case Strength::Approximate:
    return "approximate";
  }
  return "approximate";
}

namespace {
struct RuleInfo {
  Rule rule;
  llvm::StringLiteral name;
  Evidence evidence;
  Strength strength;
};
constexpr std::array<RuleInfo, kRuleCount> kRules = {{
    {Rule::Replaced, "replaced", Evidence::Replaced, Strength::Exact},
    {Rule::Cloned, "cloned", Evidence::Cloned, Strength::Exact},
    {Rule::Merged, "merged", Evidence::Merged, Strength::Exact},
    {Rule::UsesTaken, "uses taken", Evidence::Replaced, Strength::Exact},
    {Rule::TakenByCopy, "taken by a copy", Evidence::Replaced, Strength::Exact},
    {Rule::FoldedInto, "folded into", Evidence::Replaced, Strength::Exact},
    {Rule::Pattern, "pattern", Evidence::Expanded, Strength::Structural},
    {Rule::Call, "call", Evidence::Expanded, Strength::Structural},
    {Rule::Inlined, "inlined", Evidence::Expanded, Strength::Exact},
    {Rule::Cast, "cast", Evidence::Expanded, Strength::Structural},
    {Rule::Argument, "argument", Evidence::Expanded, Strength::Structural},
    {Rule::RegionMoved, "region moved", Evidence::Expanded,
     Strength::Structural},
    {Rule::RegionCopied, "region copied", Evidence::Expanded, Strength::Weak},
    {Rule::OtherEnd, "other end", Evidence::Expanded, Strength::Structural},
    {Rule::Target, "target", Evidence::Expanded, Strength::Structural},
    {Rule::Operand, "operand", Evidence::Expanded, Strength::Structural},
    {Rule::Modified, "modified", Evidence::Expanded, Strength::Structural},
    {Rule::User, "user", Evidence::Expanded, Strength::Weak},
    {Rule::Place, "place", Evidence::Expanded, Strength::Weak},
    {Rule::Nesting, "nesting", Evidence::Expanded, Strength::Weak},
    {Rule::Leftover, "leftover", Evidence::Expanded, Strength::Weak},
    {Rule::Location, "location", Evidence::Location, Strength::Approximate},
}};
const RuleInfo &infoOf(Rule rule) { return kRules[size_t(rule)]; }
} // namespace

llvm::StringRef toString(Rule rule) { return infoOf(rule).name; }
Evidence evidenceOf(Rule rule) { return infoOf(rule).evidence; }
Strength strengthOf(Rule rule) { return infoOf(rule).strength; }

Strength strengthOf(Evidence evidence) {
  switch (evidence) {
  case Evidence::Expanded:
    return Strength::Structural;
  case Evidence::Location:
    return Strength::Approximate;
  default:
    return Strength::Exact;
  }
}

} // namespace mlir::trackdbg
