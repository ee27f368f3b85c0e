//===- ExpressionParser.h - From text to typed expressions ----------------===//
//
// The grammar is in ExpressionParser.cpp, what each operator may be given in
// ExpressionTypes.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_EXPRESSIONPARSER_H
#define TRACKDBG_EXPRESSIONPARSER_H

#include "trackdbg/Expression.h"
#include "trackdbg/ExpressionLexer.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// How an operator of two operands is written.
struct OperatorWord {
  llvm::StringLiteral symbol;
  Expression::Operator op;
  unsigned strength; ///< Stronger ones bind first.
};

/// The strength of comparisons; what computes numbers is stronger.
inline constexpr unsigned kComparison = 3;

/// Recursive descent over one text, which it types as it goes: what cannot be
/// meant is refused at its place. Used for one text only.
class ExpressionParser {
public:
  ExpressionParser(llvm::StringRef text, Expression::Variables variables)
      : variables(variables) {
    result.source = text.trim().str();
  }

  enum class Wants { Anything, Condition };
  llvm::Expected<Expression> parse(Wants wants);

private:
  /// A part of the expression, and where it begins.
  struct Part {
    unsigned node = 0;
    size_t start = 0;
  };
  llvm::StringRef text() const { return result.source; }
  Expression::Type typeOf(Part part) const {
    return result.nodes[part.node].type;
  }
  llvm::Error refuse(size_t column, const llvm::Twine &sentence) const {
    return refuseExpression(text(), column, sentence);
  }
  llvm::Error advance();
  llvm::Error expect(llvm::StringRef symbol, const llvm::Twine &where);
  llvm::Expected<Part> parseBinary(unsigned weakest);
  llvm::Expected<Part> parseUnary();
  llvm::Expected<Part> parsePrimary();
  llvm::Expected<Part> parseWord();
  llvm::Expected<Part> parseVariable();
  llvm::Expected<Part> parseOp(size_t start);
  llvm::Expected<Part> parseOpTerm(size_t start, Term term);
  llvm::Expected<unsigned> parseIndex(llvm::StringRef what);

  Part add(Expression::Node node, size_t start);
  Part addLiteral(TermValue value, Expression::Type type, size_t start);
  Part addTerm(Term term, Expression::Type type, size_t start);
  llvm::Expected<Part> combine(const OperatorWord &op, size_t column, Part left,
                               Part right);
  llvm::Error checkOperands(const OperatorWord &op, size_t column, Part left,
                            Part right);
  llvm::Error checkCondition(Part part);
  llvm::Error checkNumber(Part part);
  llvm::Error checkDivisor(Expression::Operator op, size_t column, Part right);
  llvm::Error checkRegex(Part left, Part right, Expression::Node &node);

  static constexpr unsigned kDeepest = 100;
  Expression result;
  Expression::Variables variables;
  /// What the variables are replaced by: from, to, text.
  struct Replacement {
    size_t start, length;
    std::string literal;
  };
  std::vector<Replacement> replacements;
  ExpressionToken token;
  size_t depth = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_EXPRESSIONPARSER_H
