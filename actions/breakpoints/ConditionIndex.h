//===- ConditionIndex.h - Many conditions on one place --------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_CONDITIONINDEX_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_CONDITIONINDEX_H

#include "breakpoints/TermAnswers.h"

#include <map>
#include <memory>

namespace mlir::trackdbg {

/// What all conditions of a session ask.
class ConditionTerms {
public:
  explicit ConditionTerms(const Interner &interner) : terms(interner) {}

  void clear();
  void begin(const ActiveAction &action) { terms.begin(action); }
  unsigned idOf(const Term &term);
  ActionTerms &values() { return terms; }
  TermAnswers &answers(unsigned term) { return answersOf[term]; }
  void forgetPointers();

private:
  ActionTerms terms;
  std::vector<TermAnswers> answersOf; ///< By the terms' numbers.
};

/// The conditions of the breakpoints at one place. An action does not cost one
/// evaluation for each: a condition is found by the comparisons with constants
/// that it needs, one after the other, down a tree; at each node a term is
/// looked up once, however many constants it is compared with there. Only what
/// is left of a condition then is evaluated.
class ConditionIndex {
public:
  explicit ConditionIndex(ConditionTerms &terms) : terms(terms) {}

  /// `reached`: how often the breakpoint was before.
  void add(int64_t id, Expression condition, int64_t reached);
  /// Counts the action as reaching the place, and appends the ids of those
  /// whose condition holds. `terms` has begun with that action.
  void match(SmallVectorImpl<int64_t> &ids);
  /// Counts an action that matters no more than that.
  void passOver() { ++reached; }
  /// Whether a condition depends on how often the place was reached.
  bool usesHits() const { return hitsMatter; }
  /// Takes back that the newest action has reached the place.
  void uncount() { --reached; }
  /// How often each breakpoint was reached.
  void forEach(llvm::function_ref<void(int64_t id, int64_t reached)> visit);

private:
  struct Condition {
    int64_t id;
    Expression expression;
    /// Its `hits` are these and `reached`.
    int64_t before;
    std::vector<unsigned> terms; ///< Of the expression, in its order.
  };
  struct Conjunction;
  struct Leaf {
    unsigned condition;
    bool isDecided; ///< All that it needs was looked up.
  };
  /// The nodes below that compare one term.
  struct Branch {
    unsigned term = 0;
    llvm::DenseMap<unsigned, unsigned> byComparison;
    /// Of a plain number: by the constant that it equals, is below, is above.
    std::map<int64_t, unsigned> equal, below, above;
  };
  struct TreeNode {
    std::vector<Leaf> leaves;
    std::vector<Branch> branches;
  };

  std::vector<Conjunction> split(const Condition &condition,
                                 const Expression::Node &node) const;
  unsigned &childFor(unsigned parent, const Condition &condition,
                     const Expression::Node &comparison);
  void insert(unsigned condition, Conjunction conjunction);
  void visit(unsigned node, SmallVectorImpl<int64_t> &ids);
  void visitNumber(const Branch &branch, int64_t value,
                   SmallVectorImpl<int64_t> &ids);
  bool holdsNow(const Condition &condition);

  ConditionTerms &terms;
  std::vector<Condition> conditions;
  std::vector<TreeNode> nodes = std::vector<TreeNode>(1);
  int64_t reached = 0;
  bool hitsMatter = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_CONDITIONINDEX_H
