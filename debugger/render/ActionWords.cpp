//===- ActionWords.cpp - Names of passes, patterns and actions ------------===//

#include "render/Render.h"
#include "render/ShortPatterns.h"
#include "render/ShownWords.h"

#include "commands/Console.h"
#include "graph/Moment.h"
#include "trace/PlainText.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

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
  if (!style.files)
    return OneLine(name).str();
  if (!style.isForScreen)
    most = SIZE_MAX;
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

std::string briefPassName(StringRef name, StringRef argument) {
  if (isAdaptor(name))
    return "nested pipeline";
  return briefName(argument.empty() ? name : argument, SIZE_MAX);
}

std::string passWord(StringRef name, StringRef argument,
                     const RenderStyle &style) {
  if (style.files)
    return briefPassName(name, argument);
  return OneLine(argument.empty() ? name : argument).str();
}

std::string wholeActionName(const Frame &frame) {
  if (frame.name.empty())
    return actionName(frame);
  if (frame.tag == "apply-pattern")
    return formatv("pattern {0}", OneLine(frame.name));
  if (frame.tag != "pass-execution")
    return actionName(frame);
  std::string text = formatv("pass {0}", OneLine(frame.name));
  if (!frame.argument.empty() && frame.argument != frame.name)
    text += formatv(" ({0})", OneLine(frame.argument));
  return text;
}

std::string renderTitle(const Frame &frame, const RenderStyle &style) {
  constexpr size_t kMostOfPattern = 48;
  if (!style.files)
    return wholeActionName(frame);
  if (frame.tag == "apply-pattern" && !frame.name.empty())
    return "pattern " + briefPattern(frame.name, style, kMostOfPattern);
  return actionName(frame);
}

} // namespace mlir::trackdbg
