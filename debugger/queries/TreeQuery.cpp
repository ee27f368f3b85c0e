//===- TreeQuery.cpp - What ops became and came from ----------------------===//
//
// The graph is walked twice, from ops or from arguments. The first walk finds
// all that is reached, which is counted, and which of the ops asked for are
// reached from others of them. The second goes breadth first from the rest and
// keeps the nearest nodes.
//
//===----------------------------------------------------------------------===//

#include "queries/TreeQuery.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace mlir::trackdbg {

/// Of more siblings than this that are alike, so many less one are listed.
static constexpr uint32_t kMaxAlike = 4;

LineageTree TreeQuery::run(NamedEnds named) {
  if (!named.arguments.empty())
    return runFrom(named.arguments);
  // Most steps forward lead to later ops, and most steps back to earlier.
  if (direction == Direction::Backward)
    std::reverse(named.ops.begin(), named.ops.end());
  std::vector<OpId> roots = reachAll(named);
  tree.asked = roots.size();
  if (direction == Direction::Backward)
    std::reverse(roots.begin(), roots.end());
  if (options.listed == Listed::Outermost)
    keepOutermost();
  else
    keepNearest(roots);
  emit();
  return std::move(tree);
}

/// Goes from `op` to all that it leads to, which counts for `root`. Returns
/// whether that had not been reached before.
bool TreeQuery::reach(OpId root, OpId op, StepWalk &walk) {
  bool isOutermost = options.listed == Listed::Outermost;
  auto onOp = [&](OpId reached, bool hasSteps) {
    countReached(reached, hasSteps);
    if (isOutermost && !answerSteps.shownAt().hasEnded(lineage.op(reached)))
      outermost.addAlive(root, reached);
  };
  auto onStep = [&](OpId from, OpId next, const Edge &edge) {
    if (isOutermost)
      outermost.addStep(from, next, edge);
  };
  return walk.run(op, onOp, onStep);
}

std::vector<OpId> TreeQuery::reachAll(const NamedOps &named) {
  std::vector<OpId> roots;
  StepWalk walk(answerSteps.all());
  for (OpId root : named.ops)
    if (reach(root, root, walk))
      roots.push_back(root);
  tree.others = countOthers(lineage, named.others, answerSteps.shownAt(),
                            [&](OpId op) { return walk.contains(op); });
  return roots;
}

void TreeQuery::reachFrom(llvm::ArrayRef<ArgumentRef> arguments) {
  StepWalk walk(answerSteps.all());
  llvm::SmallVector<Edge, 8> edges;
  for (const ArgumentRef &argument : arguments) {
    edges.clear();
    answerSteps.list(argument, *argumentSteps, edges);
    for (const Edge &edge : edges) {
      OpId next = answerSteps.neighbour(edge);
      if (reach(argument.holder, next, walk) &&
          options.listed == Listed::Outermost)
        outermost.addStep(argument.holder, next, edge);
    }
  }
}

LineageTree TreeQuery::runFrom(llvm::ArrayRef<ArgumentRef> arguments) {
  argumentSteps.emplace(lineage);
  tree.isOfArguments = true;
  tree.asked = arguments.size();
  reachFrom(arguments);
  for (const ArgumentRef &argument : arguments)
    argumentOf[argument.holder] = argument;
  if (options.listed == Listed::Outermost) {
    keepOutermost();
  } else {
    std::vector<OpId> holders;
    for (const ArgumentRef &argument : arguments)
      holders.push_back(argument.holder);
    keepNearest(holders);
  }
  emit();
  return std::move(tree);
}

void TreeQuery::countReached(OpId op, bool hasSteps) {
  bool alive = !answerSteps.shownAt().hasEnded(lineage.op(op));
  ++tree.reached;
  tree.alive += alive;
  bool isLeaf = direction == Direction::Forward
                    ? alive
                    : !hasSteps || (options.at && answerSteps.isThere(op));
  if (isLeaf && options.listed == Listed::All)
    ++leavesByName[lineage.opNameId(op)];
}

