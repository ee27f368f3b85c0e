//===- ExpressionLexer.cpp - The words of an expression -------------------===//

#include "trackdbg/ExpressionLexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = ExpressionToken::Kind;

Error refuseExpression(StringRef text, size_t column, const Twine &sentence) {
  // Tabs stay tabs, so that the caret lands where the terminal does; of a
  // character in several bytes only the first takes room.
  std::string indent;
  for (char c : text.take_front(column))
    if ((c & 0xc0) != 0x80)
      indent += c == '\t' ? '\t' : ' ';
  return createStringError(sentence + ":\n  " + text + "\n  " + indent + "^");
}

static bool startsWordHere(char c) { return isAlpha(c) || c == '_'; }
static bool isWordHere(char c) { return isAlnum(c) || c == '_'; }

/// `rest` starts with the quote.
static Error takeText(StringRef whole, StringRef rest, ExpressionToken &token) {
  token.kind = Kind::Text;
  for (size_t i = 1; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '"') {
      token.spelling = rest.take_front(i + 1);
      return Error::success();
    }
    if (c == '\\' && i + 1 < rest.size()) {
      char next = rest[++i];
      // Others stay as they are: regular expressions need not be escaped twice.
      if (next != '"' && next != '\\' && next != 'n')
        token.text += c;
      c = next == 'n' ? '\n' : next;
    }
    token.text += c;
  }
  return refuseExpression(whole, token.start, "the text has no closing '\"'");
}

static Error takeNumber(StringRef whole, StringRef rest,
                        ExpressionToken &token) {
  token.kind = Kind::Number;
  token.spelling = rest.take_while(isWordHere);
  bool isHex = token.spelling.starts_with("0x");
  StringRef digits = token.spelling.drop_front(isHex ? 2 : 0);
  if (!digits.getAsInteger(isHex ? 16 : 10, token.number) &&
      token.number <= uint64_t(1) << 63)
    return Error::success();
  bool isNumber = !digits.empty() && all_of(digits, [&](char c) {
    return isHex ? isHexDigit(c) : isDigit(c);
  });
  return refuseExpression(
      whole, token.start,
      "\"" + token.spelling +
          (isNumber ? "\" is too large" : "\" is not a number"));
}

Expected<ExpressionToken> lexExpression(StringRef text, size_t position) {
  while (position < text.size() && isSpace(text[position]))
    ++position;
  ExpressionToken token;
  token.start = position;
  StringRef rest = text.drop_front(position);
  token.spelling = rest.take_front(1);
  if (rest.empty())
    return token;
  char c = rest.front();
  if (c == '"') {
    if (Error error = takeText(text, rest, token))
      return error;
    return token;
  }
  if (isDigit(c)) {
    if (Error error = takeNumber(text, rest, token))
      return error;
    return token;
  }
  if (startsWordHere(c) || c == '$') {
    token.kind = c == '$' ? Kind::Variable : Kind::Word;
    // `$$` and `$$2` are values of the history, from the last one back.
    size_t length = rest.starts_with("$$") ? 2 : 1;
    while (length < rest.size() && isWordHere(rest[length]))
      ++length;
    token.spelling = rest.take_front(length);
    return token;
  }
  token.kind = Kind::Symbol;
  for (StringRef symbol : {"||", "&&", "==", "!=", "<=", ">=", "=~"})
    if (rest.starts_with(symbol)) {
      token.spelling = rest.take_front(2);
      return token;
    }
  if (StringRef("<>!()+-*/%.,").contains(c))
    return token;
  if (c == '=')
    return refuseExpression(text, position,
                            "\"=\" is not an operator; write \"==\"");
  if (c == '&' || c == '|')
    return refuseExpression(text, position,
                            "write \"" + Twine(c) + Twine(c) + "\"");
  if (c == '\'')
    return refuseExpression(text, position,
                            "write a text in double quotes, \"like this\"");
  return refuseExpression(text, position, "unexpected character");
}

} // namespace mlir::trackdbg
