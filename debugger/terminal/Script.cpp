//===- Script.cpp ---------------------------------------------------------===//

#include "terminal/Script.h"

#include "commands/Command.h"
#include "commands/Errors.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace mlir::trackdbg {

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
    StringRef trimmed = StringRef(command).trim();
    if (!trimmed.empty() && !trimmed.starts_with("#"))
      lines.push_back({first, trimmed.str(), std::nullopt});
    if (Body body = bodyOf(command); body != Body::None)
      lines.back().body = takeBody(text, number, body, script.origin);
    command.clear();
    first = 0;
  }
  return lines;
}

Expected<Block> readScript(StringRef path) {
  if (path != "-" && sys::fs::is_directory(path))
    return fail("{0}: this is a directory, not a script.", path);
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return fail("{0}: {1}.", path, buffer.getError().message());
  return Block{(*buffer)->getBuffer().str(), path.str(), 1};
}

} // namespace mlir::trackdbg
