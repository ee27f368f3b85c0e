//===- ExpressionLexer.h - The words of an expression ---------------------===//

#ifndef TRACKDBG_EXPRESSIONLEXER_H
#define TRACKDBG_EXPRESSIONLEXER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

struct ExpressionToken {
  enum class Kind { End, Number, Text, Word, Variable, Symbol };
  Kind kind = Kind::End;
  llvm::StringRef spelling; ///< As typed; of a Variable with its `$`.
  size_t start = 0;         ///< Where that is in the whole.
  /// Of a Number, up to 2^63: that one only makes sense behind a minus.
  uint64_t number = 0;
  std::string text; ///< Of a Text: without quotes and escapes.

  bool is(llvm::StringRef symbol) const {
    return kind == Kind::Symbol && spelling == symbol;
  }
};

/// "SENTENCE:", the text, and a caret below `column`, from 0.
llvm::Error refuseExpression(llvm::StringRef text, size_t column,
                             const llvm::Twine &sentence);

/// The token at `position`, or behind the blanks there.
llvm::Expected<ExpressionToken> lexExpression(llvm::StringRef text,
                                              size_t position);

} // namespace mlir::trackdbg

#endif // TRACKDBG_EXPRESSIONLEXER_H
