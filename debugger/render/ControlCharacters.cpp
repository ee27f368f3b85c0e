//===- ControlCharacters.cpp - Text that steers no terminal ---------------===//

#include "render/ControlCharacters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace mlir::trackdbg {

static bool isPlain(char c) { return isPrint(c) || c == '\n' || c == '\t'; }

/// How long what `paint` writes to switch a colour is, at the start of the
/// text. Such a one in a name does no harm.
static size_t colorLength(StringRef text) {
  static constexpr StringLiteral codes[] = {"0",  "1",  "31", "32",
                                            "33", "34", "36"};
  for (StringRef code : codes)
    if (StringRef rest = text; rest.consume_front("\033[") &&
                               rest.consume_front(code) &&
                               rest.consume_front("m"))
      return text.size() - rest.size();
  return 0;
}

/// How long the character at the start of the text is that no terminal obeys;
/// 0 for one that some do.
static size_t harmlessLength(StringRef text, Colors colors) {
  unsigned char c = text.front();
  if (isPlain(c))
    return 1;
  if (c < 0x80)
    return colors == Colors::On ? colorLength(text) : 0;
  auto *bytes = reinterpret_cast<const UTF8 *>(text.data());
  size_t length = getNumBytesForUTF8(c);
  // 0x80 to 0x9f are obeyed too, as bytes and as characters of UTF-8.
  if (length > text.size() || !isLegalUTF8Sequence(bytes, bytes + length))
    return c < 0xa0 ? 0 : 1;
  return c == 0xc2 && bytes[1] < 0xa0 ? 0 : length;
}

std::string showControls(StringRef text, const RenderStyle &style) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    size_t length = text.take_while(isPlain).size();
    if (length == 0)
      length = harmlessLength(text, style.colors);
    if (length == 0) {
      // The second byte of such a character is its number.
      text.consume_front("\xc2");
      shown += "\\x" + utohexstr(uint8_t(text.front()), /*LowerCase=*/true,
                                 /*Width=*/2);
      text = text.drop_front();
      continue;
    }
    shown += text.take_front(length);
    text = text.drop_front(length);
  }
  return shown;
}

} // namespace mlir::trackdbg
