//===- EditText.cpp - An op's text, changed by its user -------------------===//

#include "stop/EditText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Block.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;

// Weak: a compiler that the tracker is linked into need not have a parser.
namespace mlir {
[[gnu::weak]] LogicalResult parseAsmSourceFile(const llvm::SourceMgr &, Block *,
                                               const ParserConfig &,
                                               AsmParserState *,
                                               AsmParserCodeCompleteContext *);
} // namespace mlir

//===----------------------------------------------------------------------===//
// Printing and parsing
//===----------------------------------------------------------------------===//

std::string mlir::trackdbg::editableText(Operation *op,
                                         AsmState::LocationMap *places) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState state(op, OpPrintingFlags().useLocalScope().assumeVerified(),
                 places);
  op->print(stream, state);
  return text + "\n";
}

llvm::Expected<ParsedOp> ParsedOp::parse(StringRef text, StringRef source,
                                         Operation *like) {
  if (!&mlir::parseAsmSourceFile)
    return createStringError("this compiler has no parser for MLIR's text");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, source),
                             llvm::SMLoc());
  auto holder = std::make_unique<Block>();
  // Where it will stand, it is verified, with the functions that it calls.
  ParserConfig config(like->getContext(), /*verifyAfterParse=*/false);
  if (failed(mlir::parseAsmSourceFile(sources, holder.get(), config, nullptr,
                                      nullptr)))
    return createStringError("");
  if (!llvm::hasSingleElement(*holder))
    return createStringError("the text has %zu ops instead of one",
                             holder->getOperations().size());
  Operation &made = holder->front();
  if (made.getName() != like->getName() ||
      made.getNumRegions() != like->getNumRegions())
    return createStringError("the text is a %s instead of a %s",
                             made.getName().getStringRef().str().c_str(),
                             like->getName().getStringRef().str().c_str());
  return ParsedOp(std::move(holder), source);
}

void ParsedOp::moveInto(Operation *target) {
  Operation &made = holder->front();
  for (auto [to, from] : llvm::zip(target->getRegions(), made.getRegions()))
    to.takeBody(from);
  if (target->getPropertiesStorage())
    target->copyProperties(made.getPropertiesStorage());
  target->setDiscardableAttrs(made.getDiscardableAttrDictionary());
}

//===----------------------------------------------------------------------===//
// Which op was which
//===----------------------------------------------------------------------===//

using Lines = SmallVector<StringRef>;

static Lines linesOf(StringRef text) {
  Lines lines;
  text.split(lines, '\n');
  return lines;
}

/// "%5" of "  %5:2 = ...", or empty.
static StringRef valueOf(StringRef line) {
  line = line.ltrim();
  if (!line.starts_with("%") || !line.contains(" = "))
    return "";
  return line.take_until([](char c) { return c == ' ' || c == ':'; });
}

namespace {
/// For each line of a text the line of another that it was, from 1; 0: none.
class LineMatch {
public:
  LineMatch(const Lines &before, const Lines &after)
      : before(before), after(after), matches(after.size() + 1),
        same(after.size() + 1) {
    size_t begin = 0, endBefore = before.size(), endAfter = after.size();
    while (begin < endBefore && begin < endAfter &&
           before[begin] == after[begin])
      match(begin++);
    while (begin < endBefore && begin < endAfter &&
           before[endBefore - 1] == after[endAfter - 1])
      match(--endBefore, --endAfter);
    matchMiddle(begin, endBefore, endAfter);
    matchValues(begin, endBefore, endAfter);
  }
  /// All lines count from 1.
  size_t lineBefore(size_t line) const {
    return line < matches.size() ? matches[line] : 0;
  }
  bool isSame(size_t line) const { return same[line]; }

private:
  void match(size_t index) { match(index, index); }
  void match(size_t inBefore, size_t inAfter) {
    matches[inAfter + 1] = inBefore + 1;
    same[inAfter + 1] = true;
  }
  void matchMiddle(size_t begin, size_t endBefore, size_t endAfter);
  void matchValues(size_t begin, size_t endBefore, size_t endAfter);

  const Lines &before, &after;
  std::vector<size_t> matches;
  std::vector<bool> same;
};
} // namespace

/// The longest common subsequence, where it is not too much to look for.
void LineMatch::matchMiddle(size_t begin, size_t endBefore, size_t endAfter) {
  constexpr size_t kMost = 4'000'000;
  size_t rows = endBefore - begin, columns = endAfter - begin;
  if (rows == 0 || columns == 0 || rows > kMost / columns)
    return;
  std::vector<uint32_t> length((rows + 1) * (columns + 1));
  auto at = [&](size_t row, size_t column) -> uint32_t & {
    return length[row * (columns + 1) + column];
  };
  for (size_t row = rows; row-- > 0;)
    for (size_t column = columns; column-- > 0;)
      at(row, column) =
          before[begin + row] == after[begin + column]
              ? at(row + 1, column + 1) + 1
              : std::max(at(row + 1, column), at(row, column + 1));
  for (size_t row = 0, column = 0; row < rows && column < columns;) {
    if (before[begin + row] == after[begin + column])
      match(begin + row++, begin + column++);
    else if (at(row + 1, column) >= at(row, column + 1))
      ++row;
    else
      ++column;
  }
}

void LineMatch::matchValues(size_t begin, size_t endBefore, size_t endAfter) {
  llvm::StringMap<size_t> lines;
  for (size_t index = begin; index < endBefore; ++index)
    if (StringRef value = valueOf(before[index]); !value.empty())
      lines[value] = index + 1;
  for (size_t index = begin; index < endAfter; ++index) {
    size_t &matched = matches[index + 1];
    StringRef value = valueOf(after[index]);
    if (matched == 0 && !value.empty())
      matched = lines.lookup(value);
  }
}

void ParsedOp::relateTo(Operation *old, StringRef text, Relate relate) {
  AsmState::LocationMap places;
  std::string oldText = editableText(old, &places);
  llvm::DenseMap<size_t, Operation *> oldOps;
  // Of several ops on a line, the outermost, which is walked first.
  old->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto place = places.find(op);
    if (place != places.end())
      oldOps.try_emplace(place->second.first, op);
  });
  Lines before = linesOf(oldText), after = linesOf(text);
  LineMatch lines(before, after);
  llvm::DenseSet<size_t> seen;
  Operation *top = &holder->front();
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto place = dyn_cast<FileLineColLoc>(op->getLoc());
    // Some may be written in the text.
    if (!place || place.getFilename() != source || op == top ||
        !seen.insert(place.getLine()).second)
      return;
    Operation *was = oldOps.lookup(lines.lineBefore(place.getLine()));
    if (!was || was == old)
      return;
    op->setLoc(was->getLoc());
    relate(op, was, lines.isSame(place.getLine()));
  });
}
