//===- ExpressionParser.cpp - From text to typed expressions --------------===//

#include "trackdbg/ExpressionParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

using Operator = Expression::Operator;
using Type = Expression::Type;
using Kind = ExpressionToken::Kind;

namespace {
struct TermWord {
  StringLiteral word;
  Term::Kind kind;
  Type type;
};

constexpr TermWord kActionTerms[] = {
    {"pass", Term::Kind::Pass, Type::Name},
    {"pattern", Term::Kind::Pattern, Type::Name},
    {"tag", Term::Kind::Tag, Type::Text},
    {"text", Term::Kind::Text, Type::Text},
    {"unit", Term::Kind::Unit, Type::Text},
    {"depth", Term::Kind::Depth, Type::Number},
    {"action", Term::Kind::Action, Type::Number},
    {"hits", Term::Kind::Hits, Type::Number}};

constexpr TermWord kOpTerms[] = {{"name", Term::Kind::OpName, Type::Text},
                                 {"loc", Term::Kind::OpLocation, Type::Text},
                                 {"uses", Term::Kind::OpUses, Type::Number}};

constexpr OperatorWord kOperators[] = {
    {"||", Operator::Or, 1},
    {"&&", Operator::And, 2},
    {"==", Operator::Equal, kComparison},
    {"!=", Operator::NotEqual, kComparison},
    {"<", Operator::Less, kComparison},
    {"<=", Operator::LessOrEqual, kComparison},
    {">", Operator::Greater, kComparison},
    {">=", Operator::GreaterOrEqual, kComparison},
    {"=~", Operator::Matches, kComparison},
    {"+", Operator::Add, 4},
    {"-", Operator::Subtract, 4},
    {"*", Operator::Multiply, 5},
    {"/", Operator::Divide, 5},
    {"%", Operator::Remainder, 5}};

} // namespace

Error ExpressionParser::advance() {
  return lexExpression(text(), token.start + token.spelling.size())
      .moveInto(token);
}

Error ExpressionParser::expect(StringRef symbol, const Twine &where) {
  if (token.is(symbol))
    return advance();
  return refuse(token.start, "\"" + symbol + "\" is missing " + where);
}

ExpressionParser::Part ExpressionParser::add(Expression::Node node,
                                             size_t start) {
  result.nodes.push_back(std::move(node));
  return {unsigned(result.nodes.size() - 1), start};
}

ExpressionParser::Part ExpressionParser::addLiteral(TermValue value, Type type,
                                                    size_t start) {
  Expression::Node node;
  node.literal = std::move(value);
  node.type = type;
  return add(std::move(node), start);
}

ExpressionParser::Part ExpressionParser::addTerm(Term term, Type type,
                                                 size_t start) {
  Expression::Node node;
  node.op = Operator::Term;
  node.type = type;
  auto known = find(result.allTerms, term);
  node.term = known - result.allTerms.begin();
  if (known == result.allTerms.end())
    result.allTerms.push_back(std::move(term));
  return add(std::move(node), start);
}

Expected<ExpressionParser::Part>
ExpressionParser::parseBinary(unsigned weakest) {
  Expected<Part> left = parseUnary();
  while (left) {
    const auto *op = find_if(kOperators, [&](const OperatorWord &each) {
      return token.is(each.symbol) && each.strength >= weakest;
    });
    if (op == std::end(kOperators))
      return left;
    size_t column = token.start;
    bool isComparison = op->strength == kComparison;
    if (isComparison && typeOf(*left) == Type::Boolean &&
        result.nodes[left->node].op != Operator::Literal)
      return refuse(
          column,
          "comparisons cannot be chained; join them with \"&&\" or use \"!\"");
    if (Error error = advance())
      return error;
    Expected<Part> right = parseBinary(op->strength + 1);
    if (!right)
      return right;
    left = combine(*op, column, *left, *right);
  }
  return left;
}

