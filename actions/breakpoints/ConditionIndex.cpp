//===- ConditionIndex.cpp - Many conditions on one place ------------------===//

#include "breakpoints/ConditionIndex.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using Operator = Expression::Operator;
using Node = Expression::Node;

/// There is no term with that number: `hits`, which each breakpoint has.
static constexpr unsigned kHits = ~0u;

//===----------------------------------------------------------------------===//
// ConditionTerms
//===----------------------------------------------------------------------===//

void ConditionTerms::clear() {
  terms.clear();
  answersOf.clear();
}

unsigned ConditionTerms::idOf(const Term &term) {
  if (term.kind == Term::Kind::Hits)
    return kHits;
  unsigned id = terms.idOf(term);
  if (id == answersOf.size())
    answersOf.emplace_back();
  return id;
}

void ConditionTerms::forgetPointers() {
  terms.forgetPointers();
  for (TermAnswers &answers : answersOf)
    answers.forgetPointers();
}

//===----------------------------------------------------------------------===//
// Taking conditions apart
//===----------------------------------------------------------------------===//

/// Comparisons that must all hold.
struct ConditionIndex::Conjunction {
  SmallVector<const Node *, 4> comparisons;
  /// There is nothing else in it.
  bool isWhole = true;
};

/// Whether a value of the term can be looked up to know if it holds.
static bool canLookUp(const Expression &expression, const Node &node) {
  switch (node.op) {
  case Operator::Equal:
  case Operator::Less:
  case Operator::LessOrEqual:
  case Operator::Greater:
  case Operator::GreaterOrEqual:
  case Operator::Matches:
    break;
  default:
    return false;
  }
  const Node &left = expression.node(node.left);
  const Node &right = expression.node(node.right);
  if (left.op != Operator::Term || right.op != Operator::Literal ||
      std::holds_alternative<std::monostate>(right.literal))
    return false;
  if (!isNumber(expression.terms()[left.term].kind))
    return true;
  // So far from both ends that bounds can be moved.
  constexpr int64_t kFarthest = int64_t(1) << 61;
  const auto *number = std::get_if<int64_t>(&right.literal);
  return number && -kFarthest < *number && *number < kFarthest;
}

/// The cases in which it holds; one of no comparisons, where nothing is known.
std::vector<ConditionIndex::Conjunction>
ConditionIndex::split(const Condition &condition, const Node &node) const {
  constexpr size_t kMostCases = 16, kMostComparisons = 8;
  const Expression &expression = condition.expression;
  std::vector<Conjunction> anything(1);
  anything.front().isWhole = false;
  if (canLookUp(expression, node)) {
    std::vector<Conjunction> one(1);
    one.front().comparisons.push_back(&node);
    return one;
  }
  if (node.op != Operator::And && node.op != Operator::Or)
    return anything;
  std::vector<Conjunction> left = split(condition, expression.node(node.left));
  std::vector<Conjunction> right =
      split(condition, expression.node(node.right));
  if (node.op == Operator::Or) {
    llvm::append_range(left, right);
    return left.size() <= kMostCases ? left : anything;
  }
  if (left.size() * right.size() > kMostCases)
    right = anything;
  std::vector<Conjunction> both;
  for (const Conjunction &first : left)
    for (const Conjunction &second : right) {
      Conjunction &added = both.emplace_back(first);
      llvm::append_range(added.comparisons, second.comparisons);
      added.isWhole &= second.isWhole;
      if (added.comparisons.size() > kMostComparisons) {
        added.comparisons.truncate(kMostComparisons);
        added.isWhole = false;
      }
    }
  return both;
}

void ConditionIndex::add(int64_t id, Expression expression, int64_t before) {
  Condition &added =
      conditions.emplace_back(Condition{id, std::move(expression), before, {}});
  for (const Term &term : added.expression.terms())
    added.terms.push_back(terms.idOf(term));
  hitsMatter |= llvm::is_contained(added.terms, kHits);
  for (Conjunction &each : split(added, added.expression.root()))
    insert(conditions.size() - 1, std::move(each));
}

/// What tells the most comes first.
static int orderOf(const Node *comparison) {
  if (comparison->op == Operator::Equal)
    return 0;
  return comparison->op == Operator::Matches ? 1 : 2;
}

