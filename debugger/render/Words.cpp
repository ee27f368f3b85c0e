//===- Words.cpp - Numbers, names and colours in texts --------------------===//

#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"
#include "render/ShortPatterns.h"
#include "render/ShownWords.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

/// What comes from the compiler, as part of a line.
static bool isName(Ink ink) {
  return ink == Ink::Action || ink == Ink::Place || ink == Ink::Op;
}

StringRef colorCode(Ink ink) {
  switch (ink) {
  case Ink::Action:
  case Ink::Value:
    return "33";
  case Ink::Place:
  case Ink::Added:
    return "32";
  case Ink::Op:
    return "36";
  case Ink::Number:
  case Ink::Type:
    return "34";
  case Ink::Removed:
  case Ink::Problem:
    return "31";
  case Ink::Attribute:
    return "35";
  case Ink::Faint:
    return "2";
  case Ink::Title:
    return "1";
  }
  llvm_unreachable("all inks are handled");
}

std::string paint(StringRef text, Ink ink, const RenderStyle &style) {
  std::string shown = isName(ink) ? OneLine(text).str() : text.str();
  if (style.colors == Colors::Off || text.empty())
    return shown;
  return formatv("\033[{0}m{1}\033[0m", colorCode(ink), shown).str();
}

std::string renderDuration(std::chrono::nanoseconds duration) {
  double value = duration.count();
  for (StringRef unit : {"ns", "us", "ms"}) {
    if (value < 999.5)
      return formatv(value < 9.995 && unit != "ns"   ? "{0:f2} {1}"
                     : value < 99.95 && unit != "ns" ? "{0:f1} {1}"
                                                     : "{0:f0} {1}",
                     value, unit)
          .str();
    value /= 1000;
  }
  return formatv(value < 9.995   ? "{0:f2} s"
                 : value < 99.95 ? "{0:f1} s"
                                 : "{0:f0} s",
                 value)
      .str();
}

/// The blank at which a line is to be broken; 0 for none. A number stays with
/// what it counts.
static size_t breakBeforeNumber(StringRef line, unsigned width) {
  size_t blank = breakOf(line, width);
  size_t before = line.take_front(blank).rfind(' ');
  if (before == StringRef::npos)
    return blank;
  StringRef word = line.slice(before + 1, blank);
  bool isNumber = all_of(word, [](char c) { return isDigit(c) || c == ','; });
  return isNumber && !word.ends_with(",") ? before : blank;
}

std::string wrap(StringRef text, unsigned width) {
  std::string wrapped;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    while (!line.starts_with(" ")) {
      size_t blank = breakBeforeNumber(line, width);
      if (blank == 0)
        break;
      wrapped.append(line.take_front(blank)).append("\n");
      line = line.drop_front(blank + 1);
    }
    wrapped.append(line).append("\n");
  }
  return wrapped;
}

std::string wrapForScreen(StringRef text, const RenderStyle &style) {
  if (!style.isForScreen || text.empty())
    return text.str() + "\n";
  return wrap(style.files ? style.files->shorten(text) : text.str(),
              style.width);
}

} // namespace mlir::trackdbg
