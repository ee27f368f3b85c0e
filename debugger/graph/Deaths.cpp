//===- Deaths.cpp - What the death of an op is evidence for ---------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

namespace {
// IR is not nested deeper than this; a broken trace may hold circles.
constexpr unsigned kMaxNesting = 1024;
} // namespace

void LineageBuilder::die(OpId op, Ended fallback, Thread &thread) {
  OpRecord &record = graph.ops[op];
  markChanged();
  OpId partner = equalPartner(op);
  std::optional<PendingEnd> pending;
  auto known = pendingEnds.find(op);
  if (known != pendingEnds.end()) {
    if (!wasRolledBack(known->second))
      pending = std::move(known->second);
    pendingEnds.erase(known);
  }

  ActionId action = pending ? pending->action : endOfHolder(op);
  graph.opsByAddress.erase(op);
  if (pending && pending->replaced && believe(op, *pending, partner)) {
    record.end(Ended::Replaced, action);
  } else if (partner != 0) {
    record.end(Ended::Merged, action);
    addEdge(op, partner, Rule::Merged);
  } else {
    record.end(pending ? Ended::Erased : fallback, action);
  }
  countDeath(op, isTakenOver(record.end()), thread);
  expandTakers(op);
}

/// To what replaced `op`, each once.
llvm::SmallVector<LineageBuilder::RuleEdge, 2>
LineageBuilder::takeoverEdges(OpId op, const PendingEnd &pending) const {
  llvm::SmallVector<OpId, 2> targets = pending.replacements;
  llvm::sort(targets);
  targets.erase(llvm::unique(targets), targets.end());
  llvm::SmallVector<RuleEdge, 2> edges;
  for (OpId target : targets) {
    bool isOfAnother = llvm::is_contained(pending.ofOtherFolds, target);
    Rule rule = isOfAnother ? Rule::FoldedInto : Rule::Replaced;
    edges.push_back({op, target, takeoverRule(op, target, rule)});
  }
  return edges;
}

/// Adds the edges to what replaced `op`. Not if that is its equal: to replace
/// an op by its equal is what merging does.
bool LineageBuilder::believe(OpId op, const PendingEnd &pending, OpId equalTo) {
  llvm::SmallVector<RuleEdge, 2> edges = takeoverEdges(op, pending);
  if (equalTo != 0 && edges.size() == 1 && edges.front().to == equalTo)
    return false;
  for (const RuleEdge &edge : edges)
    addRuleEdge(edge.from, edge.to, edge.rule);
  for (const Definer &argument : pending.arguments)
    addArgument(graph.argumentsFor, op, argument, pending.action);
  return true;
}

/// Whether the action was undone: what it made as a replacement is gone again,
/// though nobody dropped or replaced it.
bool LineageBuilder::wasRolledBack(const PendingEnd &pending) const {
  return pending.action != 0 && !pending.replacements.empty() &&
         llvm::all_of(pending.replacements, [&](OpId id) {
           const OpRecord &made = graph.ops[id];
           return made.birthAction == pending.action &&
                  made.end() == Ended::Erased && !made.dropped;
         });
}

/// The living op that `op` was found equal to in this very action, or 0.
OpId LineageBuilder::equalPartner(OpId op) const {
  auto known = equalities.find(op);
  if (known == equalities.end() || known->second.action != current)
    return 0;
  OpId other = known->second.other;
  return graph.ops[other].isAlive() ? other : 0;
}

/// The action that ends an op about which nothing is pending. If a pattern has
/// ended an op around it, then that one; otherwise the innermost open action.
ActionId LineageBuilder::endOfHolder(OpId op) const {
  OpId holder = graph.parentOf(graph.ops[op]);
  for (unsigned depth = 0; holder != 0 && depth < kMaxNesting; ++depth) {
    const OpRecord &record = graph.ops[holder];
    if (!record.isAlive())
      return record.endAction();
    if (pendingEnds.empty())
      break;
    auto pending = pendingEnds.find(holder);
    if (pending != pendingEnds.end())
      return pending->second.action;
    holder = graph.parentOf(record);
  }
  return current;
}

void LineageBuilder::tearDown(OpId root) {
  if (root == 0)
    return;
  graph.ops[root].tornDown = true;
  // Compilers free their modules one after another at the end: one sweep does
  // for all of them. It has to come before an address can be used again.
  tornDownUnswept = true;
}

void LineageBuilder::sweepTornDown() {
  tornDownUnswept = false;
  llvm::SmallVector<OpId, 16> path;
  auto isTornDown = [&](OpId op) {
    path.clear();
    bool torn = false;
    for (; op != 0 && path.size() < kMaxNesting && !torn;
         op = graph.parentOf(graph.ops[op])) {
      torn = graph.ops[op].tornDown;
      path.push_back(op);
    }
    if (torn)
      for (OpId inside : path)
        graph.ops[inside].tornDown = true;
    return torn;
  };
  llvm::SmallVector<uint64_t> gone;
  for (auto [address, block] : graph.blocksByAddress)
    if (isTornDown(graph.blocks[block].op))
      gone.push_back(address);
  for (uint64_t address : gone)
    graph.blocksByAddress.erase(address);
  llvm::SmallVector<OpId> tornDown;
  graph.opsByAddress.forEach([&](OpId op) {
    if (isTornDown(op))
      tornDown.push_back(op);
  });
  for (OpId op : tornDown) {
    pendingEnds.erase(op);
    graph.opsByAddress.erase(op);
    graph.ops[op].setAddress(0);
  }
  graph.opsByAddress.shrink();
  graph.blocksByAddress = decltype(graph.blocksByAddress)(
      graph.blocksByAddress.begin(), graph.blocksByAddress.end());
}

} // namespace mlir::trackdbg
