//===- LostLines.cpp - Which source lines the ops still name --------------===//

#include "queries/LostLines.h"

#include "graph/GraphEdges.h"
#include "graph/KnownNames.h"
#include "graph/Moment.h"
#include "graph/StartLocations.h"
#include "queries/NameCounts.h"
#include "queries/PlaceSpec.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

llvm::StringRef toString(LostHow how) {
  switch (how) {
  case LostHow::Rewritten:
    return "rewritten";
  case LostHow::Folded:
    return "folded";
  case LostHow::Merged:
    return "merged";
  case LostHow::Dropped:
    return "dropped";
  case LostHow::Relocated:
    return "relocated";
  case LostHow::Unseen:
    return "gone unseen";
  }
  return "dropped";
}

namespace {
/// Gives each source line of each location a number.
class LineNumbers {
public:
  struct Line {
    uint32_t fileId = 0, line = 0;
  };

  explicit LineNumbers(const Definitions &definitions)
      : definitions(definitions) {}

  const std::vector<Line> &all() const { return lines; }
  /// Only the first LocationIndex::kMaxPlacesPerLocation places count.
  const std::vector<uint32_t> &linesOf(uint32_t location) {
    auto [known, isNew] = byLocation.try_emplace(location);
    if (isNew)
      known->second = collect(location);
    return known->second;
  }

private:
  std::vector<uint32_t> collect(uint32_t location) {
    std::vector<uint32_t> result;
    unsigned places = 0;
    definitions.forEachPlace(location, [&](SourcePlace place) {
      if (place.line == 0 || ++places > LocationIndex::kMaxPlacesPerLocation)
        return;
      auto [known, isNew] =
          numbers.try_emplace({place.fileId, place.line}, lines.size());
      if (isNew)
        lines.push_back({place.fileId, place.line});
      if (!llvm::is_contained(result, known->second))
        result.push_back(known->second);
    });
    return result;
  }

  const Definitions &definitions;
  std::vector<Line> lines;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> byLocation;
};

class LineFates {
public:
  LineFates(const Lineage &lineage, std::vector<uint32_t> files)
      : lineage(lineage), files(std::move(files)),
        numbers(lineage.definitions()) {}

  LostAnswer run(size_t maxListed) {
    collectStart();
    collectRest();
    for (uint32_t number : inOrder())
      add(number, maxListed);
    countUnchecked();
    rankPasses();
    return std::move(answer);
  }

private:
  struct Fate {
    uint64_t opsAtStart = 0;
    OpId last = 0; ///< Of the dead ops that named it.
    ActionId lastEnd = 0;
    /// The op that named the line longest before it was given another location.
    /// An op that is alive and was relocated at an unknown time counts as the
    /// last of all.
    OpId relocated = 0;
    ActionId lastRelocation = 0;
    std::vector<std::pair<uint32_t, uint64_t>> alive; ///< Op names.
  };

  void collectStart();
  void collectRest();
  void noteRelocation(OpId op, uint32_t from);
  std::vector<uint32_t> inOrder() const;
  void add(uint32_t number, size_t maxListed);
  void describeLoss(const Fate &fate, SourceLineFate &result) const;
  void countUnchecked();
  void rankPasses();

  Fate &fateOf(uint32_t line) {
    if (line >= fates.size())
      fates.resize(line + 1);
    return fates[line];
  }

  const Lineage &lineage;
  std::vector<uint32_t> files; ///< Those asked about; empty: all.
  LineNumbers numbers;
  std::vector<Fate> fates; ///< By the number of the line.
  LostAnswer answer;
};

void LineFates::collectStart() {
  forEachStartLocation(lineage, [&](OpId op, uint32_t location) {
    for (uint32_t line : numbers.linesOf(location))
      ++fateOf(line).opsAtStart;
    noteRelocation(op, location);
  });
}

/// Notes the lines that `op` no longer names, if it named them at location
/// `from`.
void LineFates::noteRelocation(OpId op, uint32_t from) {
  LastLocation last = lineage.lastLocation(op);
  if (last.location == from)
    return;
  // A pass may have done it when all actions in it were over.
  ActionId when = last.action == 0 ? 0 : last.newest;
  if (when == 0 && lineage.op(op).isAlive())
    when = Moment::kNewest;
  // A copy: more locations may come to be known.
  std::vector<uint32_t> now = numbers.linesOf(last.location);
  std::vector<uint32_t> before = numbers.linesOf(from);
  for (uint32_t line : before) {
    Fate &fate = fateOf(line);
    if (llvm::is_contained(now, line) ||
        (fate.relocated != 0 && when < fate.lastRelocation))
      continue;
    fate.relocated = op;
    fate.lastRelocation = when;
  }
}

void LineFates::collectRest() {
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> counts;
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    OpInfo op = lineage.op(id);
    noteRelocation(id, op.location);
    for (uint32_t line : numbers.linesOf(lineage.lastLocation(id).location)) {
      Fate &fate = fateOf(line);
      if (op.isAlive()) {
        auto [known, isNew] =
            counts.try_emplace({line, op.nameId}, fate.alive.size());
        if (isNew)
          fate.alive.push_back({op.nameId, 0});
        ++fate.alive[known->second].second;
      } else if (op.endAction >= fate.lastEnd) {
        fate.last = id;
        fate.lastEnd = op.endAction;
      }
    }
  }
}