Expected<ExpressionParser::Part> ExpressionParser::parseUnary() {
  size_t start = token.start;
  bool isNot = token.is("!");
  if (!isNot && !token.is("-"))
    return parsePrimary();
  if (++depth > kDeepest)
    return refuse(start, "the expression is nested too deeply");
  if (Error error = advance())
    return error;
  // The smallest number has no positive one.
  constexpr int64_t smallest = std::numeric_limits<int64_t>::min();
  if (!isNot && token.kind == Kind::Number &&
      token.number == uint64_t(smallest)) {
    --depth;
    if (Error error = advance())
      return error;
    return addLiteral(smallest, Type::Number, start);
  }
  Expected<Part> operand = parseUnary();
  if (!operand)
    return operand;
  --depth;
  if (isNot) {
    if (Error error = checkCondition(*operand))
      return error;
    Expression::Node node;
    node.op = Operator::Not;
    node.type = Type::Boolean;
    node.left = operand->node;
    return add(std::move(node), start);
  }
  if (Error error = checkNumber(*operand))
    return error;
  TermValue &literal = result.nodes[operand->node].literal;
  if (const auto *number = std::get_if<int64_t>(&literal)) {
    // As in calculate(): what does not fit is void.
    int64_t negative = 0;
    literal = SubOverflow<int64_t>(0, *number, negative) ? TermValue()
                                                         : TermValue(negative);
    return Part{operand->node, start};
  }
  Expression::Node node;
  node.op = Operator::Subtract;
  node.type = Type::Number;
  node.left = addLiteral(int64_t(0), Type::Number, start).node;
  node.right = operand->node;
  return add(std::move(node), start);
}

Expected<ExpressionParser::Part> ExpressionParser::parsePrimary() {
  ExpressionToken here = token;
  switch (here.kind) {
  case Kind::Number:
    if (here.number > uint64_t(std::numeric_limits<int64_t>::max()))
      return refuse(here.start, "\"" + here.spelling + "\" is too large");
    if (Error error = advance())
      return error;
    return addLiteral(int64_t(here.number), Type::Number, here.start);
  case Kind::Text:
    if (Error error = advance())
      return error;
    return addLiteral(here.text, Type::Text, here.start);
  case Kind::Word:
    return parseWord();
  case Kind::Variable:
    return parseVariable();
  case Kind::End:
    return refuse(here.start, text().empty() ? "expected a condition"
                                             : "expected a value here");
  case Kind::Symbol:
    break;
  }
  if (!here.is("("))
    return refuse(here.start,
                  "expected a value, not \"" + here.spelling + "\"");
  if (++depth > kDeepest)
    return refuse(here.start, "the expression is nested too deeply");
  if (Error error = advance())
    return error;
  Expected<Part> inner = parseBinary(1);
  if (!inner)
    return inner;
  --depth;
  if (Error error = expect(")", "here"))
    return error;
  return Part{inner->node, here.start};
}

Expected<ExpressionParser::Part> ExpressionParser::parseVariable() {
  ExpressionToken here = token;
  if (!variables)
    return refuse(here.start, "variables cannot be used here");
  Expected<TermValue> value = variables(here.spelling.drop_front());
  if (!value)
    return value.takeError();
  if (Error error = advance())
    return error;
  replacements.push_back({here.start, here.spelling.size(), literalOf(*value)});
  constexpr Type types[] = {Type::Dynamic, Type::Boolean, Type::Number,
                            Type::Text};
  Type type = types[value->index()];
  return addLiteral(std::move(*value), type, here.start);
}

Expected<ExpressionParser::Part> ExpressionParser::parseWord() {
  ExpressionToken here = token;
  StringRef word = here.spelling;
  if (Error error = advance())
    return error;
  if (word == "true" || word == "false")
    return addLiteral(word == "true", Type::Boolean, here.start);
  if (word == "void")
    return addLiteral(TermValue(), Type::Dynamic, here.start);
  if (word == "op")
    return parseOp(here.start);
  for (const TermWord &each : kActionTerms)
    if (each.word == word) {
      Term term;
      term.kind = each.kind;
      return addTerm(std::move(term), each.type, here.start);
    }
  return refuse(here.start,
                "\"" + word +
                    "\" is not a term; the terms are pass, "
                    "pattern, tag, text, unit, depth, action, hits and op");
}

