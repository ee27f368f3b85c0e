//===- options.cpp - Any words as the command line of the program ---------===//
//
// A libFuzzer target: takes each line of the input as a word behind the
// program's name.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "cli/Options.h"

#include "commands/Arguments.h"
#include "commands/Console.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace mlir::trackdbg;

static void must(bool condition) {
  if (!condition)
    std::abort();
}

/// What is shown as a command line must be the same words again.
static void quoteAndTakeBack(ArrayRef<std::string> words) {
  std::string shown;
  for (const std::string &word : words)
    shown += (shown.empty() ? "" : " ") + quoteWord(word);
  StringRef rest = shown;
  std::string taken;
  for (const std::string &word : words)
    must(takeWord(rest, taken) && taken == word);
  must(!takeWord(rest, taken));
  must(words.empty() || !commandLineOf(words).empty());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  // No word of a real command line holds a NUL.
  SmallVector<StringRef> words;
  if (!text.empty())
    text.take_until([](char c) { return c == 0; }).split(words, '\n');
  for (StringRef word : words)
    if (auto duration = parseDuration(word))
      must(duration->count() >= 0);
    else
      must(!toString(duration.takeError()).empty());
  Expected<CommandLine> line = parseCommandLine(words);
  if (!line) {
    must(!toString(line.takeError()).empty());
    return 0;
  }
  must(!helpText(line->subcommand).empty());
  must(line->command.size() <= words.size());
  quoteAndTakeBack(line->command);
  return 0;
}