/// The lines that count, by file and line.
std::vector<uint32_t> LineFates::inOrder() const {
  llvm::DenseMap<uint32_t, uint32_t> rank;
  std::vector<uint32_t> order;
  const auto &lines = numbers.all();
  for (uint32_t number = 0; number < fates.size(); ++number) {
    uint32_t file = lines[number].fileId;
    rank.try_emplace(file, rank.size());
    if (fates[number].opsAtStart != 0 &&
        (files.empty() || llvm::is_contained(files, file)))
      order.push_back(number);
  }
  auto key = [&](uint32_t number) {
    return std::pair(rank.lookup(lines[number].fileId), lines[number].line);
  };
  llvm::sort(order, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  return order;
}

void LineFates::add(uint32_t number, size_t maxListed) {
  Fate &fate = fates[number];
  ++answer.lines;
  answer.survive += !fate.alive.empty();
  auto &list = fate.alive.empty() ? answer.lost : answer.surviving;
  if (list.size() >= maxListed)
    return;
  const Definitions &definitions = lineage.definitions();
  LineNumbers::Line line = numbers.all()[number];
  SourceLineFate result;
  result.file = definitions.string(line.fileId).str();
  result.line = line.line;
  result.opsAtStart = fate.opsAtStart;
  result.survivors = byFrequency(definitions, fate.alive);
  if (fate.alive.empty())
    describeLoss(fate, result);
  list.push_back(std::move(result));
}

void LineFates::describeLoss(const Fate &fate, SourceLineFate &result) const {
  bool isRelocation = fate.relocated != 0 &&
                      (fate.last == 0 || fate.lastRelocation > fate.lastEnd);
  OpId op = isRelocation ? fate.relocated : fate.last;
  result.last = describeOp(lineage, op);
  if (isRelocation) {
    result.how = LostHow::Relocated;
    result.by = describeAction(lineage, lineage.lastLocation(op).action);
    return;
  }
  OpInfo info = lineage.op(op);
  result.by = describeAction(lineage, info.endAction);
  Edge taken;
  lineage.forEachChild(op, [&](const Edge &edge) {
    bool atEnd =
        edge.action == info.endAction && edge.evidence != Evidence::Cloned;
    if (taken.to == 0 && atEnd)
      taken = edge;
  });
  result.into = describeOp(lineage, taken.to);
  bool isNew = taken.to != 0 && taken.role == EdgeRole::MadeFrom;
  switch (info.ended) {
  case Ended::Merged:
    result.how = LostHow::Merged;
    return;
  case Ended::Replaced:
    result.how = isNew ? LostHow::Rewritten : LostHow::Folded;
    return;
  case Ended::Unseen:
    result.how = LostHow::Unseen;
    return;
  case Ended::Erased:
  case Ended::Alive:
    result.how = taken.to ? LostHow::Rewritten : LostHow::Dropped;
    return;
  }
}

void LineFates::countUnchecked() {
  // Only a compiler changes anything, and only in an action.
  if (lineage.actionCount() == 0 || lineage.trace().header().processId == 0)
    return;
  ActionId open = 0;
  for (ActionId each : lineage.openActions())
    open = lineage.passOf(each) ? lineage.passOf(each) : open;
  if (open == 0 && lineage.uncomparedFrom() == 0)
    return;
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    answer.unchecked += lineage.op(id).isAlive();
  answer.unchecked -= std::min(answer.unchecked, lineage.finalLocations());
}

void LineFates::rankPasses() {
  llvm::DenseMap<uint32_t, uint32_t> rows;
  const Definitions &definitions = lineage.definitions();
  for (OpId id = 1; id <= lineage.opCount(); ++id) {
    OpInfo op = lineage.op(id);
    ActionId pass = lineage.passOf(op.birthAction);
    if (pass == 0)
      continue;
    uint32_t kind = definitions.canonicalActionKind(lineage.action(pass).kind);
    auto [known, isNew] = rows.try_emplace(kind, answer.passes.size());
    if (isNew)
      answer.passes.push_back({definitions.actionKind(kind).passWord().str()});
    LocationLoss &row = answer.passes[known->second];
    ++row.created;
    row.unknown += op.location == 0;
  }
  llvm::erase_if(answer.passes,
                 [](const LocationLoss &row) { return row.unknown == 0; });
  llvm::stable_sort(answer.passes,
                    [](const LocationLoss &a, const LocationLoss &b) {
                      return a.unknown > b.unknown;
                    });
}
} // namespace

llvm::Expected<LostAnswer> lostLines(const Lineage &lineage,
                                     llvm::StringRef file, size_t maxListed) {
  std::vector<uint32_t> files;
  if (!file.empty()) {
    auto found = resolveFile(lineage, file);
    if (!found)
      return found.takeError();
    files = std::move(*found);
  }
  return LineFates(lineage, std::move(files)).run(maxListed);
}

llvm::Expected<LostAnswer> linesLostIn(const Lineage &lineage,
                                       llvm::StringRef pass,
                                       llvm::StringRef file, size_t maxListed) {
  llvm::Expected<std::string> named = passNamed(lineage, pass);
  if (!named)
    return named.takeError();
  pass = *named;
  llvm::Expected<LostAnswer> answer = lostLines(lineage, file, SIZE_MAX);
  if (!answer)
    return answer;
  answer->onlyPass = pass.str();
  llvm::erase_if(answer->lost, [&](const SourceLineFate &line) {
    return line.by.pass != pass && line.by.name != pass;
  });
  llvm::erase_if(answer->passes,
                 [&](const LocationLoss &row) { return row.pass != pass; });
  answer->surviving.clear();
  if (answer->lost.size() > maxListed)
    answer->lost.resize(maxListed);
  return answer;
}

} // namespace mlir::trackdbg
