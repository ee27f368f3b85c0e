//===- KnownPlaces.cpp - Whether there is what a breakpoint names ---------===//

#include "commands/KnownPlaces.h"

#include "commands/Console.h"
#include "commands/SymbolNames.h"
#include "graph/KnownNames.h"
#include "queries/NeverMatched.h"
#include "trace/Counted.h"
#include "trace/PlainText.h"
#include "trace/Sentence.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

using Kind = BreakpointSpec::Kind;

//===----------------------------------------------------------------------===//
// What is known without a run
//===----------------------------------------------------------------------===//

/// The words in the options of the command: of a pipeline, its passes.
static std::vector<std::string> wordsOfOptions(const Launch &launch) {
  std::vector<std::string> words;
  for (StringRef option : drop_begin(launch.arguments, 1)) {
    if (!option.starts_with("-"))
      continue;
    while (!option.empty()) {
      StringRef word = option.take_while(
          [](char c) { return isAlnum(c) || c == '-' || c == '_'; });
      option = option.drop_front(std::max<size_t>(word.size(), 1));
      if (StringRef name = word.ltrim('-'); name.size() > 2)
        words.push_back(name.str());
    }
  }
  return words;
}

/// The names of ops and of symbols, "@f", in the lines of the input.
static std::vector<std::string> namesInInput(Console &console) {
  constexpr size_t kMostLines = 100'000;
  std::vector<std::string> found;
  Expected<ArrayRef<StringRef>> lines =
      console.sources.lines(currentFile(console));
  if (!lines) {
    consumeError(lines.takeError());
    return found;
  }
  StringSet<> known;
  for (StringRef line : lines->take_front(kMostLines)) {
    line = line.split("//").first;
    while (!line.empty()) {
      char sign = line.front();
      bool isMarked = StringRef("@!#%^").contains(sign);
      StringRef word = line.drop_front(isMarked).take_while([](char c) {
        return isAlnum(c) || c == '_' || c == '$' || c == '.';
      });
      line = line.drop_front(std::max<size_t>(word.size() + isMarked, 1));
      bool isOp = !isMarked && word.contains('.') && isAlpha(word.front());
      if (word.empty() || (sign != '@' && !isOp))
        continue;
      std::string name = (sign == '@' ? "@" : "") + word.str();
      if (known.insert(name).second)
        found.push_back(std::move(name));
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Names alone
//===----------------------------------------------------------------------===//

/// The names of passes are those that ran and those that are to run.
static std::vector<std::string> knownNames(Console &console, NameKind kind) {
  Lineage *lineage = knownLineage(console);
  std::vector<std::string> known;
  if (lineage)
    known = names(*lineage, kind);
  if (kind == NameKind::PassWord)
    append_range(known, wordsOfOptions(console.debugger->launch()));
  if (!lineage && kind == NameKind::Op)
    copy_if(namesInInput(console), std::back_inserter(known),
            [](const std::string &name) { return name.front() != '@'; });
  return known;
}

static bool isSymbol(Console &console, StringRef name) {
  bool isThere = false;
  if (Lineage *lineage = knownLineage(console))
    lineage->forEachSymbol(
        [&](OpId, StringRef known) { isThere |= known == name; });
  else
    isThere = is_contained(namesInInput(console), "@" + name.str());
  return isThere;
}

std::vector<std::string> placesNear(Console &console, StringRef name) {
  constexpr std::pair<NameKind, StringLiteral> kKinds[] = {
      {NameKind::Op, "op "},
      {NameKind::PassWord, "pass "},
      {NameKind::PatternWord, "pattern "}};
  constexpr size_t kMost = 3;
  std::vector<std::string> exact, near;
  if (isSymbol(console, name))
    exact.push_back("@" + name.str());
  for (auto [kind, word] : kKinds)
    for (const std::string &each :
         nearNames(knownNames(console, kind), name, kind, /*count=*/2)) {
      std::string place = word.str() + OneLine(each).str();
      bool isExact = endsInWord(each, name);
      if (!is_contained(isExact ? exact : near, place))
        (isExact ? exact : near).push_back(place);
    }
  // Beside what has the name, what is spelled like it is noise.
  std::vector<std::string> &found = exact.empty() ? near : exact;
  found.resize(std::min(found.size(), kMost));
  return found;
}

//===----------------------------------------------------------------------===//
// Breakpoints
//===----------------------------------------------------------------------===//

/// The file that a place is in, as it can be read.
static StringRef fileOf(const Console &console, const BreakpointSpec &spec) {
  StringRef current = currentFile(console);
  return matchesFile(current, spec.name) ? current : spec.name;
}

/// Why no op can be there, as far as the file tells.
static std::string whyNotInFile(Console &console, const BreakpointSpec &spec) {
  StringRef file = fileOf(console, spec);
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(file);
  if (!lines) {
    consumeError(lines.takeError());
    return "no file '" + OneLine(spec.name).str() + "' is known so far";
  }
  if (uint64_t(spec.line) <= lines->size())
    return "";
  return formatv("'{0}' has {1}", OneLine(spec.name),
                 counted(lines->size(), "line"));
}

/// Why no symbol of the input can be meant. Not every input has such names.
static std::string whyNotInInput(Console &console, const BreakpointSpec &spec) {
  std::vector<std::string> symbols = namesInInput(console);
  erase_if(symbols,
           [](const std::string &name) { return name.front() != '@'; });
  StringRef name = spec.name;
  name = name.substr(name.rfind('@'));
  if (symbols.empty() || is_contained(symbols, name))
    return "";
  return ("the input has no '" + OneLine(name).str() + "'") +
         didYouMean(nearNames(std::move(symbols), name, NameKind::PassWord));
}

static std::string whyNoSymbol(const Lineage &lineage, StringRef name) {
  Expected<std::vector<OpId>> ops = resolveOps(lineage, name);
  return ops ? "" : toString(ops.takeError());
}

static std::string whyUnknownInRun(Console &console, const Lineage &lineage,
                                   const BreakpointSpec &spec) {
  // Nothing is known of a later action, or of an op that is to be made.
  if (spec.kind == Kind::Action || spec.kind == Kind::AtCreate)
    return "";
  std::string why = spec.kind == Kind::Symbol
                        ? whyNoSymbol(lineage, spec.name)
                        : explainNeverMatched(lineage.trace(), spec);
  if (why.empty())
    return why;
  why = "so far, " + why;
  if (spec.kind != Kind::Pass)
    return why;
  std::vector<std::string> toCome = wordsOfOptions(console.debugger->launch());
  if (is_contained(toCome, spec.name))
    return "";
  return StringRef(why).ends_with("?")
             ? why
             : why + didYouMean(nearNames(std::move(toCome), spec.name,
                                          NameKind::PassWord));
}

static std::string whyUnknown(Console &console, const BreakpointSpec &spec) {
  if (!console.debugger->tracePath().empty())
    if (Lineage *lineage = knownLineage(console))
      return whyUnknownInRun(console, *lineage, spec);
  return spec.kind == Kind::Location ? whyNotInFile(console, spec)
         : spec.kind == Kind::Symbol ? whyNotInInput(console, spec)
                                     : "";
}

std::string noteOnUnknown(Console &console, const BreakpointSpec &spec) {
  // Nobody reads a note on each of very many, and each takes its time.
  constexpr size_t kMost = 50;
  if (console.debugger->breakpoints().size() > kMost)
    return "";
  std::string why = whyUnknown(console, spec);
  if (why.empty())
    return spec.kind == Kind::Symbol ? noteOnOtherSymbols(console, spec.name)
                                     : "";
  return withPeriod("It may never be hit: " + why);
}

} // namespace mlir::trackdbg
