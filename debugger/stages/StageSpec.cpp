//===- StageSpec.cpp - Ops by the names of a printed stage ----------------===//

#include "stages/StageSpec.h"

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
      "{} is inside a pass, where the IR is not kept; stage {} is before that "
      "pass and stage {} after it",
      describeMoment(lineage, moment), std::max(nearest.number, 1u) - 1,
      nearest.number));
}

namespace {
using Found = std::pair<const StageText *, Tie>;

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

/// The op in one line, short: "12: %3 = arith.addi %1, %2".
std::string lineOf(const Found &found) {
  llvm::StringRef line = found.first->line(found.second.line).trim();
  constexpr size_t kMost = 60;
  return fmt::format("{} ({}{})", found.second.line,
                     line.take_front(kMost).str(),
                     line.size() > kMost ? "..." : "");
}

/// Looks one spec up in the texts of its stage.
class StageLookUp {
public:
  StageLookUp(const Lineage &lineage, llvm::StringRef spec, const Stage &stage)
      : lineage(lineage), spec(spec), stage(stage) {}

  llvm::Expected<std::vector<OpId>> run(const Snapshots::Texts &texts,
                                        llvm::StringRef rest) {
    bool isLine = rest.consume_front(":");
    uint32_t line = 0;
    if (isLine && (rest.split(':').first.getAsInteger(10, line) || line == 0))
      return llvm::createStringError(
          fmt::format("'{}' does not name a line; write it as '@stage{}:17'",
                      spec.str(), stage.number));
    rest.consume_front("/");
    for (const auto &text : texts)
      for (const Tie &tie :
           isLine ? text->at(line).vec() : lookUpPath(*text, rest))
        found.push_back({text.get(), tie});
    if (found.empty())
      return nothingFound(texts, rest, isLine);
    if (found.size() > 1 && !isLine)
      return ambiguous();
    std::vector<OpId> ops;
    for (const Found &each : found)
      if (each.second.op != 0)
        ops.push_back(each.second.op);
    if (ops.empty())
      return llvm::createStringError(
          fmt::format("the birth of '{}' is not in the trace; it may be older "
                      "than the recording",
                      spec.str()));
    llvm::sort(ops);
    return ops;
  }

private:
  /// `@f/%5`, `@m/@f`, `%5`.
  std::vector<Tie> lookUpPath(const StageText &text, llvm::StringRef path) {
    std::vector<Tie> scope = text.ties().vec();
    while (path.starts_with("@")) {
      auto [symbol, rest] = path.drop_front().split('/');
      std::vector<Tie> holders = text.symbolsNamed(lineage, symbol, scope);
      path = rest;
      if (path.empty())
        return holders;
      scope.clear();
      for (const Tie &holder : holders)
        llvm::append_range(scope, text.inside(holder));
    }
    return path.starts_with("%") ? text.definitionsOf(path, scope)
                                 : std::vector<Tie>();
  }

  llvm::Error ambiguous() const {
    constexpr size_t kMost = 4;
    std::vector<std::string> lines;
    for (const Found &each : llvm::ArrayRef(found).take_front(kMost))
      lines.push_back(lineOf(each));
    return llvm::createStringError(fmt::format(
        "'{}' is ambiguous: {} ops have that name, in the lines {}{}; write "
        "'@stage{}:{}' for the first one",
        spec.str(), found.size(), llvm::join(lines, ", "),
        found.size() > kMost ? ", ..." : "", stage.number,
        found.front().second.line));
  }

  llvm::Error nothingFound(const Snapshots::Texts &texts, llvm::StringRef path,
                           bool isLine) const {
    llvm::StringRef last = path.substr(path.rfind('/') + 1);
    auto isArgument = [&](const auto &text) {
      return text->text().contains((last + ": ").str());
    };
    if (isLine)
      return llvm::createStringError(
          fmt::format("no op begins in the line that '{}' names; 'show {}' "
                      "prints the stage",
                      spec.str(), stage.number));
    if (last.starts_with("%") && llvm::any_of(texts, isArgument))
      return llvm::createStringError(fmt::format(
          "'{}' is the argument of a block, which no op defines", spec.str()));
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

bool isStageSpec(const Lineage &lineage, llvm::StringRef spec) {
  llvm::StringRef rest;
  llvm::StringRef stage = takeStage(spec, rest);
  if (stage == "start" || stage == "end") {
    bool isSymbol = false;
    lineage.forEachSymbol(
        [&](OpId, llvm::StringRef name) { isSymbol |= name == stage; });
    return !isSymbol;
  }
  uint32_t number;
  return stage.consume_front("stage") && !stage.getAsInteger(10, number);
}

llvm::Expected<std::vector<OpId>> resolveStageOps(const Lineage &lineage,
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
