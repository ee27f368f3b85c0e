//===- Screen.cpp ---------------------------------------------------------===//

#include "render/Screen.h"

#include "render/ShortFiles.h"
#include "render/ShownWords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <numeric>

namespace mlir::trackdbg {

bool fitsOnScreen(llvm::StringRef text, const RenderStyle &style) {
  return text.count('\n') <= style.answerLines();
}

/// Where the sequence ends that begins here, as one that changes the colour.
static size_t endOfColor(llvm::StringRef text, size_t begin) {
  return std::min(text.find('m', begin), text.size());
}

/// Whether a byte begins a character of UTF-8.
static bool startsCharacter(char c) { return (c & 0xc0) != 0x80; }

size_t breakOf(llvm::StringRef line, size_t width) {
  size_t columns = 0, last = 0;
  bool isIndentation = true;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      i = endOfColor(line, i);
      continue;
    }
    if (columns > width && last != 0)
      return last;
    isIndentation &= line[i] == ' ';
    if (line[i] == ' ' && !isIndentation)
      last = i;
    columns += startsCharacter(line[i]);
  }
  return columns > width ? last : 0;
}

/// Columns that a text takes; colours take none.
static size_t columnsOf(llvm::StringRef text) {
  size_t columns = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = endOfColor(text, i);
    else
      columns += startsCharacter(text[i]);
  }
  return columns;
}

size_t rowsOf(llvm::StringRef lines, const RenderStyle &style) {
  size_t rows = 0;
  while (!lines.empty()) {
    auto [line, rest] = lines.split('\n');
    size_t columns = std::max<size_t>(columnsOf(line), 1);
    rows += (columns + style.width - 1) / style.width;
    lines = rest;
  }
  return rows;
}

namespace {
/// Of a line at the end of an answer: whether it is about all rows before it.
bool isTail(llvm::StringRef line) {
  while (line.starts_with("\033"))
    line = line.drop_front(std::min(endOfColor(line, 0) + 1, line.size()));
  return !line.empty() && !llvm::StringRef(" #").contains(line.front());
}

/// The line in several, those that follow farther to the right.
std::string breakLine(llvm::StringRef line, size_t width) {
  size_t indent = line.size() - line.ltrim(' ').size() + 4;
  std::string text, rest = line.str();
  while (size_t at = breakOf(rest, width)) {
    text += rest.substr(0, at) + "\n";
    rest = std::string(indent, ' ') +
           llvm::StringRef(rest).drop_front(at).ltrim(' ').str();
  }
  return text + rest + "\n";
}

std::string withShortFiles(llvm::StringRef text, const RenderStyle &style) {
  return style.files ? style.files->shorten(text) : text.str();
}

struct ScreenRow {
  std::string text;
  size_t lines = 1;
};
/// A row that would take much of the screen loses its end.
void cutRow(ScreenRow &row, size_t width) {
  constexpr size_t kMostLines = 5;
  constexpr llvm::StringLiteral kCut(" ...");
  if (row.lines <= kMostLines)
    return;
  size_t begin = 0, end = 0;
  for (size_t i = 0; i < kMostLines; ++i) {
    begin = end;
    end = row.text.find('\n', begin) + 1;
  }
  llvm::StringRef last = llvm::StringRef(row.text).slice(begin, end - 1);
  if (columnsOf(last) + kCut.size() > width)
    if (size_t at = breakOf(last, width - kCut.size()))
      end = begin + at + 1;
  row.text = row.text.substr(0, end - 1) + kCut.str() + "\n";
  row.lines = kMostLines;
}
} // namespace

std::string cutToWidth(llvm::StringRef text, unsigned width,
                       const RenderStyle &style) {
  constexpr llvm::StringLiteral kCut("...");
  if (!style.isForScreen)
    return text.str();
  std::string shown = withShortFiles(text, style);
  if (columnsOf(shown) > width && width > kCut.size())
    shown =
        (llvm::StringRef(shown).take_front(width - kCut.size()) + kCut).str();
  return shown;
}

std::string cutName(llvm::StringRef name, unsigned width,
                    const RenderStyle &style) {
  return style.files ? cutToWidth(name, width, style) : name.str();
}

std::string breakBeforeOp(llvm::StringRef line, const RenderStyle &style) {
  if (!style.isForScreen)
    return line.str();
  std::string shown = withShortFiles(line, style);
  if (columnsOf(shown) <= style.width)
    return shown;
  for (const char *words : {" on ", " at "})
    if (size_t at = shown.find(words); at != std::string::npos) {
      shown.replace(at, 1, "\n  ");
      break;
    }
  // What holds the action comes last.
  size_t last = shown.rfind('\n') + 1, pass = shown.rfind(", in ");
  if (columnsOf(llvm::StringRef(shown).drop_front(last)) > style.width &&
      pass != std::string::npos && pass >= last)
    shown.replace(pass + 1, 1, "\n  ");
  std::string text;
  for (llvm::StringRef each : llvm::split(shown, '\n'))
    text += breakLine(each, style.width);
  text.pop_back();
  return text;
}

