//===- Rule.h - By which rule an edge of the lineage is believed ----------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_RULE_H
#define TRACKDBG_DEBUGGER_GRAPH_RULE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mlir::trackdbg {

/// Why an edge is believed.
enum class Evidence : uint8_t {
  Replaced, ///< Its results were replaced by the other's. Exact.
  Cloned,   ///< The other is a copy of it. Exact.
  Merged,   ///< It was found equal to the other and erased. Exact.
  Expanded, ///< The other was made for it, or where it stood. Structural.
  Location  ///< Their source locations share a place. Approximate.
};
/// "replaced", "cloned", ... as the documentation spells them.
llvm::StringRef toString(Evidence evidence);
/// Whether the other took over its results.
constexpr bool takesOver(Evidence evidence) {
  return evidence == Evidence::Replaced || evidence == Evidence::Merged;
}

enum class Strength : uint8_t {
  Exact,      ///< MLIR said so.
  Structural, ///< What was made where, and used what, says so.
  Weak,       ///< The same, but locations support less than 80 % of it.
  Approximate ///< Only a source place says so.
};
/// "exact", "structural", "weak" or "approximate".
llvm::StringRef toString(Strength strength);

/// What was seen, one step finer than Evidence: each rule can be measured for
/// itself. OriginRules.h says what those of Expanded are.
enum class Rule : uint8_t {
  Replaced,
  Cloned,
  Merged,
  UsesTaken,   ///< Replaced: seen from the users when the pass was over.
  TakenByCopy, ///< Replaced: by a copy of another op, that stands for it.
  FoldedInto,  ///< Replaced: by what the fold of another op had made.
  Pattern,
  Call,
  Inlined,
  Cast,
  Argument,
  RegionMoved,
  RegionCopied,
  OtherEnd,
  Target,
  Operand,
  Modified,
  User,
  Place,
  Nesting,
  Leftover,
  Location
};
inline constexpr unsigned kRuleCount = unsigned(Rule::Location) + 1;
/// "replaced", "pattern", "region moved", ... as the documentation spells them.
llvm::StringRef toString(Rule rule);
Evidence evidenceOf(Rule rule);
Strength strengthOf(Rule rule);
/// That of its strongest rule.
Strength strengthOf(Evidence evidence);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_RULE_H
