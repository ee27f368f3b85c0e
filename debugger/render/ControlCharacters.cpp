//===- ControlCharacters.cpp - Text that steers no terminal ---------------===//

#include "render/ControlCharacters.h"

#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

/// How long the number is that text begins with, if `paint` writes it.
static size_t codeLength(StringRef text) {
  StringRef number = text.take_while(isDigit);
  bool isWritten = number == "0"; // What switches the colour off.
  for (unsigned ink = 0; ink <= unsigned(kLastInk); ++ink)
    isWritten |= number == colorCode(Ink(ink));
  return isWritten ? number.size() : 0;
}

/// How long what `paint` writes to switch a colour is, at the start of the
/// text. Such a one in a name does no harm.
static size_t colorLength(StringRef text) {
  constexpr StringLiteral kBegin("\033[");
  if (!text.starts_with(kBegin))
    return 0;
  size_t length = codeLength(text.drop_front(kBegin.size()));
  size_t end = kBegin.size() + length;
  return length > 0 && text.substr(end).starts_with("m") ? end + 1 : 0;
}

std::string showControls(StringRef text, const RenderStyle &style) {
  if (style.colors == Colors::On)
    return plainText(text, Lines::Many, colorLength);
  return plainText(text, Lines::Many);
}

std::string withoutColors(StringRef text) {
  std::string plain;
  for (size_t at = 0; at != text.size();) {
    if (size_t length = colorLength(text.substr(at)))
      at += length;
    else
      plain += text[at++];
  }
  return plain;
}

} // namespace mlir::trackdbg
