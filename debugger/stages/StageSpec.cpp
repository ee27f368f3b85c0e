//===- StageSpec.cpp - Ops by the names of a printed stage ----------------===//

#include "stages/StageSpec.h"

#include "graph/Nesting.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

llvm::Expected<Stage> stageAt(const Lineage &lineage, Moment moment) {
  std::vector<Stage> stages = stagesOf(lineage);
  const Stage &nearest = stageAround(stages, moment.after);
  if (moment.isEnd() || nearest.pass == moment.after)
    return nearest;
  return llvm::createStringError(fmt::format(
      "{} is inside a pass, where only 'record --changes' keeps the IR; stage "
      "{} is before that pass and stage {} after it",
      describeMoment(lineage, moment), std::max(nearest.number, 1u) - 1,
      nearest.number));
}

namespace {
/// What has the name that was asked for: an op, or an argument in one.
struct Found {
  const StageText *text = nullptr;
  uint32_t line = 0;
  OpId op = 0; ///< Or the one that holds the argument.
  std::optional<PrintedArgument> argument = std::nullopt;
};

/// "stage3" of "@stage3/%5" and of "@stage3:17"; what follows in `rest`.
llvm::StringRef takeStage(llvm::StringRef spec, llvm::StringRef &rest) {
  if (!spec.consume_front("@"))
    return "";
  size_t end = spec.find_first_of("/:");
  if (end == llvm::StringRef::npos)
    return "";
  rest = spec.drop_front(end);
  return spec.take_front(end);
}

/// What was found in one line, short: "12: %3 = arith.addi %1, %2".
std::string lineOf(const Found &found) {
  llvm::StringRef line = found.text->line(found.line).trim();
  constexpr size_t kMost = 60;
  return fmt::format("{} ({}{})", found.line, line.take_front(kMost).str(),
                     line.size() > kMost ? "..." : "");
}

/// The number of the block in which a printed argument is, that is not the
/// first one of its region; 0 where that is not known for sure. It is the one
/// in which all ops were that stand there, and none that stands elsewhere.
uint32_t blockOf(const Lineage &lineage, const Stage &stage,
                 const Found &found) {
  std::vector<StageText::PrintedBlock> printed =
      found.text->blocksOf(found.argument->holder);
  std::vector<OpId> ops;
  for (const StageText::PrintedBlock &block : printed)
    ops.insert(ops.end(), block.ops.begin(), block.ops.end());
  std::vector<uint32_t> blocks = blocksAt(lineage, stage.moment(), ops);
  llvm::DenseSet<uint32_t> here, elsewhere;
  size_t next = 0;
  for (const StageText::PrintedBlock &block : printed)
    for (size_t i = 0; i < block.ops.size(); ++i)
      (block.label == found.line ? here : elsewhere).insert(blocks[next++]);
  return here.size() == 1 && !elsewhere.contains(*here.begin()) ? *here.begin()
                                                                : 0;
}

/// Looks one spec up in the texts of its stage.
class StageLookUp {
public:
  StageLookUp(const Lineage &lineage, llvm::StringRef spec, const Stage &stage)
      : lineage(lineage), spec(spec), stage(stage) {}

  llvm::Expected<ResolvedEnds> run(const Snapshots::Texts &texts,
                                   llvm::StringRef rest) {
    bool isLine = rest.consume_front(":");
    uint32_t line = 0;
    if (isLine && (rest.split(':').first.getAsInteger(10, line) || line == 0))
      return llvm::createStringError(
          fmt::format("'{}' does not name a line; write it as '@stage{}:17'",
                      spec.str(), stage.number));
    rest.consume_front("/");
    for (const auto &text : texts) {
      if (!isLine)
        lookUpPath(*text, rest);
      else
        addTies(*text, text->at(line));
    }
    if (found.empty())
      return nothingFound(rest, isLine);
    if (found.size() > 1 && !isLine)
      return ambiguous();
    if (found.front().argument)
      return argumentEnd(found.front());
    ResolvedEnds ends;
    for (const Found &each : found)
      if (each.op != 0)
        ends.ops.push_back(each.op);
    if (ends.ops.empty())
      return notInTrace();
    llvm::sort(ends.ops);
    return ends;
  }

private:
  void addTies(const StageText &text, llvm::ArrayRef<Tie> ties) {
    for (const Tie &tie : ties)
      found.push_back({&text, tie.line, tie.op});
  }

