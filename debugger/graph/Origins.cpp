//===- Origins.cpp - What is seen of how ops are made ---------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

//===----------------------------------------------------------------------===//
// What the rules are told
//===----------------------------------------------------------------------===//

/// The ops that define what an op uses.
void LineageBuilder::logBirth(OpId op, const Event &event, Thread &thread) {
  BirthNotes notes(event);
  if (!thread.stack.empty()) {
    uint64_t address = event.subjectAddress();
    for (unsigned i = 0; i < 2; ++i)
      if (ValueRef operand = notes.operand(i, address))
        thread.operands.push_back(operand);
    llvm::SmallVector<Definer, 8> used;
    for (ValueRef operand : thread.operands)
      if (operand != 0)
        used.push_back(definerOf(operand));
    MadeOp made;
    made.op = op;
    made.isCopy = event.kind() == EventKind::Clone;
    made.block = graph.ops[op].block;
    thread.log.addMade(made, used);
  }
  thread.operands.clear();
  if (notes.has(BirthNotes::kBehindPrevious))
    logBehindPrevious(op, thread);
}

void LineageBuilder::logPlace(OpId op, OpId next, OpId before, Thread &thread) {
  thread.lastPlaced = {op, next};
  if (MadeOp *made = thread.log.find(op)) {
    made->next = next;
    made->before = before;
  }
}

void LineageBuilder::logBehindPrevious(OpId op, Thread &thread) {
  logPlace(op, thread.lastPlaced.next, thread.lastPlaced.op, thread);
}

void LineageBuilder::logChange(LoggedEvent event, Thread &thread) {
  // A pattern has its root; what it modifies beside that says nothing.
  if (thread.stack.empty() ||
      (event.kind == LoggedEvent::Kind::Modified && current != 0 &&
       graph.frameAt(current).isPattern))
    return;
  thread.log.add(event);
}

//===----------------------------------------------------------------------===//
// The end of an action
//===----------------------------------------------------------------------===//

/// Where the edges of a pattern wait until its conversion has ended; null where
/// they need not wait. A conversion ends no op before.
std::vector<LineageBuilder::RuleEdge> *
LineageBuilder::beliefOf(const OpenFrame &frame, Thread &thread) {
  if (frame.isCall || !graph.frameAt(frame.action).isPattern ||
      !graph.ops[graph.actions[frame.action].rootOp].isAlive())
    return nullptr;
  for (OpenFrame &around : llvm::reverse(thread.stack)) {
    if (!around.isCall && graph.frameAt(around.action).isPattern)
      continue;
    // What a greedy rewrite has done stays.
    bool isFinal =
        !around.isCall && definitions.actionKind(around.kind).tag == kGreedyTag;
    return isFinal ? nullptr : &around.unbelieved;
  }
  return nullptr;
}

void LineageBuilder::applyRules(OpenFrame &frame, Thread &thread) {
  believe(frame.unbelieved, graph.actions[frame.action].firstOp);
  // Most actions make nothing.
  if (thread.log.madeSince(frame.logged).empty())
    return;
  std::vector<RuleEdge> *later = beliefOf(frame, thread);
  auto add = [&](OpId from, OpId to, Rule rule, const ArgumentRef *argument) {
    if (!later)
      return addRuleEdge(from, to, rule, argument);
    later->push_back({from, to, rule});
    if (argument)
      later->back().argument = *argument;
  };
  FrameView view(graph, kinds, thread.log, frame.logged, frame.blocksBefore,
                 add);
  if (frame.isCall && frame.root == 0 && frame.secondRoot == 0) {
    applyToCode(view, /*isConversion=*/false);
  } else if (frame.isCall) {
    llvm::StringRef name = definitions.string(frame.kind);
    bool isInlining = name == "inlineCall" || name == "inlineRegion";
    applyToRoots(view, {frame.root, frame.secondRoot}, Rule::Call,
                 /*withCopies=*/isInlining, frame.told);
  } else if (graph.frameAt(frame.action).isPattern) {
    applyToRoots(view, graph.actions[frame.action].rootOp, Rule::Pattern,
                 /*withCopies=*/false, frame.told);
  } else {
    llvm::StringRef tag = definitions.actionKind(frame.kind).tag;
    applyToCode(view, /*isConversion=*/tag == kConversionTag);
  }
}

