//===- StageText.cpp - Printed IR that knows its ops ----------------------===//

#include "stages/StageText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

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

namespace {
/// The values that a line names, in order; each once.
std::vector<llvm::StringRef> valuesIn(llvm::StringRef text) {
  std::vector<llvm::StringRef> names;
  for (size_t at; (at = text.find('%')) != llvm::StringRef::npos;) {
    text = text.drop_front(at);
    llvm::StringRef name =
        text.take_front(1 + text.drop_front().find_if_not([](char c) {
          return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' ||
                 c == '-';
        }));
    text = text.drop_front(std::min(name.size(), text.size()));
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  return names;
}

/// The number in a name that MLIR gives itself, "%arg3".
std::optional<uint32_t> usualNumber(llvm::StringRef name) {
  uint32_t number = 0;
  if (!name.consume_front("%arg") || name.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// Those of the values that a line names which it gives a type: "%in: f32".
std::vector<llvm::StringRef> typedValuesIn(llvm::StringRef text) {
  std::vector<llvm::StringRef> names = valuesIn(text);
  llvm::erase_if(names, [&](llvm::StringRef name) {
    return !text.contains((name + ": ").str());
  });
  return names;
}
} // namespace

/// What an op names before its first region: the lines up to the one that opens
/// it. Empty where there is none.
llvm::StringRef StageText::headerOf(const Tie &tie) const {
  uint32_t last = lastLineOf(tie);
  if (last == tie.line)
    return "";
  uint32_t opening = tie.line;
  if (!line(opening).ends_with("{")) {
    llvm::ArrayRef<Tie> contents = inside(tie);
    if (!contents.empty())
      last = contents.front().line - 1;
    while (opening <= last && !line(opening).ends_with("{"))
      ++opening;
    if (opening > last)
      return "";
  }
  return llvm::StringRef(whole).slice(starts[tie.line - 1] + tie.column,
                                      line(opening).end() - whole.data());
}

/// The holder of a label is the nearest op before it at the same column.
const Tie *StageText::holderOfLabel(uint32_t line, size_t column) const {
  auto end = llvm::partition_point(
      kept, [&](const Tie &tie) { return tie.line < line; });
  while (end != kept.begin()) {
    --end;
    if (end->column == column)
      return lastLineOf(*end) >= line ? &*end : nullptr;
  }
  return nullptr;
}

void StageText::addLabelArguments(llvm::StringRef name, uint32_t first,
                                  uint32_t last,
                                  std::vector<PrintedArgument> &found) const {
  for (uint32_t number = first; number <= last; ++number) {
    llvm::StringRef text = line(number).ltrim();
    if (!text.starts_with("^") || !text.contains(name))
      continue;
    std::vector<llvm::StringRef> names = valuesIn(text);
    auto at = llvm::find(names, name);
    const Tie *holder =
        holderOfLabel(number, line(number).size() - text.size());
    if (at != names.end() && holder)
      found.push_back({*holder, number, uint32_t(at - names.begin()),
                       text.starts_with("^bb0(")});
  }
}

/// The number of an argument that an op names before its region; `around` are
/// those around the op. What one of these names is used here, and not defined.
/// MLIR numbers the arguments of a block, and a printer may show them in
/// another order; those with names of their own stand in a list with types.
static std::optional<uint32_t>
numberInHeader(llvm::StringRef name, llvm::StringRef header,
               llvm::ArrayRef<llvm::StringRef> around) {
  for (llvm::StringRef outer : around)
    if (llvm::is_contained(valuesIn(outer), name))
      return std::nullopt;
  std::optional<uint32_t> usual = usualNumber(name);
  if (!usual) {
    std::vector<llvm::StringRef> names = typedValuesIn(header);
    auto at = llvm::find(names, name);
    return at == names.end() ? std::nullopt
                             : std::optional<uint32_t>(at - names.begin());
  }
  uint32_t first = 0;
  for (llvm::StringRef outer : around)
    for (llvm::StringRef each : valuesIn(outer))
      first = std::max(first, usualNumber(each).value_or(0) + 1);
  uint32_t least = *usual;
  for (llvm::StringRef each : valuesIn(header))
    if (std::optional<uint32_t> number = usualNumber(each);
        number && *number >= first)
      least = std::min(least, *number);
  bool isNamed = llvm::is_contained(valuesIn(header), name);
  return isNamed ? std::optional(*usual - least) : std::nullopt;
}

void StageText::addHeaderArguments(llvm::StringRef name,
                                   llvm::ArrayRef<Tie> among,
                                   std::vector<PrintedArgument> &found) const {
  struct Open {
    uint32_t lastLine;
    llvm::StringRef header;
  };
  std::vector<Open> open; // The ops around the next one.
  for (const Tie &tie : among) {
    while (!open.empty() && open.back().lastLine < tie.line)
      open.pop_back();
    llvm::StringRef header = headerOf(tie);
    if (header.empty())
      continue;
    if (header.contains(name)) {
      std::vector<llvm::StringRef> around;
      for (const Open &each : open)
        around.push_back(each.header);
      if (std::optional<uint32_t> number = numberInHeader(name, header, around))
        found.push_back({tie, tie.line, *number, true});
    }
    open.push_back({lastLineOf(tie), header});
  }
}

std::vector<PrintedArgument>
StageText::argumentsNamed(llvm::StringRef name,
                          llvm::ArrayRef<Tie> among) const {
  std::vector<PrintedArgument> found;
  if (among.empty())
    return found;
  uint32_t last = 0;
  for (const Tie &tie : among)
    last = std::max(last, lastLineOf(tie));
  addLabelArguments(name, among.front().line, last, found);
  addHeaderArguments(name, among, found);
  return found;
}

std::vector<StageText::PrintedBlock>
StageText::blocksOf(const Tie &holder) const {
  std::vector<PrintedBlock> blocks(1);
  llvm::ArrayRef<Tie> ties = inside(holder);
  uint32_t covered = 0; // The last line of the op before.
  for (uint32_t number = holder.line + 1; number <= lastLineOf(holder);
       ++number) {
    llvm::StringRef text = line(number);
    if (text.drop_front(std::min<size_t>(holder.column, text.size()))
            .starts_with("^"))
      blocks.push_back({number, {}});
    for (; !ties.empty() && ties.front().line <= number;
         ties = ties.drop_front()) {
      if (ties.front().line <= covered)
        continue;
      covered = lastLineOf(ties.front());
      if (ties.front().op != 0)
        blocks.back().ops.push_back(ties.front().op);
    }
  }
  return blocks;
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
