//===- LineReader.cpp - Plain lines, and parts for the edited ones --------===//

#include "terminal/LineReader.h"

#include "terminal/Output.h"
#include "terminal/Signals.h"

#include <cerrno>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// Reads no byte behind the line: what follows may be for gdb, lldb or a shell
/// that the line starts.
class PlainReader : public LineReader {
public:
  Outcome read(StringRef prompt, std::string &line) override {
    writeAll(STDOUT_FILENO, prompt);
    line.clear();
    while (true) {
      char byte = 0;
      ssize_t count = ::read(STDIN_FILENO, &byte, 1);
      if (count < 0 && errno == EINTR && takeInterrupt())
        return Outcome::Interrupted;
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        break;
      if (byte != '\n') {
        line += byte;
        continue;
      }
      if (!line.empty() && line.back() == '\r')
        line.pop_back();
      return Outcome::Line;
    }
    // A last line without a newline counts.
    return line.empty() ? Outcome::EndOfInput : Outcome::Line;
  }
};
} // namespace

std::unique_ptr<LineReader> makePlainReader() {
  return std::make_unique<PlainReader>();
}

StringRef commonStart(ArrayRef<std::string> words) {
  if (words.empty())
    return "";
  StringRef common = words.front();
  for (StringRef word : words) {
    size_t length = 0;
    while (length < common.size() && length < word.size() &&
           common[length] == word[length])
      ++length;
    common = common.take_front(length);
  }
  return common;
}

std::string inColumns(ArrayRef<std::string> words, unsigned width) {
  size_t widest = 0;
  for (StringRef word : words)
    widest = std::max(widest, word.size());
  size_t columns = std::max<size_t>(1, width / (widest + 2));
  size_t rows = (words.size() + columns - 1) / columns;
  std::string text;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = row; i < words.size(); i += rows) {
      text += words[i];
      if (i + rows < words.size())
        text.append(widest + 2 - words[i].size(), ' ');
    }
    text += '\n';
  }
  return text;
}

} // namespace mlir::trackdbg
