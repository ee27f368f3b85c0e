//===- PaintIR.cpp - IR in colours ----------------------------------------===//

#include "render/LongAttributes.h"
#include "render/Render.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
bool isOfWord(char c) { return isAlnum(c) || c == '_' || c == '$' || c == '.'; }

/// Whether it is a type such as "i32", or begins a type, as "memref" does.
bool isType(StringRef word) {
  StringRef digits = word;
  if ((digits.consume_front("si") || digits.consume_front("ui") ||
       digits.consume_front("i") || digits.consume_front("bf") ||
       digits.consume_front("tf") || digits.consume_front("f")) &&
      !digits.empty() && isDigit(digits.front()))
    return !digits.contains('.');
  return StringSwitch<bool>(word)
      .Cases(
          {"index", "none", "memref", "tensor", "vector", "complex", "tuple"},
          true)
      .Default(false);
}

/// Paints the words of one line as MLIR's lexer tells them apart.
class LinePainter {
public:
  LinePainter(StringRef line, const RenderStyle &style)
      : rest(line), style(style) {}

  std::string run() {
    while (!rest.empty()) {
      char c = rest.front();
      if (rest.starts_with("//"))
        take(rest.size(), Ink::Faint);
      else if (c == '"')
        takeString();
      else if ((c == '%' || c == '^') && nameSize() > 1)
        take(valueSize(), Ink::Value);
      else if (c == '@')
        take(symbolSize(), Ink::Title);
      else if (c == '#' && nameSize() > 1)
        take(nameSize(), Ink::Attribute);
      else if (c == '!' && nameSize() > 1)
        take(nameSize(), Ink::Type);
      else if (isAlpha(c) || c == '_')
        takeWord();
      else
        takeSign();
    }
    return std::move(painted);
  }

private:
  void take(size_t size, Ink ink) {
    painted += paint(rest.take_front(size), ink, style);
    rest = rest.drop_front(size);
    mayBeOp = false;
    isBehindResults &= ink == Ink::Value;
  }

  /// The sign at the begin and the name behind it.
  size_t nameSize() const {
    return std::min(rest.size(), rest.find_if_not(isOfName, 1));
  }

  /// With the number of the result: "%0#1".
  size_t valueSize() const {
    size_t size = nameSize();
    if (!rest.substr(size).starts_with("#"))
      return size;
    return size + 1 + rest.substr(size + 1).take_while(isDigit).size();
  }

  size_t stringSize(size_t begin) const {
    for (size_t i = begin + 1; i < rest.size(); ++i) {
      if (rest[i] == '\\')
        ++i;
      else if (rest[i] == '"')
        return i + 1;
    }
    return rest.size();
  }

  size_t symbolSize() const {
    return rest.starts_with("@\"") ? stringSize(1) : nameSize();
  }

  /// In the generic form, an op's name is a string.
  void takeString() { take(stringSize(0), mayBeOp ? Ink::Op : Ink::Attribute); }

  void takeWord() {
    size_t size = std::min(rest.size(), rest.find_if_not(isOfWord));
    StringRef word = rest.take_front(size);
    if (word == "loc" && rest.substr(size).starts_with("("))
      return take(locationSize(size), Ink::Faint);
    if (mayBeOp)
      return take(size, Ink::Op);
    if (isType(word))
      return take(size, Ink::Type);
    // A shape is one word with its type: "4x8xf32".
    painted += word;
    rest = rest.drop_front(size);
    isBehindResults = false;
  }

  /// Up to the parenthesis that closes the one at `begin`.
  size_t locationSize(size_t begin) const {
    unsigned depth = 0;
    for (size_t i = begin; i < rest.size(); ++i) {
      if (rest[i] == '"')
        i = stringSize(i) - 1;
      else if (rest[i] == '(')
        ++depth;
      else if (rest[i] == ')' && --depth == 0)
        return i + 1;
    }
    return rest.size();
  }

  /// An op's name begins its line, or stands behind its results.
  void takeSign() {
    bool isAssignment = isBehindResults && rest.starts_with("= ");
    mayBeOp = isAssignment || (mayBeOp && rest.front() == ' ');
    painted += rest.front();
    rest = rest.drop_front();
    if (isAssignment) {
      painted += ' ';
      rest = rest.drop_front();
    }
  }

  StringRef rest;
  const RenderStyle &style;
  std::string painted;
  bool mayBeOp = true;         ///< An op's name.
  bool isBehindResults = true; ///< Nothing but values came before.
};
} // namespace

std::string paintIR(StringRef text, const RenderStyle &style) {
  if (style.colors == Colors::Off)
    return text.str();
  std::string painted;
  while (!text.empty()) {
    size_t end = text.find('\n');
    painted += LinePainter(text.substr(0, end), style).run();
    if (end == StringRef::npos)
      break;
    painted += '\n';
    text = text.drop_front(end + 1);
  }
  return painted;
}

std::string renderIR(StringRef text, const RenderStyle &style) {
  if (!style.isForScreen || !style.mostElements)
    return paintIR(text, style);
  return paintIR(elideLongAttributes(text, *style.mostElements), style);
}

} // namespace mlir::trackdbg
