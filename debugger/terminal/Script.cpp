//===- Script.cpp ---------------------------------------------------------===//

#include "terminal/Script.h"

#include "commands/Command.h"
#include "commands/Errors.h"
#include "trace/InputFile.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace mlir::trackdbg {

static constexpr size_t longestLine = size_t(1) << 20;
static constexpr size_t longestScript = size_t(16) << 20;

// The lines up to `end`, which are taken off `text` and counted.
static Block takeBody(StringRef &text, size_t &number, Body body,
                      StringRef origin) {
  Block block{"", origin.str(), number + 1};
  BodyLines lines(body);
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    line.consume_back("\r");
    if (!lines.add(line))
      break;
  }
  block.text = lines.text();
  return block;
}

std::vector<ScriptLine> parseScript(const Block &script) {
  std::vector<ScriptLine> lines;
  std::string command;
  size_t number = script.firstLine - 1, first = 0;
  StringRef text = script.text;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    line.consume_back("\r");
    if (first == 0)
      first = number;
    bool goesOn = continues(line);
    command += goesOn ? line.drop_back() : line;
    if (goesOn && !text.empty())
      continue;
    StringRef trimmed = withoutBlanks(command);
    if (!trimmed.empty() && !trimmed.starts_with("#"))
      lines.push_back({first, trimmed.str(), std::nullopt});
    if (Body body = bodyOf(command); body != Body::None)
      lines.back().body = takeBody(text, number, body, script.origin);
    command.clear();
    first = 0;
  }
  return lines;
}

/// Goes on from the line at `start` to one that is too long, or to the last.
static bool findLongLine(StringRef text, size_t &start) {
  for (size_t end = text.find('\n', start); end != StringRef::npos;
       end = text.find('\n', start)) {
    if (end - start > longestLine)
      return true;
    start = end + 1;
  }
  return text.size() - start > longestLine;
}

Expected<Block> readScript(StringRef path) {
  if (path != "-" && sys::fs::is_directory(path))
    return fail("{0}: this is a directory, not a script.", path);
  bool isTooLong = false, isLineTooLong = false;
  size_t lineStart = 0;
  ErrorOr<std::string> text = readFile(path, [&](StringRef soFar) {
    isTooLong = soFar.size() > longestScript;
    isLineTooLong = findLongLine(soFar, lineStart);
    return !isTooLong && !isLineTooLong;
  });
  if (text.getError() == std::errc::operation_canceled)
    return fail("Quit");
  if (!text)
    return fail("{0}: {1}.", path, text.getError().message());
  if (isLineTooLong)
    return fail("{0}:{1}: the line is longer than 1 MiB.", path,
                StringRef(*text).take_front(lineStart).count('\n') + 1);
  if (isTooLong)
    return fail("{0}: the script is longer than 16 MiB.", path);
  return Block{std::move(*text), path.str(), 1};
}

} // namespace mlir::trackdbg