  /// `@f/%5`, `@m/@f`, `%5`, `@f/%arg0`.
  void lookUpPath(const StageText &text, llvm::StringRef path) {
    std::vector<Tie> scope = text.ties().vec(), withHolders = scope;
    while (path.starts_with("@")) {
      auto [symbol, rest] = path.drop_front().split('/');
      std::vector<Tie> holders = text.symbolsNamed(lineage, symbol, scope);
      path = rest;
      if (path.empty())
        return addTies(text, holders);
      scope.clear();
      withHolders.clear();
      for (const Tie &holder : holders) {
        withHolders.push_back(holder);
        llvm::append_range(withHolders, text.inside(holder));
        llvm::append_range(scope, text.inside(holder));
      }
    }
    if (!path.starts_with("%"))
      return;
    std::vector<Tie> defining = text.definitionsOf(path, scope);
    addTies(text, defining);
    if (defining.empty())
      for (const PrintedArgument &each : text.argumentsNamed(path, withHolders))
        found.push_back({&text, each.line, each.holder.op, each});
  }

  llvm::Expected<ResolvedEnds> argumentEnd(const Found &named) const {
    if (named.op == 0)
      return notInTrace();
    ResolvedEnds ends;
    ends.arguments.push_back(
        {named.op, named.argument->number, named.argument->isOfEntry});
    ArgumentRef &argument = ends.arguments.back();
    if (argument.isOfEntry)
      return ends;
    argument.block = blockOf(lineage, stage, named);
    if (argument.block == 0)
      return llvm::createStringError(fmt::format(
          "'{}' is argument {} of a block in #{} {}, and which of its blocks "
          "that is was not recorded; ask at a stop, where '{}' says it",
          spec.str(), argument.number, named.op, lineage.opName(named.op).str(),
          spec.substr(spec.rfind('/') + 1).str()));
    return ends;
  }

  llvm::Error notInTrace() const {
    return llvm::createStringError(
        fmt::format("the birth of '{}' is not in the trace; it may be older "
                    "than the recording",
                    spec.str()));
  }

  llvm::Error ambiguous() const {
    constexpr size_t kMost = 4;
    std::vector<std::string> lines;
    for (const Found &each : llvm::ArrayRef(found).take_front(kMost))
      lines.push_back(lineOf(each));
    const Found &first = found.front();
    bool areArguments = first.argument.has_value();
    std::string better =
        !areArguments ? fmt::format("@stage{}:{}", stage.number, first.line)
        : first.argument->isOfEntry && first.op != 0
            ? fmt::format("#{}:arg{}", first.op, first.argument->number)
            : fmt::format("@stage{}/@f/{}", stage.number,
                          spec.substr(spec.rfind('/') + 1).str());
    return llvm::createStringError(fmt::format(
        "'{}' is ambiguous: {} {} have that name, in the lines {}{}; write "
        "'{}' for the first one",
        spec.str(), found.size(), areArguments ? "arguments" : "ops",
        llvm::join(lines, ", "), found.size() > kMost ? ", ..." : "", better));
  }

  llvm::Error nothingFound(llvm::StringRef path, bool isLine) const {
    if (isLine)
      return llvm::createStringError(
          fmt::format("no op begins in the line that '{}' names; 'show {}' "
                      "prints the stage",
                      spec.str(), stage.number));
    return llvm::createStringError(
        fmt::format("there is no '{}' in stage {}; 'show {}' prints the stage",
                    path.str(), stage.number, stage.number));
  }

  const Lineage &lineage;
  llvm::StringRef spec;
  Stage stage;
  std::vector<Found> found;
};
} // namespace

bool mayBeStageSpec(llvm::StringRef spec) {
  llvm::StringRef rest;
  llvm::StringRef stage = takeStage(spec, rest);
  uint32_t number;
  return stage == "start" || stage == "end" ||
         (stage.consume_front("stage") && !stage.getAsInteger(10, number));
}

bool isStageSpec(const Lineage &lineage, llvm::StringRef spec) {
  if (!mayBeStageSpec(spec))
    return false;
  llvm::StringRef rest;
  llvm::StringRef stage = takeStage(spec, rest);
  bool isSymbol = false;
  if (stage == "start" || stage == "end")
    lineage.forEachSymbol(
        [&](OpId, llvm::StringRef name) { isSymbol |= name == stage; });
  return !isSymbol;
}

llvm::Expected<ResolvedEnds> resolveStageEnds(const Lineage &lineage,
                                              llvm::StringRef spec) {
  llvm::StringRef rest;
  llvm::StringRef name = takeStage(spec, rest);
  llvm::Expected<Moment> moment = parseMoment(lineage, name);
  if (!moment)
    return moment.takeError();
  llvm::Expected<Stage> stage = stageAt(lineage, *moment);
  if (!stage)
    return stage.takeError();
  llvm::Expected<Snapshots::Texts> texts = snapshotsOf(lineage).textsOf(*stage);
  if (!texts)
    return texts.takeError();
  return StageLookUp(lineage, spec, *stage).run(*texts, rest);
}

} // namespace mlir::trackdbg
