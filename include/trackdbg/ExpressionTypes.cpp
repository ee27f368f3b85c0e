//===- ExpressionTypes.cpp - What operators may be given ------------------===//

#include "trackdbg/ExpressionParser.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

using Operator = Expression::Operator;
using Type = Expression::Type;

static StringRef nounOf(Type type) {
  switch (type) {
  case Type::Boolean:
    return "a condition";
  case Type::Number:
    return "a number";
  case Type::Text:
  case Type::Name:
    return "a text";
  case Type::Dynamic:
    break;
  }
  return "a value";
}

static bool isText(Type type) {
  return type == Type::Text || type == Type::Name;
}

Error ExpressionParser::checkCondition(Part part) {
  if (!isText(typeOf(part)))
    return Error::success();
  return refuse(part.start, "a text cannot be used as a condition; compare it "
                            "with \"==\", \"!=\" or \"=~\"");
}

Error ExpressionParser::checkNumber(Part part) {
  if (typeOf(part) == Type::Number || typeOf(part) == Type::Dynamic)
    return Error::success();
  return refuse(part.start,
                "expected a number, but this is " + nounOf(typeOf(part)));
}

Error ExpressionParser::checkRegex(Part left, Part right,
                                   Expression::Node &node) {
  if (!isText(typeOf(left)) && typeOf(left) != Type::Dynamic)
    return refuse(left.start,
                  "\"=~\" expects a text on its left, but this is " +
                      nounOf(typeOf(left)));
  const auto *pattern =
      std::get_if<std::string>(&result.nodes[right.node].literal);
  if (!pattern)
    return refuse(
        right.start,
        "\"=~\" expects a regular expression in double quotes on its right");
  Expected<UserRegex> regex = UserRegex::make(*pattern, "this");
  if (!regex)
    return refuse(right.start, toString(regex.takeError()));
  node.regex = std::make_shared<const UserRegex>(std::move(*regex));
  return Error::success();
}

Error ExpressionParser::checkOperands(const OperatorWord &op, size_t column,
                                      Part left, Part right) {
  Type first = typeOf(left), second = typeOf(right);
  switch (op.op) {
  case Operator::And:
  case Operator::Or:
    if (Error error = checkCondition(left))
      return error;
    return checkCondition(right);
  case Operator::Equal:
  case Operator::NotEqual:
    if (first == second || first == Type::Dynamic || second == Type::Dynamic ||
        (isText(first) && isText(second)))
      return Error::success();
    return refuse(column, nounOf(first) + " and " + nounOf(second) +
                              " are never equal");
  default:
    if (Error error = checkNumber(left))
      return error;
    if (Error error = checkNumber(right))
      return error;
    return checkDivisor(op.op, column, right);
  }
}

/// A divisor that is zero only at work makes the whole void.
Error ExpressionParser::checkDivisor(Operator op, size_t column, Part right) {
  bool divides = op == Operator::Divide || op == Operator::Remainder;
  if (divides && result.nodes[right.node].literal == TermValue(int64_t(0)))
    return refuse(column, "division by zero; the right side must be another "
                          "number");
  return Error::success();
}

static Type resultOf(const OperatorWord &op) {
  return op.strength > kComparison ? Type::Number : Type::Boolean;
}

/// `3 < depth` is `depth > 3`, so that constants are on the right.
static Operator flipped(Operator op) {
  switch (op) {
  case Operator::Less:
    return Operator::Greater;
  case Operator::LessOrEqual:
    return Operator::GreaterOrEqual;
  case Operator::Greater:
    return Operator::Less;
  case Operator::GreaterOrEqual:
    return Operator::LessOrEqual;
  default:
    return op;
  }
}

Expected<ExpressionParser::Part>
ExpressionParser::combine(const OperatorWord &op, size_t column, Part left,
                          Part right) {
  size_t start = left.start;
  Expression::Node node;
  node.op = op.op;
  if (op.op == Operator::Matches) {
    if (Error error = checkRegex(left, right, node))
      return error;
  } else if (Error error = checkOperands(op, column, left, right)) {
    return error;
  }
  if (op.strength == kComparison && op.op != Operator::Matches &&
      result.nodes[left.node].op == Operator::Literal) {
    std::swap(left, right);
    node.op = flipped(node.op);
  }
  node.compared = typeOf(left);
  node.type = resultOf(op);
  node.left = left.node;
  node.right = right.node;
  return add(std::move(node), start);
}

} // namespace mlir::trackdbg
