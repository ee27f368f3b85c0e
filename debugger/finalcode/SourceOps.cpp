//===- SourceOps.cpp ------------------------------------------------------===//

#include "finalcode/SourceOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <set>

namespace mlir::trackdbg {

using namespace trace;

std::optional<LineOfSource> lineOf(const Lineage &lineage, OpId op) {
  SourcePlace place = lineage.definitions().place(lineage.locationOf(op));
  if (place.line == 0)
    return std::nullopt;
  return LineOfSource{lineage.definitions().string(place.fileId).str(),
                      place.line};
}

std::vector<OpId> inputsOf(const Lineage &lineage, OpId op) {
  Steps steps(lineage, Direction::Backward, Followed());
  StepWalk walk(steps);
  std::vector<OpId> inputs;
  walk.run(op, [&](OpId reached, bool hasSteps) {
    if (!hasSteps)
      inputs.push_back(reached);
  });
  return inputs;
}

std::vector<OpId> inputsOf(const Lineage &lineage, OpId op,
                           const Handover *input) {
  std::vector<OpId> own = inputsOf(lineage, op);
  if (!input)
    return own;
  llvm::SetVector<OpId> found;
  for (OpId read : own)
    if (OpId written = input->writtenFor(read)) {
      std::vector<OpId> from = inputsOf(input->writer(), written);
      found.insert(from.begin(), from.end());
    }
  return {found.begin(), found.end()};
}

bool hasBodyOfItsOwn(const Lineage &lineage, OpId op) {
  return op != 0 && lineage.opName(op).starts_with("linalg.");
}

/// For what is in a linalg op, that op.
static OpId nameable(const Lineage &lineage, OpId op) {
  OpId parent = lineage.op(op).parent;
  return hasBodyOfItsOwn(lineage, parent) ? parent : op;
}

static void dropIfOthers(std::set<OpId> &ops,
                         llvm::function_ref<bool(OpId)> isDropped) {
  std::set<OpId> kept;
  for (OpId op : ops)
    if (!isDropped(op))
      kept.insert(op);
  if (!kept.empty())
    ops = std::move(kept);
}

/// Those of `ops` that hold another one of them.
static std::set<OpId> holdersAmong(const Lineage &lineage,
                                   const std::set<OpId> &ops) {
  std::set<OpId> holders;
  for (OpId op : ops) {
    // In a damaged trace, two ops may hold each other.
    uint32_t left = lineage.opCount();
    OpId around = lineage.op(op).parent;
    for (; around != 0 && left != 0; around = lineage.op(around).parent, --left)
      if (ops.count(around) && !holders.insert(around).second)
        break;
  }
  return holders;
}

std::set<OpId> SourceOps::inputsOfAll(CodeOrigin origin) {
  std::set<OpId> found;
  for (CodeOrigin number : module.opsOf(origin)) {
    OpId op = module.ops[number];
    if (op == 0)
      continue;
    auto [from, isFirst] = inputs.try_emplace(op);
    if (isFirst)
      from->second = inputsOf(lineage, op, input);
    found.insert(from->second.begin(), from->second.end());
  }
  return found;
}

/// Without the constants and what holds others, where there is something else.
static void keepWhatCounts(const Lineage &lineage, std::set<OpId> &ops) {
  dropIfOthers(
      ops, [&](OpId op) { return lineage.opName(op).ends_with("constant"); });
  std::set<OpId> holders = holdersAmong(lineage, ops);
  dropIfOthers(ops, [&](OpId op) { return holders.count(op) != 0; });
}

const std::vector<OpId> &SourceOps::of(CodeOrigin origin) {
  auto [known, isNew] = ops.try_emplace(origin);
  if (!isNew)
    return known->second;
  std::set<OpId> found;
  for (OpId input : inputsOfAll(origin))
    found.insert(nameable(source(), input));
  keepWhatCounts(source(), found);
  known->second.assign(found.begin(), found.end());
  return known->second;
}

std::vector<OpId> SourceOps::innermostOf(CodeOrigin origin) {
  std::set<OpId> from = inputsOfAll(origin);
  keepWhatCounts(source(), from);
  return {from.begin(), from.end()};
}

const std::vector<LineOfSource> &SourceOps::linesOf(CodeOrigin origin) {
  auto [known, isNew] = lines.try_emplace(origin);
  if (!isNew)
    return known->second;
  std::vector<LineOfSource> found;
  auto add = [&](const Lineage &of, OpId op) {
    std::optional<LineOfSource> line = lineOf(of, op);
    if (line)
      found.push_back(std::move(*line));
    return line.has_value();
  };
  for (OpId op : innermostOf(origin))
    // The body that MLIR itself makes for a linalg op has no places.
    if (!add(source(), op))
      add(source(), nameable(source(), op));
  if (found.empty())
    for (CodeOrigin number : module.opsOf(origin))
      add(lineage, module.ops[number]);
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  known->second = std::move(found);
  return known->second;
}

} // namespace mlir::trackdbg