void TreeQuery::keepOutermost() {
  OpId lastRoot = 0;
  const Nesting &nesting =
      lineage.nestingAt(options.at.value_or(Moment::end()));
  for (const OutermostOps::Found &found : outermost.find(nesting)) {
    ++leavesByName[lineage.opNameId(found.op)];
    if (nodes.size() >= options.maxNodes) {
      ++notListed;
      continue;
    }
    if (found.root != lastRoot) {
      lastRoot = found.root;
      addRoot(found.root);
    }
    if (found.op == found.root)
      continue;
    Step step;
    step.next = found.op;
    step.edge = found.edge;
    step.role = roleOf(lineage, found.edge);
    step.through = found.through;
    addChild(rootNodes.back(), std::move(step));
    nodes.back().holds = found.holds;
  }
}

void TreeQuery::addRoot(OpId op) {
  rootNodes.push_back(nodes.size());
  nodes.push_back({});
  nodes.back().op = op;
  if (tree.isOfArguments)
    nodes.back().argument = argumentOf.lookup(op);
}

void TreeQuery::keepNearest(llvm::ArrayRef<OpId> roots) {
  if (!tree.isOfArguments)
    seen.insert(roots.begin(), roots.end());
  for (OpId root : roots) {
    if (nodes.size() >= options.maxNodes)
      break;
    addRoot(root);
  }
  for (uint32_t i = 0; i < nodes.size() && !isCancelled(); ++i)
    if (!nodes[i].repeated && nodes[i].more == 0)
      expand(i);
}

/// The ops that a root only passed through on its way to what it became.
std::vector<OpId> TreeQuery::skipRoot(Node &node) {
  std::vector<OpId> through;
  OpId end = answerSteps.skipTrivial(node.op, through);
  llvm::SmallVector<Edge, 8> beyond;
  if (end == node.op)
    return {};
  answerSteps.list(end, beyond);
  // Where nothing comes after it, it is the answer.
  if (beyond.empty() || !answerSteps.shownAt().hasEnded(lineage.op(end)))
    return {};
  through.erase(through.begin());
  through.push_back(end);
  return through;
}

std::vector<TreeQuery::Step> TreeQuery::stepsOf(Node &node) {
  std::vector<OpId> passed;
  if (node.depth == 0 && !node.argument)
    passed = skipRoot(node);
  std::vector<OpId> sources = passed.empty() ? node.step.through : passed;
  sources.push_back(node.op);
  std::vector<Step> result;
  // Each argument of an op that it came from has a step of its own.
  llvm::DenseMap<std::pair<OpId, uint32_t>, size_t> known;
  auto argumentIn = [&](const Edge &edge) {
    return edge.argument && answerSteps.neighbour(edge) == edge.from
               ? edge.argument->number + 1
               : 0;
  };
  llvm::SmallVector<Edge, 16> edges;
  for (OpId source : sources) {
    edges.clear();
    if (node.argument)
      answerSteps.list(*node.argument, *argumentSteps, edges);
    else
      node.moreAtPlace |= answerSteps.list(source, edges);
    bool isRestricted =
        node.depth > 0 && source == node.op && moves.restricts(node.step.edge);
    for (const Edge &edge : edges) {
      OpId next = answerSteps.neighbour(edge);
      if (llvm::is_contained(sources, next) ||
          (isRestricted && !moves.allows(edge)))
        continue;
      Step step{0, edge, roleOf(lineage, edge), {}};
      if (auto at = llvm::find(passed, source); at != passed.end())
        step.through.assign(passed.begin(), at + 1);
      step.next = answerSteps.skipTrivial(next, step.through);
      auto [entry, isNew] =
          known.try_emplace({step.next, argumentIn(edge)}, result.size());
      if (isNew)
        result.push_back(std::move(step));
      else if (step.role == Role::Result)
        // Two kinds of evidence for one step: the first one is the stronger.
        result[entry->second].role = Role::Result;
    }
  }
  return result;
}

