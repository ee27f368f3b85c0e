//===- FormatText.cpp -----------------------------------------------------===//

#include "commands/FormatText.h"

#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// A piece of a format: text, and then a value if there is a conversion.
struct Piece {
  std::string text;
  char conversion = 0;
  unsigned width = 0;
  bool isLeft = false;   ///< Blanks behind the value, not before it.
  bool hasZeros = false; ///< Zeros before a number, not blanks.
};
struct Format {
  SmallVector<Piece, 4> pieces;
  SmallVector<StringRef, 4> expressions;

  size_t needed() const {
    return count_if(pieces, [](const Piece &each) { return each.conversion; });
  }
};
} // namespace

static char escaped(char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  case 'a':
    return '\a';
  case 'e':
    return '\033';
  default:
    return c;
  }
}

/// Takes `%5d` off `rest`, behind its percent sign.
static Expected<Piece> takeConversion(StringRef &rest) {
  constexpr unsigned kMostWidth = 1000;
  Piece piece;
  for (; rest.starts_with("-") || rest.starts_with("0");
       rest = rest.drop_front())
    (rest.front() == '-' ? piece.isLeft : piece.hasZeros) = true;
  if (!rest.empty() && isDigit(rest.front()) &&
      (rest.consumeInteger(10, piece.width) || piece.width > kMostWidth))
    return fail("The width in a format is at most {0}.", kMostWidth);
  rest = rest.ltrim("l"); // As in %ld.
  if (rest.empty() || !StringRef("diuxsc").contains(rest.front()))
    return fail("Unknown conversion \"%{0}\" in the format: there are %d, %i, "
                "%u, %x, %s, %c and %%.",
                rest.take_front(1));
  piece.conversion = rest.front();
  rest = rest.drop_front();
  return piece;
}

/// Takes the format, in quotes, off `rest`.
static Error takePieces(StringRef &rest, SmallVectorImpl<Piece> &pieces) {
  if (!rest.consume_front("\""))
    return fail("Write a format in double quotes, and behind it expressions "
                "after commas.");
  pieces.emplace_back();
  while (!rest.empty()) {
    char c = rest.front();
    rest = rest.drop_front();
    if (c == '"')
      return Error::success();
    if (c == '\\' && !rest.empty()) {
      pieces.back().text += escaped(rest.front());
      rest = rest.drop_front();
    } else if (c == '%' && !rest.consume_front("%")) {
      Expected<Piece> conversion = takeConversion(rest);
      if (!conversion)
        return conversion.takeError();
      conversion->text = std::move(pieces.back().text);
      pieces.back() = std::move(*conversion);
      pieces.emplace_back();
    } else {
      pieces.back().text += c;
    }
  }
  return fail("The format has no closing quote.");
}

/// Divides at the commas outside of quotes and brackets.
static void takeExpressions(StringRef rest,
                            SmallVectorImpl<StringRef> &expressions) {
  int depth = 0;
  bool isInString = false;
  size_t begin = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '(' || c == ')'))
      depth += c == '(' ? 1 : -1;
    else if (!isInString && depth == 0 && c == ',') {
      expressions.push_back(rest.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  expressions.push_back(rest.substr(begin).trim());
}

static Expected<Format> parseFormat(StringRef typed) {
  Format format;
  StringRef rest = typed.trim();
  if (Error error = takePieces(rest, format.pieces))
    return error;
  rest = rest.ltrim();
  if (rest.consume_front(","))
    takeExpressions(rest, format.expressions);
  else if (!rest.empty())
    return fail("Write a comma between the format and \"{0}\".", rest);
  if (format.needed() != format.expressions.size())
    return fail("The number of conversions in the format is {0}, and that of "
                "expressions behind it is {1}.",
                format.needed(), format.expressions.size());
  return format;
}

static Expected<std::string> textOf(const Piece &piece,
                                    const TermValue &value) {
  const auto *number = std::get_if<int64_t>(&value);
  const auto *text = std::get_if<std::string>(&value);
  const auto *truth = std::get_if<bool>(&value);
  if (piece.conversion == 's')
    return text ? *text : literalOf(value);
  if (piece.conversion == 'c' && text)
    return text->substr(0, 1);
  if (!number && !truth)
    return fail("%{0} needs a number, and {1} is none.",
                std::string(1, piece.conversion), literalOf(value));
  int64_t whole = number ? *number : *truth;
  if (piece.conversion == 'c')
    return std::string(1, char(whole));
  if (piece.conversion == 'x')
    return utohexstr(uint64_t(whole), /*LowerCase=*/true);
  return piece.conversion == 'u' ? utostr(uint64_t(whole)) : itostr(whole);
}

Error checkFormat(StringRef typed) { return parseFormat(typed).takeError(); }

Expected<std::string> formatText(Console &console, StringRef typed) {
  Expected<Format> format = parseFormat(typed);
  if (!format)
    return format.takeError();
  std::string result;
  ArrayRef<StringRef> expressions = format->expressions;
  for (const Piece &piece : format->pieces) {
    result += piece.text;
    if (piece.conversion == 0)
      continue;
    Expected<TermValue> value = evaluate(console, expressions.front());
    expressions = expressions.drop_front();
    if (!value)
      return value.takeError();
    Expected<std::string> text = textOf(piece, *value);
    if (!text)
      return text.takeError();
    bool hasZeros = piece.hasZeros && !piece.isLeft &&
                    StringRef("diux").contains(piece.conversion);
    std::string fill(piece.width - std::min<size_t>(piece.width, text->size()),
                     hasZeros ? '0' : ' ');
    if (hasZeros && StringRef(*text).starts_with("-"))
      result += "-" + fill + text->substr(1);
    else
      result += piece.isLeft ? *text + fill : fill + *text;
  }
  return result;
}

} // namespace mlir::trackdbg