Expected<ExpressionParser::Part> ExpressionParser::parseOp(size_t start) {
  Term term;
  if (!token.is("."))
    return refuse(start, "\"op\" alone has no value; write op.name, op.loc, "
                         "op.uses, op.parent.name, op.attr(\"...\"), "
                         "op.operand(N).type or op.result(N).type");
  while (true) {
    if (Error error =
            expect(".", "after an op; it has name, loc, uses, parent, "
                        "attr(\"...\"), operand(N).type and "
                        "result(N).type"))
      return error;
    if (token.kind != Kind::Word || token.spelling != "parent")
      return parseOpTerm(start, std::move(term));
    if (++term.parents > kDeepest)
      return refuse(token.start, "the expression is nested too deeply");
    if (Error error = advance())
      return error;
  }
}

Expected<unsigned> ExpressionParser::parseIndex(StringRef what) {
  if (Error error = expect("(", "after \"" + what + "\""))
    return error;
  constexpr int64_t kMost = 1 << 20;
  if (token.kind != Kind::Number || token.number > kMost)
    return refuse(token.start, "\"" + what + "\" takes a number, from 0");
  unsigned index = token.number;
  if (Error error = advance())
    return error;
  if (Error error = expect(")", "here"))
    return error;
  if (Error error = expect(".", "here; write \"" + what + "(" + Twine(index) +
                                    ").type\""))
    return error;
  if (token.kind != Kind::Word || token.spelling != "type")
    return refuse(token.start,
                  "only \".type\" can follow an operand or a result");
  if (Error error = advance())
    return error;
  return index;
}

Expected<ExpressionParser::Part> ExpressionParser::parseOpTerm(size_t start,
                                                               Term term) {
  ExpressionToken here = token;
  StringRef word = here.kind == Kind::Word ? here.spelling : "";
  if (!word.empty())
    if (Error error = advance())
      return error;
  for (const TermWord &each : kOpTerms)
    if (each.word == word) {
      term.kind = each.kind;
      return addTerm(std::move(term), each.type, start);
    }
  if (word == "operand" || word == "result") {
    term.kind =
        word == "operand" ? Term::Kind::OperandType : Term::Kind::ResultType;
    if (Error error = parseIndex(word).moveInto(term.index))
      return error;
    return addTerm(std::move(term), Type::Text, start);
  }
  if (word != "attr")
    return refuse(here.start,
                  "an op has no \"" + here.spelling +
                      "\"; it has name, loc, uses, parent, attr(\"...\"), "
                      "operand(N).type and result(N).type");
  if (Error error = expect("(", "after \"attr\""))
    return error;
  if (token.kind != Kind::Text)
    return refuse(token.start,
                  "\"attr\" takes the name of an attribute in double quotes");
  term.kind = Term::Kind::OpAttribute;
  term.name = token.text;
  if (Error error = advance())
    return error;
  if (Error error = expect(")", "here"))
    return error;
  return addTerm(std::move(term), Type::Dynamic, start);
}

Expected<Expression> ExpressionParser::parse(Wants wants) {
  if (text().size() > Expression::kLongest)
    return createStringError("an expression of " + Twine(text().size()) +
                             " characters is too long; it may have " +
                             Twine(Expression::kLongest));
  if (Error error = lexExpression(text(), 0).moveInto(token))
    return error;
  Expected<Part> whole = parseBinary(1);
  if (!whole)
    return whole.takeError();
  if (token.kind != Kind::End)
    return refuse(token.start, token.is(")")
                                   ? Twine("this \")\" has no matching \"(\"")
                                   : "\"" + token.spelling +
                                         "\" is not preceded by an operator");
  if (wants == Wants::Condition)
    if (Error error = checkCondition(*whole))
      return error;
  for (const Replacement &each : reverse(replacements))
    result.source.replace(each.start, each.length, each.literal);
  return std::move(result);
}

Expected<Expression> Expression::parse(StringRef text) {
  return parse(text, nullptr);
}
Expected<Expression> Expression::parse(StringRef text, Variables variables) {
  return ExpressionParser(text, variables)
      .parse(ExpressionParser::Wants::Anything);
}
Expected<Expression> Expression::parseCondition(StringRef text) {
  return parseCondition(text, nullptr);
}
Expected<Expression> Expression::parseCondition(StringRef text,
                                                Variables variables) {
  return ExpressionParser(text, variables)
      .parse(ExpressionParser::Wants::Condition);
}

} // namespace mlir::trackdbg
