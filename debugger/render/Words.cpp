//===- Words.cpp - Numbers, names and colours in texts --------------------===//

#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"
#include "render/ShortPatterns.h"
#include "render/ShownWords.h"

#include "trace/PlainText.h"

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

std::string briefName(StringRef name, size_t most) {
  std::string text = OneLine(name).str();
  for (StringRef prefix : {"(anonymous namespace)::", "mlir::"})
    for (size_t at; (at = text.find(prefix.str())) != std::string::npos;)
      text.erase(at, prefix.size());
  if (text.size() <= most)
    return text;
  size_t arguments = text.find('<');
  return arguments < most - 5 ? text.substr(0, arguments) + "<...>"
                              : text.substr(0, most - 3) + "...";
}

/// "Lower<AddIOp, ...>" of "Lower<arith::AddIOp, ...>".
static std::string withoutNamespacesOfArguments(StringRef text) {
  auto [head, arguments] = text.split('<');
  if (head.size() == text.size())
    return text.str();
  std::string result = (head + "<").str();
  while (!arguments.empty()) {
    size_t end = arguments.find_first_of(",<>");
    StringRef word = arguments.take_front(end);
    size_t space = word.rfind("::");
    size_t blanks = word.size() - word.ltrim(' ').size();
    result += word.take_front(blanks);
    result += word.drop_front(space == StringRef::npos ? blanks : space + 2);
    arguments = arguments.drop_front(word.size());
    result += arguments.take_front(1);
    arguments = arguments.drop_front(std::min<size_t>(arguments.size(), 1));
  }
  return result;
}

std::string briefPattern(StringRef name, const RenderStyle &style,
                         size_t most) {
  if (name.empty())
    return "a pattern without a name";
  std::string brief =
      style.patterns ? style.patterns->shorten(name) : briefName(name, most);
  std::string text = OneLine(brief).str();
  // Its arguments tell it from others of its class.
  constexpr size_t kLeastOfClass = 8;
  if (text.size() > most)
    text = withoutNamespacesOfArguments(text);
  size_t arguments = std::min(text.find('<'), text.size());
  size_t rest = text.size() - arguments + strlen("...");
  if (text.size() <= most || rest == strlen("...") ||
      rest + kLeastOfClass > most)
    return cutMiddle(text, most);
  return text.substr(0, most - rest) + "..." + text.substr(arguments);
}

std::string wrap(StringRef text, unsigned width) {
  std::string wrapped;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    while (!line.starts_with(" ")) {
      size_t blank = breakOf(line, width);
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
