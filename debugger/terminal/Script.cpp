//===- Script.cpp ---------------------------------------------------------===//

#include "terminal/Script.h"

#include "commands/Command.h"
#include "commands/Errors.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace mlir::trackdbg {

// Whether a line goes on with the next one: an odd number of backslashes.
static bool takeContinuation(StringRef &line) {
  size_t end = line.find_last_not_of('\\');
  size_t slashes = line.size() - (end == StringRef::npos ? 0 : end + 1);
  if (slashes % 2 == 0)
    return false;
  line = line.drop_back();
  return true;
}

bool endsBody(StringRef line) { return line.trim() == "end"; }

// The lines up to `end`, which are taken off `text` and counted.
static std::string takeBody(StringRef &text, size_t &number) {
  std::string body;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    line.consume_back("\r");
    if (endsBody(line))
      break;
    body += (line + "\n").str();
  }
  return body;
}

std::vector<ScriptLine> parseScript(StringRef text) {
  std::vector<ScriptLine> lines;
  std::string command;
  size_t number = 0, first = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    line.consume_back("\r");
    if (first == 0)
      first = number;
    bool goesOn = takeContinuation(line);
    command += line;
    if (goesOn && !text.empty())
      continue;
    StringRef trimmed = StringRef(command).trim();
    if (!trimmed.empty() && !trimmed.starts_with("#"))
      lines.push_back({first, trimmed.str(), std::nullopt});
    if (opensBody(command))
      lines.back().body = takeBody(text, number);
    command.clear();
    first = 0;
  }
  return lines;
}

Expected<std::vector<ScriptLine>> readScript(StringRef path) {
  if (path != "-" && sys::fs::is_directory(path))
    return fail("{0}: it is a folder, not a script.", path);
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return fail("{0}: {1}.", path, buffer.getError().message());
  return parseScript((*buffer)->getBuffer());
}

} // namespace mlir::trackdbg
