//===- RenamedText.cpp ----------------------------------------------------===//

#include "stages/RenamedText.h"

#include "stages/Diff.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <vector>

namespace mlir::trackdbg {

namespace {
struct Line {
  llvm::StringRef text;
  llvm::SmallVector<NameInLine, 8> names;
  size_t results = 0; ///< How many of the names it defines as results.
};

class Renaming {
public:
  Renaming(llvm::StringRef before, llvm::StringRef after)
      : old(linesOf(before)), young(linesOf(after)) {
    for (const std::vector<Line> *lines : {&old, &young})
      for (const Line &line : *lines)
        for (const NameInLine &each : line.names)
          newNames.avoid(each.name);
  }

  /// The lines of the younger text, each with a newline.
  std::string run() {
    SequenceChanges changes = compareSequences(keysOf(old), keysOf(young));
    size_t x = 0;
    std::string text;
    for (auto [y, line] : llvm::enumerate(young)) {
      bool isPaired = !changes.added[y];
      while (isPaired && changes.removed[x])
        ++x;
      define(line, isPaired ? &old[x++] : nullptr);
      text += write(line) + "\n";
    }
    return text;
  }

private:
  static std::vector<Line> linesOf(llvm::StringRef text) {
    std::vector<Line> lines;
    for (llvm::StringRef each : llvm::split(text.rtrim('\n'), '\n')) {
      Line &line = lines.emplace_back();
      line.text = each;
      line.names = namesIn(each);
      line.results = countResults(each, line.names);
    }
    return lines;
  }

  /// Of a line: what it is but for names. A sign without a name is another one.
  static std::vector<uint64_t> keysOf(llvm::ArrayRef<Line> lines) {
    std::vector<uint64_t> keys;
    for (const Line &line : lines) {
      std::string rest =
          renameIn(line.text, line.names, [](const NameInLine &each) {
            return std::string{each.name.front(), '\0'};
          });
      keys.push_back(llvm::xxh3_64bits(rest));
    }
    return keys;
  }

  /// Functions use the same names again, and so a definition replaces one.
  /// Other names of a paired line are those of arguments, or of what stands
  /// behind; where they are known, that stays.
  void define(const Line &line, const Line *pair) {
    if (pair && pair->names.size() != line.names.size())
      pair = nullptr; // Their hashes were the same by chance.
    for (auto [index, each] : llvm::enumerate(line.names)) {
      bool isLabel = index == 0 && line.text.ltrim(' ').starts_with("^");
      if (index < line.results || isLabel)
        names[each.name] = pair ? pair->names[index].name.str()
                                : newNames.make(each.name.front());
      else if (pair)
        names.try_emplace(each.name, pair->names[index].name.str());
    }
  }

  std::string write(const Line &line) const {
    return renameIn(line.text, line.names, [&](const NameInLine &each) {
      auto known = names.find(each.name);
      return known == names.end() ? each.name.str() : known->second;
    });
  }

  std::vector<Line> old, young;
  llvm::DenseMap<llvm::StringRef, std::string> names; ///< Younger to older.
  NewNames newNames;
};
} // namespace

bool looksLikeIR(llvm::StringRef text) {
  return llvm::any_of(llvm::split(text, '\n'), [](llvm::StringRef line) {
    return countResults(line, namesIn(line)) != 0;
  });
}

std::string withNamesOf(llvm::StringRef before, llvm::StringRef after) {
  std::string renamed = Renaming(before, after).run();
  renamed.pop_back();
  return renamed + after.substr(after.rtrim('\n').size()).str();
}

} // namespace mlir::trackdbg
