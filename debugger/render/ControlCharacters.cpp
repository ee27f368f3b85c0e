//===- ControlCharacters.cpp - Text that steers no terminal ---------------===//

#include "render/ControlCharacters.h"

#include "trace/PlainText.h"

using namespace llvm;

namespace mlir::trackdbg {

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

std::string showControls(StringRef text, const RenderStyle &style) {
  if (style.colors == Colors::On)
    return plainText(text, Lines::Many, colorLength);
  return plainText(text, Lines::Many);
}

} // namespace mlir::trackdbg