/// What a conversion took back was erased without a word, and so were the casts
/// that it needed no longer. Those are told by what they were made for: an op
/// that ended, or an argument of an op that the conversion made, which stays.
bool LineageBuilder::isBelieved(const RuleEdge &edge, OpId firstOp,
                                llvm::function_ref<bool(OpId)> hasEnded) const {
  const OpRecord &made = graph.ops[edge.to];
  bool isErased = made.end() == Ended::Erased && !made.dropped;
  bool fromStays = !hasEnded(edge.from);
  bool isSpentCast =
      kinds.isConversionCast(edge.to) &&
      (edge.argument ? fromStays && edge.from >= firstOp : !fromStays);
  return !isErased || isSpentCast;
}

void LineageBuilder::believe(const std::vector<RuleEdge> &edges, OpId firstOp) {
  auto hasEnded = [&](OpId op) { return !graph.ops[op].isAlive(); };
  for (const RuleEdge &edge : edges) {
    if (!isBelieved(edge, firstOp, hasEnded))
      continue;
    addRuleEdge(edge.from, edge.to, edge.rule,
                edge.argument ? &*edge.argument : nullptr);
    if (edge.rule == Rule::Inlined)
      graph.firstBornAfterMove[edge.to] = graph.ops.count() + 1;
  }
}

/// Adds what a rule says, or strengthens what is known of the two ops. Looks at
/// the newest edges only: an op that many were merged into has too many.
void LineageBuilder::addRuleEdge(OpId from, OpId to, Rule rule,
                                 const ArgumentRef *argument) {
  constexpr unsigned kMaxLooked = 16;
  unsigned looked = 0;
  EdgeRecord *known = nullptr;
  // Each argument of one op has an edge of its own.
  auto isOfAnother = [&](uint32_t index) {
    auto other =
        argument ? graph.argumentEdges.find(index) : graph.argumentEdges.end();
    return other != graph.argumentEdges.end() &&
           graph.argumentNow(other->second) != *argument;
  };
  graph.forEachIn(to, [&](uint32_t index) {
    if ((graph.edges[index].ends ^ to) == from && !isOfAnother(index))
      known = &graph.edges[index];
    return !known && ++looked < kMaxLooked;
  });
  if (!known) {
    uint32_t index = addEdge(from, to, rule);
    if (index != 0 && argument)
      graph.argumentEdges[index] = *argument;
  } else if (argument) {
    return;
  } else if ((rule == Rule::TakenByCopy) !=
             (Rule(known->rule) == Rule::TakenByCopy)) {
    // It takes the place of what it was also made for.
    known->rule = uint32_t(Rule::Replaced);
  } else if (strengthOf(rule) < strengthOf(Rule(known->rule))) {
    known->rule = uint32_t(rule);
  }
}

/// The op that was at an address when the call at work began, or 0. It may have
/// died in the call, and another one may be there now.
OpId LineageBuilder::foundByCall(uint64_t address, const Thread &thread) const {
  constexpr size_t kMostSearched = 4096;
  OpId now = lookUp(address);
  if (address == 0 ||
      (now != 0 && !thread.log.findMade(now, thread.stack.back().logged)))
    return now;
  llvm::ArrayRef<Death> recent(thread.deaths);
  for (const Death &death : llvm::reverse(recent.take_back(kMostSearched)))
    if (death.address == address)
      return death.op;
  return 0;
}