std::string cutCommand(llvm::StringRef command, const RenderStyle &style) {
  constexpr size_t kMostRows = 3;
  return style.isForScreen ? cutMiddle(command, kMostRows * style.width)
                           : command.str();
}

/// The first word of a shell's command and the blanks behind it: blanks in
/// quotes, or behind a backslash, are part of it.
static llvm::StringRef firstWord(llvm::StringRef command) {
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    char c = command[i];
    if (quote != 0)
      quote = c == quote ? 0 : quote;
    else if (c == '\\')
      ++i;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == ' ')
      return command.take_front(i + 1);
  }
  return command;
}

std::string breakCommand(llvm::StringRef before, llvm::StringRef command,
                         const RenderStyle &style) {
  constexpr llvm::StringLiteral kGoesOn("\\\n    ");
  if (!style.isForScreen || before.size() + command.size() <= style.width)
    return (before + command).str();
  std::string text = before.rtrim().str() + "\n  ";
  size_t columns = 2;
  while (!command.empty()) {
    llvm::StringRef word = firstWord(command);
    command = command.drop_front(word.size());
    // The backslash takes a column.
    if (columns > 4 && columns + word.size() >= style.width) {
      text += kGoesOn;
      columns = 4;
    }
    text += word;
    columns += word.size();
  }
  return text;
}

bool isNarrow(const RenderStyle &style) {
  constexpr unsigned kTable = 72;
  return style.isForScreen && style.width < kTable;
}

unsigned roomBehind(unsigned columns, const RenderStyle &style) {
  constexpr unsigned kLeast = 10;
  return std::max(style.width, columns + kLeast) - columns;
}

std::string fitScreen(std::string text, bool isWhole, const RenderStyle &style,
                      llvm::StringRef remedy) {
  if (!style.isForScreen)
    return text;
  text = withShortFiles(text, style);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).rtrim('\n').split(lines, '\n');
  std::vector<ScreenRow> rows;
  size_t total = 0;
  for (llvm::StringRef line : lines) {
    ScreenRow &row = rows.emplace_back();
    row.text = breakLine(line, style.width);
    row.lines = llvm::StringRef(row.text).count('\n');
    total += row.lines;
  }
  auto join = [](llvm::ArrayRef<ScreenRow> some) {
    std::string joined;
    for (const ScreenRow &row : some)
      joined += row.text;
    return joined;
  };
  if (isWhole || total <= style.answerLines())
    return join(rows);
  for (ScreenRow &row : rows)
    cutRow(row, style.width);
  size_t tail = 0, taken = 1; // A line says how many there are.
  while (tail < rows.size() && isTail(rows[rows.size() - 1 - tail].text))
    taken += rows[rows.size() - 1 - tail++].lines;
  size_t shown = 0, body = rows.size() - tail;
  while (shown < body && taken + rows[shown].lines <= style.answerLines())
    taken += rows[shown++].lines;
  std::string rest =
      shown == body ? llvm::formatv("Long rows were cut; {0}.\n", remedy).str()
                    : llvm::formatv("... and {0}; {1}.\n",
                                    counted(body - shown, "more row"), remedy)
                          .str();
  // One line says all that is left out.
  llvm::StringRef other;
  if (tail != 0)
    other = rows[body].text;
  if (shown != body && other.contains(remedy) &&
      other.consume_front("... and ")) {
    rest = llvm::formatv("... and {0}, {1}", counted(body - shown, "more row"),
                         other)
               .str();
    --tail;
  }
  return join(llvm::ArrayRef(rows).take_front(shown)) + rest +
         join(llvm::ArrayRef(rows).take_back(tail));
}

std::string fitScreenWithHint(const std::string &text, llvm::StringRef hint,
                              bool isWhole, const RenderStyle &style) {
  std::string shown = fitScreen(text, isWhole, style);
  return hint.empty() || llvm::StringRef(shown).contains("--all")
             ? shown
             : fitScreen(text + hint.str(), isWhole, style);
}

RenderStyle styleBelow(llvm::StringRef text, const RenderStyle &style) {
  RenderStyle below = style;
  below.height -= std::min<size_t>(style.height, text.count('\n'));
  return below;
}

std::vector<size_t> shownRows(size_t count, size_t most,
                              llvm::function_ref<uint64_t(size_t)> weight) {
  std::vector<size_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  if (count <= most)
    return rows;
  llvm::stable_sort(rows,
                    [&](size_t a, size_t b) { return weight(a) > weight(b); });
  rows.resize(most);
  llvm::sort(rows);
  return rows;
}

std::string moreRows(size_t count, llvm::StringRef why) {
  return count == 0
             ? ""
             : llvm::formatv("... and {0} more, that {1}; --all lists them.\n",
                             count, why)
                   .str();
}

} // namespace mlir::trackdbg
