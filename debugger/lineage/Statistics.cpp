//===- Statistics.cpp - Passes, patterns and names of a trace -------------===//

#include "lineage/Statistics.h"

#include "lineage/LocationIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <numeric>

namespace mlir::trackdbg {

using trace::ActionResult;

namespace {
std::chrono::nanoseconds toTime(const Lineage &lineage, uint64_t ticks) {
  return std::chrono::nanoseconds(lineage.trace().durationNanoseconds(ticks));
}

bool isInsideSameKind(const Lineage &lineage, const ActionInfo &action) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  const Definitions &definitions = lineage.definitions();
  uint32_t kind = definitions.canonicalActionKind(action.kind);
  ActionId around = action.parent;
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    ActionInfo outer = lineage.action(around);
    if (definitions.canonicalActionKind(outer.kind) == kind)
      return true;
    around = outer.parent;
  }
  return false;
}

void countResult(ActionStatistics &entry, const ActionInfo &action) {
  ++entry.tried;
  entry.opsMade += action.opsMade;
  switch (action.result) {
  case ActionResult::Success:
    ++entry.applied;
    return;
  case ActionResult::Failure:
    ++entry.failed;
    return;
  case ActionResult::Skipped:
    ++entry.skipped;
    return;
  default:
    entry.applied += action.changed;
    return;
  }
}
} // namespace

std::vector<ActionStatistics> actionStatistics(const Lineage &lineage) {
  const Definitions &definitions = lineage.definitions();
  std::vector<ActionStatistics> entries;
  // In ticks, turned into time at the end: rounding each would add up.
  std::vector<uint64_t> total, self;
  std::vector<uint32_t> entryOfKind(definitions.actionKindLimit() + 1, 0);
  std::vector<uint64_t> inside(lineage.actionCount() + 1, 0);
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    inside[action.parent] += lineage.elapsed(action);
  }
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    uint32_t &entry = entryOfKind[definitions.canonicalActionKind(action.kind)];
    if (entry == 0) {
      ActionKindInfo kind = definitions.actionKind(action.kind);
      entries.emplace_back();
      entries.back().tag = kind.tag.str();
      entries.back().name = kind.name.str();
      entries.back().argument = kind.argument.str();
      total.push_back(0);
      self.push_back(0);
      entry = entries.size();
    }
    uint64_t ticks = lineage.elapsed(action);
    countResult(entries[entry - 1], action);
    if (!isInsideSameKind(lineage, action))
      total[entry - 1] += ticks;
    self[entry - 1] += ticks > inside[id] ? ticks - inside[id] : 0;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    entries[i].total = toTime(lineage, total[i]);
    entries[i].self = toTime(lineage, self[i]);
  }
  auto rest = std::stable_partition(entries.begin(), entries.end(),
                                    [](const ActionStatistics &entry) {
                                      return entry.tag == "pass-execution";
                                    });
  std::stable_sort(rest, entries.end(), [](const auto &a, const auto &b) {
    return a.total > b.total;
  });
  return entries;
}

std::vector<PassRun> passes(const Lineage &lineage) {
  std::vector<PassRun> runs;
  std::vector<uint32_t> runOfAction(lineage.actionCount() + 1, 0);
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    ActionId around = lineage.passOf(action.parent);
    if (lineage.passOf(id) != id) {
      if (around != 0)
        ++runs[runOfAction[around]].actions;
      continue;
    }
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    runOfAction[id] = runs.size();
    PassRun run;
    run.action = id;
    run.depth = around == 0 ? 0 : runs[runOfAction[around]].depth + 1;
    run.name = kind.name.str();
    run.argument = kind.argument.str();
    run.op = action.rootOp;
    run.opName = lineage.opName(action.rootOp).str();
    run.result = action.result;
    run.ended = action.ended;
    run.changed = action.changed;
    run.duration = toTime(lineage, lineage.elapsed(action));
    runs.push_back(std::move(run));
  }
  // So far each counts what is directly in it; the inner ones add to it.
  for (PassRun &run : llvm::reverse(runs)) {
    ActionId around = lineage.passOf(lineage.action(run.action).parent);
    if (around != 0)
      runs[runOfAction[around]].actions += run.actions + 1;
  }
  return runs;
}

std::vector<std::string> names(const Lineage &lineage, NameKind kind) {
  const Definitions &definitions = lineage.definitions();
  std::vector<std::string> result;
  llvm::StringSet<> known;
  auto add = [&](llvm::StringRef name) {
    if (!name.empty() && known.insert(name).second)
      result.push_back(name.str());
  };
  switch (kind) {
  case NameKind::Op: {
    std::vector<bool> seen(definitions.stringLimit() + 1);
    for (OpId id = 1; id <= lineage.opCount(); ++id) {
      uint32_t name = lineage.opNameId(id);
      if (seen[name])
        continue;
      seen[name] = true;
      add(definitions.string(name));
    }
    return result;
  }
  case NameKind::File:
    for (uint32_t file : lineage.places().files())
      add(definitions.string(file));
    return result;
  case NameKind::Pass:
  case NameKind::Pattern:
  case NameKind::Tag:
    for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id) {
      ActionKindInfo info = definitions.actionKind(id);
      if (kind == NameKind::Tag) {
        add(info.tag);
      } else if (kind == NameKind::Pass && info.isPass()) {
        add(info.argument);
        add(info.name);
      } else if (kind == NameKind::Pattern && info.isPattern()) {
        add(info.name);
      }
    }
    return result;
  }
  return result;
}

/// What a user leaves out: the dialect, the namespaces, the folders.
static llvm::StringRef lastPart(llvm::StringRef name, NameKind kind) {
  if (kind == NameKind::File)
    return name.substr(name.rfind('/') + 1);
  if (kind == NameKind::Op)
    return name.substr(name.find('.') + 1);
  return name.substr(name.rfind(':') + 1);
}

std::vector<std::string> nearNames(const Lineage &lineage, llvm::StringRef text,
                                   NameKind kind, size_t count) {
  std::vector<std::pair<unsigned, std::string>> near;
  llvm::StringRef textPart = lastPart(text, kind);
  unsigned limit = std::max<unsigned>(1, text.size() / 3);
  for (std::string &name : names(lineage, kind)) {
    llvm::StringRef part = lastPart(name, kind);
    unsigned distance =
        std::min(text.edit_distance_insensitive(name, true, limit + 1),
                 textPart.edit_distance_insensitive(part, true, limit + 1));
    // A part of a name is a better guess than a name with other letters.
    if (text.size() > 2 && llvm::StringRef(name).contains_insensitive(text))
      distance = 0;
    if (distance <= limit)
      near.emplace_back(distance, std::move(name));
  }
  std::stable_sort(near.begin(), near.end(), [](const auto &a, const auto &b) {
    return a.first < b.first;
  });
  std::vector<std::string> result;
  // Beside a good guess a bad one is noise.
  for (auto &[distance, name] : near)
    if (result.size() < count && distance <= near.front().first + 1)
      result.push_back(std::move(name));
  return result;
}

std::string didYouMean(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names) {
    text += text.empty() ? "; did you mean '" : "' or '";
    text += name;
  }
  return text.empty() ? text : text + "'?";
}

} // namespace mlir::trackdbg
