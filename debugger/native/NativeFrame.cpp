//===- NativeFrame.cpp - How C++ functions are called ---------------------===//

#include "native/NativeFrame.h"

#include "native/Callbacks.h"

#include "llvm/Support/Path.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// The bracket that closes the one at `open`; npos for none.
static size_t closing(StringRef text, size_t open) {
  unsigned depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    StringRef rest = text.drop_front(at);
    // These are operators, and not brackets.
    if (rest.starts_with("operator<") || rest.starts_with("operator>")) {
      at += StringRef("operator<").size();
      while (at < text.size() && StringRef("<>=").contains(text[at]))
        ++at;
      --at;
      continue;
    }
    if (rest.starts_with("->")) {
      ++at;
      continue;
    }
    if (StringRef("(<{[").contains(text[at]))
      ++depth;
    else if (StringRef(")>}]").contains(text[at]) && --depth == 0)
      return at;
  }
  return StringRef::npos;
}

/// Removes each `(anonymous namespace)::` and what is like it.
static std::string withoutUnnamed(StringRef text) {
  std::string result = text.str();
  for (StringRef unnamed : {"(anonymous namespace)::", "{anonymous}::"})
    for (size_t at; (at = result.find(unnamed.str())) != std::string::npos;)
      result.erase(at, unnamed.size());
  return result;
}

/// Up to the parameters: of "int A<B>::f(int) const", "int A<B>::f".
static StringRef withoutParameters(StringRef text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<' && !text.take_front(at).ends_with("operator")) {
      size_t end = closing(text, at);
      if (end == StringRef::npos)
        return text;
      at = end;
    } else if (text[at] == '(') {
      // "operator()" has a pair of its own.
      if (text.take_front(at).ends_with("operator"))
        ++at;
      else
        return text.take_front(at);
    }
  }
  return text;
}

/// Behind the type of what it returns, which stands before a template's name.
static StringRef withoutResult(StringRef text) {
  if (text.contains("operator"))
    return text;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') {
      size_t end = closing(text, at);
      if (end == StringRef::npos)
        return text;
      at = end;
    } else if (text[at] == ' ') {
      begin = at + 1;
    }
  }
  return text.drop_front(begin);
}

/// "lambda in OnePass::runOnOperation" for what is called in a lambda of that:
/// "OnePass::runOnOperation()::{lambda(int)#1}::operator()(int) const", or
/// "...::'lambda'(int)::operator()...".
static std::string lambdaName(StringRef text) {
  size_t at = std::min(
      {text.find("::{lambda("), text.find("::'lambda"), text.find("::$_")});
  if (at == StringRef::npos)
    return "";
  return "lambda in " + shortFunction(text.take_front(at));
}

std::string shortFunction(StringRef function) {
  if (function.consume_back(kCallbackMark))
    return "callback of " + shortFunction(function);
  if (std::string lambda = lambdaName(function); !lambda.empty())
    return lambda;
  std::string named = withoutUnnamed(function);
  StringRef text = named;
  // What a compiler has split off: "f(int) [clone .cold]".
  if (size_t clone = text.find(" [clone "); clone != StringRef::npos)
    text = text.take_front(clone);
  return withoutResult(withoutParameters(text)).str();
}

bool isTrackers(const NativeFrame &frame) {
  StringRef module = sys::path::filename(frame.module);
  StringRef function = frame.function;
  return module.starts_with("libtrackdbg-") ||
         module.starts_with("memfd:mlir-track-dbg-") ||
         function.contains("mlir::trackdbg::") ||
         function.starts_with("__wrap_") ||
         function == "mlir_track_dbg_stopped";
}

std::string frameName(const NativeFrame &frame) {
  if (!frame.function.empty())
    return shortFunction(frame.function);
  if (frame.module.empty())
    return fmt::format("{:#x}", frame.address);
  return fmt::format("{}+{:#x}", sys::path::filename(frame.module).str(),
                     frame.address);
}

std::string briefLine(const NativeFrame &frame) {
  std::string name = frameName(frame);
  if (frame.file.empty() || frame.line == 0)
    return fmt::format("{} ({})", name,
                       sys::path::filename(frame.module).str());
  return fmt::format("{}:{} in {}", sys::path::filename(frame.file).str(),
                     frame.line, name);
}

} // namespace mlir::trackdbg
