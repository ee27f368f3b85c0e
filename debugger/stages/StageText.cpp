//===- StageText.cpp - Printed IR that knows its ops ----------------------===//

#include "stages/StageText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

StageText::StageText(std::string text, std::vector<Tie> ties)
    : whole(std::move(text)) {
  for (size_t position = 0; position < whole.size();) {
    starts.push_back(position);
    size_t end = whole.find('\n', position);
    if (end == std::string::npos)
      break;
    position = end + 1;
  }
  // Each line is looked at once: a trace may claim any number of ops for a long
  // one.
  std::vector<size_t> indents(lineCount());
  for (uint32_t number = 1; number <= lineCount(); ++number)
    indents[number - 1] = line(number).find_first_not_of(' ');
  findLastLines(indents);
  kept.reserve(ties.size());
  // An op begins after the indentation of its line.
  auto fits = [&](const Tie &tie) {
    return tie.line != 0 && tie.line <= lineCount() &&
           indents[tie.line - 1] == tie.column &&
           !llvm::isSpace(line(tie.line)[tie.column]);
  };
  llvm::copy_if(ties, std::back_inserter(kept), fits);
  byOp.resize(kept.size());
  for (uint32_t i = 0; i < byOp.size(); ++i)
    byOp[i] = i;
  llvm::sort(byOp, [&](uint32_t lhs, uint32_t rhs) {
    return std::tie(kept[lhs].op, lhs) < std::tie(kept[rhs].op, rhs);
  });
}

llvm::StringRef StageText::line(uint32_t number) const {
  if (number == 0 || number > starts.size())
    return "";
  size_t end = number < starts.size() ? starts[number] : whole.size();
  llvm::StringRef found = llvm::StringRef(whole).slice(starts[number - 1], end);
  (void)found.consume_back("\n");
  return found;
}

/// One pass over the text for all ops: to look for the end of each on its own
/// would take the square of the text where ops are nested deeply.
void StageText::findLastLines(llvm::ArrayRef<size_t> indents) {
  struct Open {
    uint32_t line;
    size_t indent;
  };
  // Those that the next line may still belong to; each is indented as far as
  // the one before, or farther.
  std::vector<Open> open;
  uint32_t lastText = 0;
  auto closeFrom = [&](size_t indent) {
    while (!open.empty() && open.back().indent >= indent) {
      lastLines[open.back().line - 1] = lastText;
      open.pop_back();
    }
  };
  lastLines.resize(lineCount());
  for (uint32_t number = 1; number <= lineCount(); ++number) {
    llvm::StringRef text = line(number);
    size_t indent = indents[number - 1];
    // Empty lines belong to nobody.
    if (indent == llvm::StringRef::npos)
      continue;
    // At the op's own column its closing brace may stand, and the labels of its
    // blocks.
    bool belongs = text[indent] == '}' || text[indent] == '^';
    closeFrom(indent + belongs);
    open.push_back({number, indent});
    if (!text.trim().empty())
      lastText = number;
  }
  closeFrom(0);
}

uint32_t StageText::lastLineOf(const Tie &tie) const {
  return lastLines[tie.line - 1];
}

llvm::StringRef StageText::textOf(const Tie &tie) const {
  size_t begin = starts[tie.line - 1];
  uint32_t last = lastLineOf(tie);
  size_t end = last < lineCount() ? starts[last] : whole.size();
  return llvm::StringRef(whole).slice(begin, end);
}

const Tie *StageText::find(OpId op) const {
  if (op == 0)
    return nullptr;
  auto found = llvm::partition_point(
      byOp, [&](uint32_t index) { return kept[index].op < op; });
  return found != byOp.end() && kept[*found].op == op ? &kept[*found] : nullptr;
}

llvm::ArrayRef<Tie> StageText::inside(const Tie &tie) const {
  auto isUpTo = [](uint32_t line) {
    return [line](const Tie &each) { return each.line <= line; };
  };
  auto begin = llvm::partition_point(kept, isUpTo(tie.line));
  auto end = llvm::partition_point(kept, isUpTo(lastLineOf(tie)));
  return llvm::ArrayRef<Tie>(kept).slice(begin - kept.begin(), end - begin);
}

llvm::ArrayRef<Tie> StageText::at(uint32_t line) const {
  auto begin = llvm::partition_point(
      kept, [&](const Tie &each) { return each.line < line; });
  auto end = llvm::partition_point(
      kept, [&](const Tie &each) { return each.line <= line; });
  return llvm::ArrayRef<Tie>(kept).slice(begin - kept.begin(), end - begin);
}

/// Whether one of the results that begin an op's text has that name.
static bool defines(llvm::StringRef text, llvm::StringRef value) {
  while (text.consume_front("%")) {
    llvm::StringRef name = text.take_until(
        [](char c) { return c == ':' || c == ',' || c == ' ' || c == '='; });
    if (name == value.drop_front())
      return true;
    text = text.drop_front(name.size());
    if (text.consume_front(":"))
      text = text.drop_while(llvm::isDigit);
    if (!text.consume_front(", "))
      return false;
  }
  return false;
}

std::vector<Tie> StageText::definitionsOf(llvm::StringRef value,
                                          llvm::ArrayRef<Tie> among) const {
  value = value.split(':').first.split('#').first;
  std::vector<Tie> found;
  for (const Tie &tie : among)
    if (defines(lineFrom(tie), value))
      found.push_back(tie);
  return found;
}

/// The first symbol that an op's text names.
static llvm::StringRef firstSymbol(llvm::StringRef text) {
  text = text.split('@').second;
  if (text.consume_front("\""))
    return text.split('"').first;
  return text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  });
}

std::vector<Tie> StageText::symbolsNamed(const Lineage &lineage,
                                         llvm::StringRef name,
                                         llvm::ArrayRef<Tie> among) const {
  std::vector<Tie> found;
  for (const Tie &tie : among) {
    llvm::StringRef text = lineFrom(tie);
    // A call names a symbol too, and a symbol may have been renamed.
    bool holdsOps = text.ends_with("{");
    if (holdsOps ? firstSymbol(text) == name
                 : tie.op != 0 && firstSymbol(text) == name &&
                       lineage.symbol(tie.op) == name)
      found.push_back(tie);
  }
  if (!found.empty())
    return found;
  // In the generic form there is no '@'.
  for (const Tie &tie : among)
    if (tie.op != 0 && lineage.symbol(tie.op) == name)
      found.push_back(tie);
  return found;
}

} // namespace mlir::trackdbg
