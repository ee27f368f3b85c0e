//===- AnnouncedEnds.cpp - What an open conversion has done so far --------===//

#include "graph/AnnouncedEnds.h"

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

const Edge *AnnouncedEnds::find(const Edge &recorded) const {
  auto list = from.find(recorded.from);
  if (list == from.end())
    return nullptr;
  for (uint32_t index : list->second)
    if (all[index].to == recorded.to &&
        all[index].argument == recorded.argument)
      return &all[index];
  return nullptr;
}

void AnnouncedEnds::add(const Edge &edge) {
  if (const Edge *known = find(edge)) {
    Edge &mutableKnown = all[known - all.data()];
    if (strengthOf(edge.rule) < strengthOf(mutableKnown.rule))
      mutableKnown = edge;
    return;
  }
  from[edge.from].push_back(all.size());
  to[edge.to].push_back(all.size());
  all.push_back(edge);
}

void AnnouncedEnds::forEachFrom(
    OpId op, llvm::function_ref<void(const Edge &)> visit) const {
  for (uint32_t index : from.lookup(op))
    visit(all[index]);
}

void AnnouncedEnds::forEachTo(
    OpId op, llvm::function_ref<void(const Edge &)> visit) const {
  for (uint32_t index : to.lookup(op))
    visit(all[index]);
}

const AnnouncedEnds &Lineage::Graph::announcedEnds() const {
  if (!announced)
    announced = std::make_unique<AnnouncedEnds>(builder->announcedEnds());
  return *announced;
}

AnnouncedEnds LineageBuilder::announcedEnds() const {
  AnnouncedEnds announced;
  for (const auto &[number, thread] : threads)
    announceEnds(*thread, announced);
  auto hasEnded = [&](OpId op) {
    return !graph.ops[op].isAlive() || announced.ends.contains(op);
  };
  for (const auto &[number, thread] : threads)
    for (const OpenFrame &open : openConversion(*thread))
      for (const RuleEdge &edge : open.unbelieved)
        if (isBelieved(edge, graph.actions[open.action].firstOp, hasEnded))
          announceEdge(edge, announced);
  return announced;
}

/// The outermost one of a thread, and what is open in it; empty where none is.
llvm::ArrayRef<LineageBuilder::OpenFrame>
LineageBuilder::openConversion(const Thread &thread) const {
  return llvm::ArrayRef(thread.stack).drop_until([&](const OpenFrame &open) {
    return !open.isCall &&
           definitions.actionKind(open.kind).tag == kConversionTag;
  });
}

void LineageBuilder::announceEnds(const Thread &thread,
                                  AnnouncedEnds &announced) const {
  llvm::ArrayRef<OpenFrame> conversion = openConversion(thread);
  if (conversion.empty())
    return;
  llvm::ArrayRef<std::pair<OpId, ActionId>> all(thread.pending);
  for (auto [op, action] : all.drop_front(conversion.front().firstPending)) {
    auto pending = pendingEnds.find(op);
    if (pending != pendingEnds.end() && pending->second.action == action &&
        !announced.ends.contains(op) && !wasRolledBack(pending->second))
      announceEnd(op, pending->second, announced);
  }
}

void LineageBuilder::announceEnd(OpId op, const PendingEnd &pending,
                                 AnnouncedEnds &announced) const {
  announced.ends[op] = {pending.replaced ? Ended::Replaced : Ended::Erased,
                        pending.action};
  for (const RuleEdge &edge : takeoverEdges(op, pending))
    announceEdge(edge, announced);
  for (const RuleEdge &edge : edgesToTakers(op))
    announceEdge(edge, announced);
  for (const Definer &argument : pending.arguments)
    addArgument(announced.argumentsFor, op,
                graph.argumentIn(argument.block, argument.number),
                pending.action);
}

void LineageBuilder::announceEdge(const RuleEdge &edge,
                                  AnnouncedEnds &announced) const {
  Evidence evidence = evidenceOf(edge.rule);
  auto end = announced.ends.find(edge.from);
  ActionId action = graph.ops[edge.to].birthAction;
  if (takesOver(evidence) || edge.rule == Rule::Inlined)
    action = end != announced.ends.end() ? end->second.action
                                         : graph.ops[edge.from].endAction();
  Edge shown{edge.from,
             edge.to,
             action,
             evidence,
             graph.roleOf(edge.rule, edge.from, edge.to, action),
             edge.rule,
             {}};
  if (edge.argument)
    shown.argument = graph.argumentNow(*edge.argument);
  announced.add(shown);
}

} // namespace mlir::trackdbg
