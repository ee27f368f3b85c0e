//===- SymbolNames.cpp ----------------------------------------------------===//

#include "commands/SymbolNames.h"

#include "commands/Errors.h"
#include "queries/Queries.h"
#include "trace/PlainText.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
struct Candidate {
  std::string path;  ///< "@m1::@f"
  std::string place; ///< " at a.mlir:3:5", or empty.
  OpId op = 0;       ///< 0 where nothing runs.
};
} // namespace

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

static std::string pathOf(const Lineage &lineage, OpId op) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  std::string path;
  for (unsigned depth = 0; op != 0 && depth < kMaxNesting; ++depth) {
    if (StringRef symbol = lineage.symbol(op); !symbol.empty())
      path = "@" + symbol.str() + (path.empty() ? "" : "::" + path);
    op = lineage.op(op).parent;
  }
  return path;
}

/// Those that are alive, or all where none is.
static std::vector<Candidate> candidatesAmong(const Lineage &lineage,
                                              ArrayRef<OpId> ops) {
  auto isAlive = [&](OpId op) { return lineage.op(op).isAlive(); };
  bool hasLiving = any_of(ops, isAlive);
  std::vector<Candidate> candidates;
  for (OpId op : ops) {
    if (hasLiving && !isAlive(op))
      continue;
    OpRef described = describeOp(lineage, op);
    candidates.push_back(
        {pathOf(lineage, op),
         described.location.empty() ? "" : " at " + described.location, op});
  }
  return candidates;
}

/// The symbol that a line of the input makes, if it makes a function or a
/// module.
static StringRef madeIn(StringRef line) {
  StringRef word = line.ltrim().take_until(isSpace);
  if (!word.ends_with("func") && !word.ends_with("module"))
    return "";
  return symbolIn(line);
}

/// The functions and modules of the input with a symbol name, by its braces.
static std::vector<Candidate> candidatesInInput(Console &console,
                                                StringRef name) {
  constexpr size_t kMostLines = 100'000;
  std::vector<Candidate> candidates;
  StringRef file = currentFile(console);
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(file);
  if (!lines) {
    consumeError(lines.takeError());
    return candidates;
  }
  std::vector<std::pair<size_t, std::string>> around;
  size_t depth = 0;
  for (auto [index, whole] : enumerate(lines->take_front(kMostLines))) {
    StringRef line = whole.split("//").first;
    bool goesOn = line.trim().empty() || line.ltrim().starts_with("{") ||
                  line.ltrim().starts_with("attributes ");
    while (!around.empty() && around.back().first >= depth && !goesOn)
      around.pop_back();
    if (StringRef symbol = madeIn(line); !symbol.empty()) {
      std::string path = around.empty() ? "" : around.back().second + "::";
      path += "@" + symbol.str();
      if (path == name || StringRef(path).ends_with(("::" + name).str()))
        candidates.push_back(
            {path, formatv(" at {0}:{1}", OneLine(file), index + 1), 0});
      around.push_back({depth, std::move(path)});
    }
    size_t closed = line.count('}');
    depth += line.count('{');
    depth -= std::min(depth, closed);
  }
  return candidates;
}

//===----------------------------------------------------------------------===//
// Which one is meant
//===----------------------------------------------------------------------===//

/// The paths tell them apart, except those of modules without names.
static std::string textOf(const Candidate &candidate, bool isWithNumber) {
  std::string number =
      isWithNumber ? formatv("#{0} ", candidate.op).str() : std::string();
  return number + candidate.path + candidate.place;
}

static Error ambiguous(StringRef name, ArrayRef<std::string> choices,
                       StringRef first) {
  constexpr size_t kMostListed = 8;
  std::string text;
  for (const std::string &each : choices.take_front(kMostListed))
    text += "\n  " + each;
  if (choices.size() > kMostListed)
    text += formatv("\n  and {0} more", choices.size() - kMostListed);
  return fail("\"{0}\" names {1} symbols here:{2}\nName one, as {3}.", name,
              choices.size(), text, first);
}

