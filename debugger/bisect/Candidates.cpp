//===- Candidates.cpp - What may be to blame ------------------------------===//

#include "bisect/Candidates.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// Which actions are of a class, asked in the order of their numbers.
class ClassOfActions {
public:
  ClassOfActions(const Lineage &lineage, ActionClass of)
      : lineage(lineage), of(of), isInConversion(lineage.actionCount() + 1) {}

  bool contains(const ActionInfo &action) {
    ActionKindInfo kind = lineage.actionKind(action.id);
    ActionId parent = action.parent;
    // A parent that does not come before is a broken trace's.
    if (parent && parent < action.id)
      isInConversion[action.id] =
          isInConversion[parent] ||
          lineage.actionKind(parent).tag == "apply-conversion";
    switch (of) {
    case ActionClass::Passes:
      return kind.isPass();
    case ActionClass::Patterns:
      return kind.isPattern() && !isInConversion[action.id];
    case ActionClass::LLVMPasses:
      return kind.isLLVMPass() && !kind.isRequired;
    case ActionClass::Actions:
      return !isInConversion[action.id] && !kind.isRequired &&
             kind.tag != "GreedyPatternRewriteIteration";
    }
    return false;
  }

private:
  const Lineage &lineage;
  ActionClass of;
  std::vector<bool> isInConversion;
};
} // namespace

std::vector<ActionId> candidatesOf(const Lineage &lineage, ActionClass of) {
  ClassOfActions actions(lineage, of);
  std::vector<ActionId> result;
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    bool hasNotMatched = lineage.actionKind(id).isPattern() &&
                         action.result == trace::ActionResult::Failure &&
                         action.ended;
    if (actions.contains(action) && !hasNotMatched)
      result.push_back(id);
  }
  return result;
}

static uint64_t textOf(const Lineage &lineage, const ActionInfo &action) {
  const Definitions &definitions = lineage.definitions();
  ActionKindInfo kind = definitions.actionKind(action.kind);
  if (kind.isLLVMPass())
    return RewriteText{kind.tag, kind.name, definitions.string(action.text), {}}
        .hash();
  RewriteText text{kind.tag, kind.name, lineage.opName(action.rootOp), {}};
  if (SourcePlace place =
          definitions.place(lineage.locationOf(action.rootOp))) {
    text.file = definitions.string(place.fileId);
    text.line = place.line;
    text.column = place.column;
  }
  return text.hash();
}

std::vector<SiteGroup> sitesOf(const Lineage &lineage, ActionClass of,
                               const std::vector<ActionId> &candidates) {
  ClassOfActions actions(lineage, of);
  DenseMap<uint64_t, uint64_t> counts;
  // Those of a text that an op came to, and where their group is, from 1.
  DenseMap<std::pair<uint64_t, OpId>, uint64_t> indices;
  DenseMap<std::pair<uint64_t, uint64_t>, size_t> groups;
  std::vector<SiteGroup> result;
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    ActionKindInfo kind = lineage.actionKind(id);
    if (!actions.contains(action) || (action.rootOp == 0 && !kind.isLLVMPass()))
      continue;
    uint64_t text = textOf(lineage, action), index;
    if (kind.isPass() || kind.isLLVMPass()) {
      index = counts[text]++;
    } else {
      auto [known, isNew] = indices.try_emplace({text, action.rootOp});
      if (isNew)
        known->second = counts[text]++;
      index = known->second;
    }
    if (!llvm::binary_search(candidates, id))
      continue;
    auto [group, isNew] = groups.try_emplace({text, index}, result.size());
    if (isNew)
      result.push_back({{text, index}, {}});
    result[group->second].actions.push_back(id);
  }
  return result;
}

} // namespace mlir::trackdbg
