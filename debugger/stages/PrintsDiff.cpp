//===- PrintsDiff.cpp -----------------------------------------------------===//

#include "stages/PrintsDiff.h"

#include "stages/Diff.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <vector>

namespace mlir::trackdbg {

using Kind = IdentityLine::Kind;

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

namespace {
struct Line {
  llvm::StringRef text;
  llvm::SmallVector<NameInLine, 8> names;
  size_t results = 0; ///< How many of the names it defines as results.

  bool isLabel() const { return text.ltrim(' ').starts_with("^"); }
  /// What it is but for names. A sign without a name is another one.
  std::string withoutNames() const {
    return renameIn(text, names, [](const NameInLine &each) {
      return std::string{each.name.front(), '\0'};
    });
  }
};
} // namespace

static std::vector<Line> linesOf(llvm::StringRef text) {
  std::vector<Line> lines;
  if (text.empty())
    return lines;
  for (llvm::StringRef each : llvm::split(text.rtrim('\n'), '\n')) {
    Line &line = lines.emplace_back();
    line.text = each;
    line.names = namesIn(each);
    line.results = countResults(each, line.names);
  }
  return lines;
}

llvm::StringRef opNameIn(llvm::StringRef line) {
  llvm::StringRef text = line.ltrim(' ');
  if (text.starts_with("%"))
    text = text.split(" = ").second;
  text.consume_front("\"");
  bool isName = !text.empty() && llvm::isAlpha(text.front());
  return isName ? text.take_while(isOfName) : "";
}

/// The same for lines that may be the same op, or label.
static uint64_t kindOf(const Line &line) {
  if (line.isLabel())
    return llvm::xxh3_64bits("^");
  llvm::StringRef name = opNameIn(line.text);
  return llvm::xxh3_64bits(name.empty() ? line.text : name);
}

/// Whether most of their text is the same.
static bool isAlike(const Line &before, const Line &after) {
  std::string old = before.withoutNames(), young = after.withoutNames();
  size_t same = 0;
  for (const DiffWords &each : diffWords(old, young))
    if (each.kind == DiffLine::Kind::Same)
      same += each.text.trim(' ').size();
  return 2 * same >= std::max(llvm::StringRef(old).trim(' ').size(),
                              llvm::StringRef(young).trim(' ').size());
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

namespace {
constexpr size_t kNoPair = SIZE_MAX;
} // namespace

static std::vector<uint64_t> keysOf(llvm::ArrayRef<Line> lines) {
  std::vector<uint64_t> keys;
  for (const Line &line : lines)
    keys.push_back(llvm::xxh3_64bits(line.withoutNames()));
  return keys;
}

/// In a part of both where no line is the same.
static void pairChanged(llvm::ArrayRef<Line> old, llvm::ArrayRef<Line> young,
                        const ChangedRun &run, std::vector<size_t> &pairs) {
  std::vector<uint64_t> kinds[2];
  for (const Line &line : old.slice(run.x, run.endX - run.x))
    kinds[0].push_back(kindOf(line));
  for (const Line &line : young.slice(run.y, run.endY - run.y))
    kinds[1].push_back(kindOf(line));
  SequenceChanges changes = compareSequences(kinds[0], kinds[1]);
  size_t x = 0;
  for (size_t y = 0; y < kinds[1].size(); ++y) {
    if (changes.added[y])
      continue;
    while (changes.removed[x])
      ++x;
    if (isAlike(old[run.x + x], young[run.y + y]))
      pairs[run.y + y] = run.x + x;
    ++x;
  }
}

/// Of each younger line, the older one that it is; in their order.
static std::vector<size_t> pairLines(llvm::ArrayRef<Line> old,
                                     llvm::ArrayRef<Line> young) {
  std::vector<size_t> pairs(young.size(), kNoPair);
  size_t x = 0, y = 0;
  auto keepUpTo = [&](size_t end) {
    while (y < end)
      pairs[y++] = x++;
  };
  for (const ChangedRun &run :
       runsOf(compareSequences(keysOf(old), keysOf(young)))) {
    keepUpTo(run.y);
    pairChanged(old, young, run, pairs);
    x = run.endX;
    y = run.endY;
  }
  keepUpTo(young.size());
  return pairs;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
class Renaming {
public:
  Renaming(llvm::ArrayRef<Line> old, llvm::ArrayRef<Line> young) {
    for (llvm::ArrayRef<Line> lines : {old, young})
      for (const Line &line : lines)
        for (const NameInLine &each : line.names)
          newNames.avoid(each.name);
  }

  /// A line of the younger text with the older names. To be asked for in their
  /// order.
  std::string rename(const Line &line, const Line *pair) {
    define(line, pair);
    return renameIn(line.text, line.names, [&](const NameInLine &each) {
      auto known = names.find(each.name);
      return known == names.end() ? each.name.str() : known->second;
    });
  }

private:
  /// Functions use the same names again, and so a definition replaces one.
  /// Other names of a paired line are those of arguments, or of what stands
  /// behind; where they are known, that stays.
  void define(const Line &line, const Line *pair) {
    bool isPaired = pair && pair->results == line.results;
    bool hasSameNames = isPaired && pair->names.size() == line.names.size();
    for (auto [index, each] : llvm::enumerate(line.names)) {
      bool isDefined = index < line.results || (index == 0 && line.isLabel());
      // Of what looks like a label, the older one may have no name.
      if (isDefined)
        names[each.name] = isPaired && index < pair->names.size()
                               ? pair->names[index].name.str()
                               : newNames.make(each.name.front());
      else if (hasSameNames)
        names.try_emplace(each.name, pair->names[index].name.str());
    }
  }

  llvm::DenseMap<llvm::StringRef, std::string> names; ///< Younger to older.
  NewNames newNames;
};

//===----------------------------------------------------------------------===//
// The diff
//===----------------------------------------------------------------------===//

/// What is around the lines of one side.
class Nesting {
public:
  OpId parentOf(llvm::StringRef text) {
    while (!open.empty() && open.back().indent >= indentOf(text))
      open.pop_back();
    return open.empty() ? 0 : open.back().op;
  }
  void add(llvm::StringRef text, OpId op) {
    open.push_back({indentOf(text), op});
  }

private:
  struct Open {
    size_t indent;
    OpId op;
  };
  static size_t indentOf(llvm::StringRef text) {
    return text.size() - text.ltrim(' ').size();
  }
  std::vector<Open> open;
};

class PrintsDiff {
public:
  PrintsDiff(llvm::StringRef before, llvm::StringRef after)
      : old(linesOf(before)), young(linesOf(after)), renaming(old, young) {}

  IdentityDiff run() {
    std::vector<size_t> pairs = pairLines(old, young);
    // What was there is shown before what came for it.
    std::vector<size_t> ends = pairs;
    size_t end = old.size();
    for (size_t &each : llvm::reverse(ends))
      end = each = each == kNoPair ? end : each;
    size_t x = 0;
    for (auto [y, pair] : llvm::enumerate(pairs)) {
      while (x < ends[y])
        addOld(old[x++], y);
      addYoung(y, pair == kNoPair ? nullptr : &old[x++]);
    }
    while (x < old.size())
      addOld(old[x++], young.size());
    return std::move(diff);
  }

private:
  void addOld(const Line &line, size_t y) {
    IdentityLine &added = add(Kind::Removed, line.text, y);
    added.before = line.text.str();
    added.parent = parentOf(line.text, {&nestingBefore});
    diff.counts.erased += added.op != 0;
  }

  void addYoung(size_t y, const Line *pair) {
    const Line &line = young[y];
    std::string text = renaming.rename(line, pair);
    bool isSame = pair && pair->text == text;
    IdentityLine &added = add(isSame ? Kind::Same
                              : pair ? Kind::Changed
                                     : Kind::Added,
                              line.text, y);
    if (pair)
      added.before = pair->text.str();
    added.after = std::move(text);
    added.parent = pair ? parentOf(line.text, {&nestingBefore, &nestingAfter})
                        : parentOf(line.text, {&nestingAfter});
    if (added.op != 0)
      ++(isSame ? diff.counts.unchanged
         : pair ? diff.counts.changed
                : diff.counts.made);
    added.isOfChanged = added.op != 0 && pair && !isSame;
  }

  IdentityLine &add(Kind kind, llvm::StringRef text, size_t y) {
    IdentityLine &line = diff.lines.emplace_back();
    line.kind = kind;
    line.number = y + 1;
    if (!opNameIn(text).empty())
      line.op = diff.lines.size();
    diff.differs |= kind != Kind::Same;
    return line;
  }

  /// On each side that has the line; on the last one where they differ.
  OpId parentOf(llvm::StringRef text,
                std::initializer_list<Nesting *> sides) const {
    OpId parent = 0;
    for (Nesting *side : sides) {
      parent = side->parentOf(text);
      if (diff.lines.back().op != 0)
        side->add(text, diff.lines.back().op);
    }
    return parent;
  }

  std::vector<Line> old, young;
  Renaming renaming;
  Nesting nestingBefore, nestingAfter;
  IdentityDiff diff;
};
} // namespace

bool looksLikeIR(llvm::StringRef text) {
  return llvm::any_of(llvm::split(text, '\n'), [](llvm::StringRef line) {
    return countResults(line, namesIn(line)) != 0;
  });
}

IdentityDiff diffOfPrints(llvm::StringRef before, llvm::StringRef after) {
  return PrintsDiff(before, after).run();
}

} // namespace mlir::trackdbg