void LineageBuilder::madeFor(uint64_t source, OpId op, Thread &thread) {
  if (thread.stack.empty() || !thread.stack.back().isCall)
    return;
  OpId from = foundByCall(source, thread);
  if (from == 0 || from >= op)
    return;
  thread.stack.back().told[op] = from;
  addRuleEdge(from, op, Rule::Call);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

OpId Lineage::Graph::madeAnewFrom(OpId op) const {
  constexpr unsigned kMaxLooked = 16;
  unsigned looked = 0;
  OpId from = 0;
  forEachIn(op, [&](uint32_t index) {
    Rule rule = Rule(edges[index].rule);
    OpId origin = edges[index].ends ^ op;
    bool hasContents = rule == Rule::RegionMoved || rule == Rule::RegionCopied;
    if (hasContents && ops[origin].name == ops[op].name)
      from = origin;
    return from == 0 && ++looked < kMaxLooked;
  });
  return from;
}

/// The op of which `copy` is a copy, or 0. Looks at the newest edges only.
OpId LineageBuilder::originalOf(OpId copy) const {
  constexpr unsigned kMaxLooked = 16;
  unsigned looked = 0;
  OpId original = 0;
  if (!graph.ops[copy].isCopy)
    return 0;
  graph.forEachIn(copy, [&](uint32_t index) {
    const EdgeRecord &edge = graph.edges[index];
    if (Rule(edge.rule) == Rule::Cloned)
      original = edge.ends ^ copy;
    return original == 0 && ++looked < kMaxLooked;
  });
  return original;
}

/// The op itself, or the one of which it is a copy of a copy made in the same
/// action.
OpId LineageBuilder::firstOriginalOf(OpId op) const {
  constexpr unsigned kMaxCopies = 64;
  ActionId birth = graph.ops[op].birthAction;
  for (unsigned i = 0; i < kMaxCopies && graph.ops[op].birthAction == birth;
       ++i) {
    OpId original = originalOf(op);
    if (original == 0)
      break;
    op = original;
  }
  return op;
}

/// A copy is made from its original, and from the op that held this. Of another
/// op it takes the place. So does an op that is made anew of a cast that was
/// behind it.
Rule LineageBuilder::takeoverRule(OpId op, OpId taker, Rule rule) const {
  if (kinds.isCast(op) && graph.madeAnewFrom(taker) != 0)
    return Rule::TakenByCopy;
  if (!graph.ops[taker].isCopy)
    return rule;
  OpId original = firstOriginalOf(taker);
  bool isOfIt = original == firstOriginalOf(op) || graph.isInside(original, op);
  return isOfIt ? rule : Rule::TakenByCopy;
}

/// `to` now holds what `from` held, or copies of that. If it was made in this
/// pass, it was made to stand for it, or may have been: that is known when
/// `from` dies.
void LineageBuilder::noteTakeover(OpId from, OpId to, Rule rule) {
  if (from == 0 || to <= from || current == 0 || kinds.isModule(from) ||
      (kinds.isFunction(from) && !kinds.isFunction(to)))
    return;
  // What goes on inside `from` with copies of what that holds does not stand
  // for it.
  if (rule == Rule::RegionCopied && graph.isInside(to, from))
    return;
  // A copy of another op has its origin, whatever it holds later.
  if (OpId original = originalOf(to); original != 0 && original != from)
    return;
  ActionId birth = graph.ops[to].birthAction;
  if (birth == 0 || graph.scopeAt(birth).pass != graph.scopeAt(current).pass)
    return;
  constexpr size_t kMaxTakers = 64;
  auto &known = takers[from];
  if (known.size() == kMaxTakers ||
      llvm::any_of(known, [&](const auto &each) { return each.first == to; }))
    return;
  known.push_back({to, rule});
  if (graph.ops[from].name == graph.ops[to].name)
    addRuleEdge(from, to, rule);
}

/// To what took over from `from` in this pass.
llvm::SmallVector<LineageBuilder::RuleEdge, 2>
LineageBuilder::edgesToTakers(OpId from) const {
  llvm::SmallVector<RuleEdge, 2> edges;
  auto known = takers.find(from);
  if (known == takers.end())
    return edges;
  for (auto [to, rule] : known->second) {
    const OpRecord &taker = graph.ops[to];
    if (graph.scopeAt(taker.birthAction).pass == graph.scopeAt(current).pass &&
        taker.end() != Ended::Erased)
      edges.push_back({from, to, rule});
  }
  return edges;
}

/// `from` has died. What took over from it continues it.
void LineageBuilder::expandTakers(OpId from) {
  for (const RuleEdge &edge : edgesToTakers(from))
    addRuleEdge(edge.from, edge.to, edge.rule);
  takers.erase(from);
}

} // namespace mlir::trackdbg
