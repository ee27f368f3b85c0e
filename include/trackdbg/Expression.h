//===- Expression.h - What conditions say about an action -----------------===//
//
// A small typed language, shared: the debugger refuses what is wrong where it
// is typed, and the tracker runs what is right, at each action, without a
// message.
//
//   op.name == "arith.addi" && op.attr("n") < 4 && !(op.loc =~ "lib/.*:12")
//
//   pass, pattern, tag            texts: the innermost pass and pattern at
//   work,
//                                 and the action's tag
//   depth, action, hits           numbers: of the actions around it; its own;
//                                 how often the breakpoint was reached
//   op.name, op.loc               texts, of the op that the action works on
//   op.operand(0).type, op.result(0).type
//   op.attr("...")                a text, a number or true, as the attribute is
//   op.uses                       a number: the uses of its results
//   op.parent...                  the same of the op around it
//   1, 0x1f, "text", true, false, void, $variable
//   || && ! == != < <= > >= =~ + - * / %, parentheses
//
// A term without a value (a missing attribute, op or variable) is void. Every
// comparison with void is false, `!=` included.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_EXPRESSION_H
#define TRACKDBG_EXPRESSION_H

#include "trackdbg/UserRegex.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

/// What an expression comes to. The empty one is void.
using TermValue = std::variant<std::monostate, bool, int64_t, std::string>;

/// As it would be typed: text in quotes, with what they need escaped.
std::string literalOf(const TermValue &value);

/// Whether a condition with that value is true: true, a nonzero number, a text.
bool holds(const TermValue &value);

/// Something that an expression asks about an action.
struct Term {
  enum class Kind {
    Pass,
    Pattern,
    Tag,
    Text,
    Unit, ///< What a pass of LLVM runs on.
    Depth,
    Action,
    Hits,
    OpName,
    OpLocation,
    OpAttribute,
    OperandType,
    ResultType,
    OpUses
  };
  Kind kind = Kind::Pass;
  unsigned parents = 0; ///< Of the op: how many to go up.
  unsigned index = 0;   ///< Of the operand or result.
  std::string name;     ///< Of the attribute.

  bool operator==(const Term &) const = default;
};

/// A parsed expression. Copies share what they are made of; any thread may use
/// one at a time.
class Expression {
public:
  enum class Operator {
    Literal,
    Term,
    Not,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Matches,
    And,
    Or
  };
  enum class Type {
    Boolean,
    Number,
    Text,
    Name,   ///< A text; `==` takes its end too, as breakpoints do (Names.h).
    Dynamic ///< Any of them, or void: known when it is read.
  };
  struct Node {
    Operator op = Operator::Literal;
    Type type = Type::Dynamic;
    Type compared = Type::Dynamic; ///< Comparisons: of the left side.
    unsigned left = 0, right = 0;  ///< Nodes; `left` alone for Not.
    unsigned term = 0;             ///< Index into terms().
    TermValue literal;
    std::shared_ptr<const UserRegex> regex; ///< Matches: of its right side.
  };

  /// Texts longer than this are refused; so a tree is never deep.
  static constexpr size_t kLongest = 4096;

  using Variables =
      llvm::function_ref<llvm::Expected<TermValue>(llvm::StringRef name)>;
  /// The error says what is wrong, shows the text and puts a caret under the
  /// place. Without `variables` there are none.
  static llvm::Expected<Expression> parse(llvm::StringRef text);
  static llvm::Expected<Expression> parse(llvm::StringRef text,
                                          Variables variables);
  /// The same for a condition: a text alone is refused.
  static llvm::Expected<Expression> parseCondition(llvm::StringRef text);
  static llvm::Expected<Expression> parseCondition(llvm::StringRef text,
                                                   Variables variables);

  /// As typed, with the variables replaced by what they were.
  const std::string &text() const { return source; }

  const Node &root() const { return nodes.back(); }
  const Node &node(unsigned index) const { return nodes[index]; }
  llvm::ArrayRef<Term> terms() const { return allTerms; }

  /// Gives the value of terms()[index]; asked for what is needed only.
  using ReadTerm = llvm::function_ref<TermValue(unsigned index)>;
  TermValue evaluate(ReadTerm read) const;
  /// One comparison of it with a value that is known.
  static bool compare(const Node &comparison, const TermValue &left,
                      const TermValue &right);

private:
  friend class ExpressionParser;
  TermValue evaluate(const Node &node, ReadTerm read) const;

  std::string source;
  std::vector<Node> nodes; ///< Operands before what uses them.
  std::vector<Term> allTerms;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_EXPRESSION_H