void ConditionIndex::insert(unsigned condition, Conjunction conjunction) {
  const Condition &added = conditions[condition];
  auto termOf = [&](const Node *comparison) {
    return added.terms[added.expression.node(comparison->left).term];
  };
  llvm::stable_sort(conjunction.comparisons, [&](auto *a, auto *b) {
    return std::pair(orderOf(a), termOf(a)) < std::pair(orderOf(b), termOf(b));
  });
  unsigned node = 0;
  for (const Node *comparison : conjunction.comparisons) {
    unsigned &child = childFor(node, added, *comparison);
    if (child == 0) {
      child = nodes.size();
      node = child;
      nodes.emplace_back();
    } else {
      node = child;
    }
  }
  nodes[node].leaves.push_back({condition, conjunction.isWhole});
}

/// 0 until it is set. Valid until a node is added.
unsigned &ConditionIndex::childFor(unsigned parent, const Condition &condition,
                                   const Node &comparison) {
  const Node &left = condition.expression.node(comparison.left);
  const TermValue &constant =
      condition.expression.node(comparison.right).literal;
  unsigned term = condition.terms[left.term];
  std::vector<Branch> &branches = nodes[parent].branches;
  auto branch = llvm::find_if(
      branches, [&](const Branch &each) { return each.term == term; });
  if (branch == branches.end()) {
    branch = branches.emplace(branches.end());
    branch->term = term;
  }
  if (!isNumber(condition.expression.terms()[left.term].kind))
    return branch->byComparison[terms.answers(term).add(comparison, constant)];

  int64_t wanted = std::get<int64_t>(constant);
  if (term == kHits)
    wanted -= condition.before;
  switch (comparison.op) {
  case Operator::Equal:
    return branch->equal[wanted];
  case Operator::Less:
    return branch->below[wanted];
  case Operator::LessOrEqual:
    return branch->below[wanted + 1];
  case Operator::Greater:
    return branch->above[wanted];
  default:
    return branch->above[wanted - 1];
  }
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

bool ConditionIndex::holdsNow(const Condition &condition) {
  return holds(condition.expression.evaluate([&](unsigned index) -> TermValue {
    unsigned term = condition.terms[index];
    if (term == kHits)
      return condition.before + reached;
    return terms.values().value(term);
  }));
}

void ConditionIndex::visitNumber(const Branch &branch, int64_t value,
                                 SmallVectorImpl<int64_t> &ids) {
  if (auto equal = branch.equal.find(value); equal != branch.equal.end())
    visit(equal->second, ids);
  for (auto bound = branch.below.upper_bound(value);
       bound != branch.below.end(); ++bound)
    visit(bound->second, ids);
  for (auto bound = branch.above.begin();
       bound != branch.above.end() && bound->first < value; ++bound)
    visit(bound->second, ids);
}

void ConditionIndex::visit(unsigned node, SmallVectorImpl<int64_t> &ids) {
  for (Leaf leaf : nodes[node].leaves) {
    const Condition &condition = conditions[leaf.condition];
    if (leaf.isDecided || holdsNow(condition))
      ids.push_back(condition.id);
  }
  for (const Branch &branch : nodes[node].branches) {
    if (branch.term == kHits) {
      visitNumber(branch, reached, ids);
      continue;
    }
    if (branch.byComparison.empty()) {
      TermKey key = terms.values().key(branch.term);
      if (!key.isVoid)
        visitNumber(branch, int64_t(key.bits), ids);
      continue;
    }
    for (unsigned comparison :
         terms.answers(branch.term).holding(terms.values(), branch.term))
      if (auto child = branch.byComparison.find(comparison);
          child != branch.byComparison.end())
        visit(child->second, ids);
  }
}

void ConditionIndex::match(SmallVectorImpl<int64_t> &ids) {
  ++reached;
  size_t first = ids.size();
  visit(0, ids);
  // A condition that is true in several cases is found in each.
  auto *begin = ids.begin() + first;
  std::sort(begin, ids.end());
  ids.erase(std::unique(begin, ids.end()), ids.end());
}

void ConditionIndex::forEach(
    llvm::function_ref<void(int64_t id, int64_t reached)> visit) {
  for (const Condition &condition : conditions)
    visit(condition.id, condition.before + reached);
}
