//===- RenamedText.cpp ----------------------------------------------------===//

#include "stages/RenamedText.h"

#include "stages/Diff.h"
#include "stages/NamesInLine.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
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
          if (each.name.drop_front().starts_with("new"))
            taken.insert(each.name);
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
      std::string rest;
      size_t done = 0;
      for (const NameInLine &each : line.names) {
        rest += line.text.slice(done, each.begin + 1);
        rest += '\0';
        done = each.begin + each.name.size();
      }
      keys.push_back(llvm::xxh3_64bits(rest += line.text.substr(done)));
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
        names[each.name] =
            pair ? pair->names[index].name.str() : makeNew(each.name.front());
      else if (pair)
        names.try_emplace(each.name, pair->names[index].name.str());
    }
  }

  std::string write(const Line &line) const {
    std::string written;
    size_t done = 0;
    for (const NameInLine &each : line.names) {
      written += line.text.slice(done, each.begin);
      auto known = names.find(each.name);
      written += known == names.end() ? each.name.str() : known->second;
      done = each.begin + each.name.size();
    }
    return written += line.text.substr(done);
  }

  std::string makeNew(char sign) {
    std::string name;
    do
      name = std::string(1, sign) + "new" +
             std::to_string(++(sign == '^' ? blocks : values));
    while (taken.contains(name));
    return name;
  }

  std::vector<Line> old, young;
  llvm::DenseMap<llvm::StringRef, std::string> names; ///< Younger to older.
  llvm::StringSet<> taken; ///< Such names, where the IR has them.
  unsigned values = 0, blocks = 0;
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
