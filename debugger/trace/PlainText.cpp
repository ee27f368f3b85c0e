//===- PlainText.cpp - Text that steers no terminal -----------------------===//

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <cstdint>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// What a text begins with.
struct Character {
  uint32_t code = 0; ///< The byte itself where that is not UTF-8.
  size_t length = 1;
  bool isText = true; ///< False: a byte that does not belong to a character.
};
} // namespace

static Character firstOf(StringRef text) {
  unsigned char first = text.front();
  if (first < 0x80)
    return {first, 1, true};
  const auto *bytes = reinterpret_cast<const UTF8 *>(text.data());
  size_t length = getNumBytesForUTF8(first);
  if (length > text.size() || !isLegalUTF8Sequence(bytes, bytes + length))
    return {first, 1, false};
  UTF32 code = 0;
  UTF32 *target = &code;
  ConvertUTF8toUTF32(&bytes, bytes + length, &target, target + 1,
                     strictConversion);
  return {code, length, true};
}

/// C0, DEL and C1. Terminals obey the last as bytes too.
static bool isControl(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/// Marks, embeddings, overrides and isolates of the direction, and the line and
/// paragraph separators.
static bool isLayout(uint32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

static bool isPlainByte(char c) { return isPrint(c); }

static std::string writtenOut(uint32_t code) {
  if (code == '\n')
    return "\\n";
  if (code == '\t')
    return "\\t";
  return isControl(code)
             ? "\\x" + utohexstr(code, /*LowerCase=*/true, /*Width=*/2)
             : "\\u" + utohexstr(code, /*LowerCase=*/true, /*Width=*/4);
}

std::string plainText(StringRef text, Lines lines,
                      function_ref<size_t(StringRef)> keptLength) {
  std::string shown;
  shown.reserve(text.size());
  auto keep = [&](size_t length) {
    shown += text.take_front(length);
    text = text.drop_front(length);
  };
  while (!text.empty()) {
    keep(text.take_while(isPlainByte).size());
    if (text.empty())
      break;
    if (size_t length = keptLength ? keptLength(text) : 0) {
      keep(length);
      continue;
    }
    Character first = firstOf(text);
    bool isAllowed =
        lines == Lines::Many && (first.code == '\n' || first.code == '\t');
    if (isAllowed || !(isControl(first.code) || isLayout(first.code))) {
      keep(first.length);
      continue;
    }
    shown += writtenOut(first.code);
    text = text.drop_front(first.length);
  }
  return shown;
}

OneLine::OneLine(StringRef text)
    : text(text), isPlain(all_of(text, isPlainByte)) {
  if (!isPlain)
    written = plainText(text, Lines::One);
}

std::string plainJson(std::string json) {
  // In JSON these are in strings only. What is below a blank has been escaped.
  auto isSuspect = [](char c) { return c == 0x7f || uint8_t(c) >= 0x80; };
  if (none_of(json, isSuspect))
    return json;
  std::string plain;
  StringRef rest = json;
  while (!rest.empty()) {
    Character first = firstOf(rest);
    bool isSpecial = isSuspect(rest.front()) &&
                     (isControl(first.code) || isLayout(first.code));
    if (isSpecial)
      plain += "\\u" + utohexstr(first.code, /*LowerCase=*/true, /*Width=*/4);
    else
      plain += rest.take_front(first.length);
    rest = rest.drop_front(first.length);
  }
  return plain;
}

} // namespace mlir::trackdbg
