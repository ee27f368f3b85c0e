//===- texts.cpp - Any bytes as lines of IR -------------------------------===//
//
// A libFuzzer target: text that a compiler printed is compared, cut, painted
// and elided, whatever it is. The bytes are two texts, with a NUL between them.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "commands/FormatText.h"
#include "render/LongAttributes.h"
#include "render/Render.h"
#include "render/ShownWords.h"
#include "stages/Diff.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace mlir::trackdbg;

static void require(bool holds) {
  if (!holds)
    std::abort();
}

static std::string side(ArrayRef<DiffWords> words, DiffLine::Kind other) {
  std::string text;
  for (const DiffWords &each : words)
    if (each.kind != other)
      text += each.text;
  return text;
}

/// The words of a comparison make up both lines.
static void compareWords(StringRef before, StringRef after) {
  std::vector<DiffWords> words = diffWords(before, after);
  require(side(words, DiffLine::Kind::Added) == before);
  require(side(words, DiffLine::Kind::Removed) == after);
}

static void showColumns(StringRef before, StringRef after) {
  constexpr size_t kRoom = 18;
  ShownColumns columns = shownColumns(before, after, kRoom);
  require(columns.before.size() == columns.after.size());
  for (const auto *side : {&columns.before, &columns.after})
    for (const ShownColumns::Row &row : *side) {
      size_t size = 0;
      for (const ShownWord &word : row)
        size += word.text.size();
      require(size <= kRoom);
    }
}

/// Painting adds colours and nothing else, unless there is something that a
/// terminal would act on.
static void paintText(StringRef text) {
  RenderStyle plain, colored;
  colored.colors = Colors::On;
  colored.isForScreen = plain.isForScreen = true;
  std::string painted = paintIR(text, colored), without;
  for (size_t i = 0; i < painted.size(); ++i)
    if (StringRef(painted).substr(i).starts_with("\033["))
      i = std::min(painted.find('m', i), painted.size());
    else
      without += painted[i];
  if (all_of(text, isPrint))
    require(without == paintIR(text, plain));
  for (size_t most : {0, 1, 3}) {
    std::string elided = elideLongAttributes(text, most);
    require(elided.size() <= text.size() + 3 * text.count("= "));
    colored.mostElements = most;
    renderIR(text, colored);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto [before, after] =
      StringRef(reinterpret_cast<const char *>(data), size).split('\0');
  compareWords(before, after);
  showColumns(before, after);
  diffTexts(before, after);
  paintText(before);
  paintText(after);
  consumeError(checkFormat(before));
  return 0;
}