/// Whether a step is worth a line. A cast that came and went is not, nor is
/// what is listed already and has but its place in common with the op.
void TreeQuery::dropNoise(Node &node, std::vector<Step> &steps) {
  bool hasRecorded = llvm::any_of(steps, [](const Step &step) {
    return step.edge.evidence != Evidence::Location;
  });
  llvm::erase_if(steps, [&](const Step &step) {
    bool isGuess = step.edge.evidence == Evidence::Location;
    if (isGuess && hasRecorded && seen.contains(step.next) &&
        direction == Direction::Forward) {
      ++node.guessesAbove;
      return true;
    }
    bool isSpent = (isGuess || hasRecorded) && steps.size() > 1 &&
                   answerSteps.isSpentCast(step.next);
    if (isSpent)
      node.spentCasts.push_back(step.next);
    return isSpent;
  });
}

std::optional<ArgumentRef> TreeQuery::argumentBehind(const Step &step) {
  return step.next == step.edge.from ? step.edge.argument : std::nullopt;
}

TreeQuery::Likeness TreeQuery::likenessOf(const Step &step) const {
  return {lineage.opNameId(step.next), argumentBehind(step).has_value(),
          step.edge.evidence, step.role, step.edge.action};
}

void TreeQuery::expand(uint32_t index) {
  std::vector<Step> found = stepsOf(nodes[index]);
  if (options.fold == Fold::Repetitions)
    dropNoise(nodes[index], found);
  if (isFull(nodes[index])) {
    nodes[index].folded += found.size();
    return;
  }
  std::map<Likeness, Alike> groups;
  if (options.fold == Fold::Repetitions)
    for (const Step &step : found)
      ++groups[likenessOf(step)].count;
  for (Step &step : found) {
    if (options.fold == Fold::Repetitions) {
      Alike &alike = groups[likenessOf(step)];
      if (alike.count > kMaxAlike && alike.listed >= kMaxAlike - 1) {
        addMore(index, step, alike);
        continue;
      }
      ++alike.listed;
    }
    if (isFull(nodes[index]))
      ++nodes[index].folded;
    else
      addChild(index, std::move(step));
  }
}

void TreeQuery::addChild(uint32_t parent, Step step) {
  Node node;
  node.op = step.next;
  node.depth = nodes[parent].depth + 1;
  node.repeated = !seen.insert(step.next).second;
  node.step = std::move(step);
  nodes[parent].children.push_back(nodes.size());
  nodes.push_back(std::move(node));
}

void TreeQuery::addMore(uint32_t parent, const Step &step, Alike &alike) {
  if (alike.moreNode == 0) {
    alike.moreNode = nodes.size();
    nodes[parent].children.push_back(nodes.size());
    Node node;
    node.op = step.next;
    node.depth = nodes[parent].depth + 1;
    node.step = step;
    nodes.push_back(std::move(node));
  }
  ++nodes[alike.moreNode].more;
}

/// How many ops a tree on exact and structural evidence has alive.
static uint64_t countAliveExactly(const Lineage &lineage, NamedEnds found,
                                  QueryOptions options) {
  options.exactOnly = true;
  options.maxNodes = 1;
  return TreeQuery(lineage, Direction::Forward, options)
      .run(std::move(found))
      .alive;
}

namespace {
llvm::Expected<LineageTree> query(const Lineage &lineage, llvm::StringRef spec,
                                  Direction direction,
                                  const QueryOptions &options) {
  bool isForward = direction == Direction::Forward;
  auto found = nameEndsAt(
      lineage, spec, options, isForward ? AtPlace::Input : AtPlace::Newest,
      isForward ? options.at.value_or(Moment::end()) : Moment::end());
  if (!found)
    return found.takeError();
  LineageTree tree = TreeQuery(lineage, direction, options).run(*found);
  if (isForward && !options.exactOnly && options.listed == Listed::All)
    tree.guessed =
        tree.alive -
        std::min(tree.alive,
                 countAliveExactly(lineage, std::move(*found), options));
  tree.listed = options.listed;
  if (options.at)
    tree.moment = describeMoment(lineage, *options.at);
  return tree;
}
} // namespace

llvm::Expected<LineageTree> became(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options) {
  return query(lineage, spec, Direction::Forward, options);
}

llvm::Expected<LineageTree> origin(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options) {
  return query(lineage, spec, Direction::Backward, options);
}

} // namespace mlir::trackdbg
