//===- Expression.cpp - What an expression comes to -----------------------===//

#include "trackdbg/Expression.h"

#include "trackdbg/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

using Operator = Expression::Operator;

std::string literalOf(const TermValue &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    return std::to_string(*number);
  if (const auto *truth = std::get_if<bool>(&value))
    return *truth ? "true" : "false";
  const auto *text = std::get_if<std::string>(&value);
  if (!text)
    return "void";
  std::string quoted(1, '"');
  for (char c : *text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return quoted + '"';
}

bool holds(const TermValue &value) {
  if (const auto *truth = std::get_if<bool>(&value))
    return *truth;
  if (const auto *number = std::get_if<int64_t>(&value))
    return *number != 0;
  return std::holds_alternative<std::string>(value);
}

/// Numbers and truths; those count as 1 and 0.
static std::optional<int64_t> asNumber(const TermValue &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    return *number;
  if (const auto *truth = std::get_if<bool>(&value))
    return *truth;
  return std::nullopt;
}

/// What a text is compared with: the value itself, or its digits.
static std::string asText(const TermValue &value) {
  const auto *text = std::get_if<std::string>(&value);
  return text ? *text : literalOf(value);
}

static bool areEqual(Expression::Type type, const TermValue &left,
                     const TermValue &right) {
  std::optional<int64_t> first = asNumber(left), second = asNumber(right);
  if (first && second)
    return *first == *second;
  if (type != Expression::Type::Name)
    return asText(left) == asText(right);
  return matchesName(asText(left), asText(right));
}

bool Expression::compare(const Node &comparison, const TermValue &left,
                         const TermValue &right) {
  if (left.index() == 0 || right.index() == 0)
    return false;
  switch (comparison.op) {
  case Operator::Equal:
    return areEqual(comparison.compared, left, right);
  case Operator::NotEqual:
    return !areEqual(comparison.compared, left, right);
  case Operator::Matches:
    return comparison.regex && comparison.regex->match(asText(left));
  default:
    break;
  }
  std::optional<int64_t> first = asNumber(left), second = asNumber(right);
  if (!first || !second)
    return false;
  switch (comparison.op) {
  case Operator::Less:
    return *first < *second;
  case Operator::LessOrEqual:
    return *first <= *second;
  case Operator::Greater:
    return *first > *second;
  default:
    return *first >= *second;
  }
}

/// What cannot be had in 64 bits is void.
static TermValue calculate(Operator op, const TermValue &left,
                           const TermValue &right) {
  std::optional<int64_t> first = asNumber(left), second = asNumber(right);
  if (!first || !second)
    return {};
  int64_t result = 0;
  bool isLost = false;
  bool cannotDivide =
      *second == 0 ||
      (*second == -1 && *first == std::numeric_limits<int64_t>::min());
  switch (op) {
  case Operator::Add:
    isLost = AddOverflow(*first, *second, result);
    break;
  case Operator::Subtract:
    isLost = SubOverflow(*first, *second, result);
    break;
  case Operator::Multiply:
    isLost = MulOverflow(*first, *second, result);
    break;
  default:
    isLost = cannotDivide;
    if (!isLost)
      result = op == Operator::Divide ? *first / *second : *first % *second;
    break;
  }
  return isLost ? TermValue() : TermValue(result);
}

TermValue Expression::evaluate(const Node &node, ReadTerm read) const {
  switch (node.op) {
  case Operator::Literal:
    return node.literal;
  case Operator::Term:
    return read(node.term);
  case Operator::Not:
    return !holds(evaluate(nodes[node.left], read));
  case Operator::And:
    return holds(evaluate(nodes[node.left], read)) &&
           holds(evaluate(nodes[node.right], read));
  case Operator::Or:
    return holds(evaluate(nodes[node.left], read)) ||
           holds(evaluate(nodes[node.right], read));
  case Operator::Multiply:
  case Operator::Divide:
  case Operator::Remainder:
  case Operator::Add:
  case Operator::Subtract:
    return calculate(node.op, evaluate(nodes[node.left], read),
                     evaluate(nodes[node.right], read));
  default:
    return compare(node, evaluate(nodes[node.left], read),
                   evaluate(nodes[node.right], read));
  }
}

TermValue Expression::evaluate(ReadTerm read) const {
  return evaluate(root(), read);
}

} // namespace mlir::trackdbg