/// There is at least one.
static Expected<Candidate> choose(Console &console, StringRef name,
                                  ArrayRef<Candidate> candidates) {
  if (candidates.size() == 1)
    return candidates.front();
  bool needsNumber = any_of(candidates, [&](const Candidate &each) {
    return count_if(candidates, [&](const Candidate &other) {
             return other.path == each.path;
           }) > 1;
  });
  std::vector<std::string> choices;
  for (const Candidate &each : candidates)
    choices.push_back(textOf(each, needsNumber));
  std::optional<size_t> chosen;
  constexpr size_t kMostChoices = 20;
  if (console.asksWhich && choices.size() <= kMostChoices) {
    std::string question =
        formatv("\"{0}\" names {1} symbols here:", name, choices.size());
    if (Error error =
            console.frontend.choose(question, choices).moveInto(chosen))
      return error;
  }
  if (chosen)
    return candidates[*chosen];
  const Candidate &last = candidates.back();
  return ambiguous(name, choices,
                   needsNumber ? formatv("#{0}", last.op).str() : last.path);
}

/// One for each path.
static std::vector<Candidate> candidatesFor(Console &console, StringRef name) {
  std::vector<Candidate> candidates;
  Lineage *lineage =
      console.debugger->tracePath().empty() ? nullptr : knownLineage(console);
  if (!lineage) {
    candidates = candidatesInInput(console, name);
  } else if (Expected<std::vector<OpId>> ops = resolveOps(*lineage, name)) {
    candidates = candidatesAmong(*lineage, *ops);
  } else {
    consumeError(ops.takeError());
  }
  std::vector<Candidate> different;
  for (Candidate &each : candidates)
    if (none_of(different, [&](const Candidate &other) {
          return other.path == each.path;
        }))
      different.push_back(std::move(each));
  return different;
}

/// The path of a symbol that is in no other one is its name.
static bool isWhole(const Candidate &candidate, StringRef name) {
  return candidate.path == name;
}

Expected<std::string> symbolPath(Console &console, StringRef name) {
  std::vector<Candidate> candidates = candidatesFor(console, name);
  if (candidates.size() < 2 || any_of(candidates, [&](const Candidate &each) {
        return isWhole(each, name);
      }))
    return name.str();
  Expected<Candidate> chosen = choose(console, name, candidates);
  return chosen ? chosen->path : Expected<std::string>(chosen.takeError());
}

std::string noteOnOtherSymbols(Console &console, StringRef name) {
  constexpr size_t kMostNamed = 3;
  std::string note;
  size_t count = 0;
  std::vector<Candidate> candidates = candidatesFor(console, name);
  if (none_of(candidates,
              [&](const Candidate &each) { return isWhole(each, name); }))
    return note;
  for (const Candidate &each : candidates)
    if (!isWhole(each, name) && ++count <= kMostNamed)
      note += (note.empty() ? "" : ", ") + each.path;
  if (count > kMostNamed)
    note += formatv(", and {0} more", count - kMostNamed);
  return note.empty() ? "" : "It also stops in " + note + ".";
}

Expected<std::vector<OpId>>
opsOfSymbol(Console &console, const Lineage &lineage, StringRef name) {
  Expected<std::vector<OpId>> ops = resolveOps(lineage, name);
  if (!ops)
    return ops.takeError();
  std::vector<Candidate> candidates = candidatesAmong(lineage, *ops);
  auto isThat = [&](const Candidate &each) { return isWhole(each, name); };
  if (any_of(candidates, isThat))
    erase_if(candidates, std::not_fn(isThat));
  if (!lineage.op(candidates.front().op).isAlive())
    return ops;
  Expected<Candidate> chosen = choose(console, name, candidates);
  if (!chosen)
    return chosen.takeError();
  return std::vector<OpId>{chosen->op};
}

} // namespace mlir::trackdbg
