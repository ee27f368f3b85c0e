//===- LineageTree.cpp - What ops became and came from --------------------===//
//
// The graph is walked twice, from ops or from arguments. The first walk finds
// all that is reached, which is counted, and which of the ops asked for are
// reached from others of them. The second goes breadth first from the rest and
// keeps the nearest nodes.
//
//===----------------------------------------------------------------------===//

#include "graph/Outermost.h"
#include "queries/AnswerSteps.h"
#include "queries/InlinedBodies.h"
#include "queries/Queries.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mlir::trackdbg {

namespace {
/// Of more siblings than this that are alike, so many less one are listed.
constexpr uint32_t kMaxAlike = 4;
/// Ops that stand for one, or that one stands for, listed beside it.
constexpr size_t kMaxBeside = 3;

class TreeQuery {
public:
  TreeQuery(const Lineage &lineage, Direction direction,
            const QueryOptions &options)
      : lineage(lineage), direction(direction), options(options),
        answerSteps(lineage, direction, options), moves(lineage, direction) {}

  LineageTree run(NamedEnds named) {
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

private:
  LineageTree runFrom(llvm::ArrayRef<ArgumentRef> arguments);

  /// A step of the answer: what it skips is in `through`.
  struct Step {
    OpId next = 0;
    Edge edge;
    Role role = Role::Result;
    std::vector<OpId> through;
  };
  struct Node {
    OpId op = 0;
    /// What was asked for is not the op, but this argument in it.
    std::optional<ArgumentRef> argument = std::nullopt;
    unsigned depth = 0;
    Step step;
    bool repeated = false;
    bool moreAtPlace = false;
    uint32_t folded = 0;
    uint32_t more = 0;
    uint32_t holds = 0;
    /// Neighbours that are listed already and have but its place in common.
    uint32_t guessesAbove = 0;
    std::vector<OpId> spentCasts; ///< Neighbours that are not listed.
    std::vector<uint32_t> children;
  };
  /// What makes siblings alike.
  using Likeness = std::tuple<uint32_t, Evidence, Role, ActionId>;
  struct Alike {
    uint32_t count = 0, listed = 0;
    uint32_t moreNode = 0; ///< The line that stands for the rest, or 0.
  };

  std::vector<OpId> reachAll(const NamedOps &named);
  void reachFrom(llvm::ArrayRef<ArgumentRef> arguments);
  bool reach(OpId root, OpId op, StepWalk &walk);
  void countReached(OpId op, bool hasSteps);
  void countLeaves();
  void keepOutermost();
  void keepNearest(llvm::ArrayRef<OpId> roots);
  void addRoot(OpId op);
  void expand(uint32_t index);
  bool isFull(const Node &node) const {
    return nodes.size() >= options.maxNodes ||
           (options.depth && node.depth >= *options.depth);
  }
  std::vector<Step> stepsOf(Node &node);
  void dropNoise(Node &node, std::vector<Step> &steps);
  std::vector<OpId> skipRoot(Node &node);
  Likeness likenessOf(const Step &step) const;
  void addChild(uint32_t parent, Step step);
  void addMore(uint32_t parent, const Step &step, Alike &alike);
  void emit();
  void emitNode(const Node &node);
  void addBeside(const Node &node, LineageNode &line) const;

  const Lineage &lineage;
  Direction direction;
  const QueryOptions &options;
  AnswerSteps answerSteps;
  MoveFilter moves;
  LineageTree tree;
  llvm::DenseMap<uint32_t, uint64_t> leavesByName;
  OutermostOps outermost{lineage};
  uint64_t notListed = 0; ///< Of the outermost ones.
  llvm::DenseSet<OpId> seen;
  std::vector<Node> nodes;
  std::vector<uint32_t> rootNodes;
  // Where arguments were asked for: the first block of an op, or a block, has
  // only one of the number.
  std::optional<ArgumentIndex> argumentSteps;
  llvm::DenseMap<OpId, ArgumentRef> argumentOf; ///< By holder.
};

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

void TreeQuery::countLeaves() {
  for (auto [name, count] : leavesByName)
    tree.leaves.push_back({lineage.definitions().string(name).str(), count});
  llvm::sort(tree.leaves, [](const auto &a, const auto &b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
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
  if (node.depth == 0 && !node.argument)
    node.step.through = skipRoot(node);
  std::vector<OpId> sources = node.step.through;
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

TreeQuery::Likeness TreeQuery::likenessOf(const Step &step) const {
  return {lineage.opNameId(step.next), step.edge.evidence, step.role,
          step.edge.action};
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

void TreeQuery::emit() {
  countLeaves();
  std::vector<uint32_t> open(rootNodes.rbegin(), rootNodes.rend());
  uint64_t shown = 0;
  while (!open.empty() && !isCancelled()) {
    const Node &node = nodes[open.back()];
    open.pop_back();
    if (!node.repeated && node.more == 0 && !node.argument)
      shown += 1 + node.step.through.size();
    emitNode(node);
    open.insert(open.end(), node.children.rbegin(), node.children.rend());
  }
  if (direction == Direction::Forward)
    tellInlinedBodies(lineage, answerSteps.shownAt(), tree.nodes);
  tree.folded = options.listed == Listed::Outermost
                    ? notListed
                    : tree.reached - std::min(shown, tree.reached);
}

void TreeQuery::emitNode(const Node &node) {
  LineageNode line;
  line.depth = node.depth;
  line.repeated = node.repeated;
  line.folded = node.folded;
  line.moreAtPlace = node.moreAtPlace;
  line.guessesAbove = node.guessesAbove;
  line.more = node.more;
  line.holds = node.holds;
  if (node.depth != 0 && node.holds == 0) {
    line.evidence = node.step.edge.evidence;
    line.rule = node.step.edge.rule;
    line.role = node.step.role;
    line.action = describeAction(lineage, node.step.edge.action);
  }
  if (node.more != 0) {
    line.op.name = lineage.opName(node.op).str();
  } else {
    line.op = describeOp(lineage, node.op, answerSteps.shownAt());
    line.op.argument = node.argument;
    if (node.op == node.step.edge.from)
      line.op.argument = node.step.edge.argument;
    if (!node.argument)
      line.changes = changesOf(lineage, node.op, answerSteps.shownAt());
    for (OpId each : node.step.through)
      line.through.push_back({each, lineage.opName(each).str()});
    line.spentCasts = node.spentCasts;
    if (!node.repeated)
      addBeside(node, line);
  }
  tree.nodes.push_back(std::move(line));
}

void TreeQuery::addBeside(const Node &node, LineageNode &line) const {
  size_t limit = options.fold == Fold::Nothing ? options.maxNodes : kMaxBeside;
  llvm::DenseSet<OpId> known;
  llvm::SmallVector<Edge, 4> found =
      node.argument ? answerSteps.beside(*node.argument, *argumentSteps)
                    : answerSteps.beside(node.op);
  for (const Edge &edge : found) {
    OpId other = answerSteps.neighbour(edge);
    if (!known.insert(other).second)
      continue;
    if (line.beside.size() == limit)
      ++line.moreBeside;
    else
      line.beside.push_back({describeOp(lineage, other, answerSteps.shownAt()),
                             edge.evidence,
                             describeAction(lineage, edge.action)});
  }
  if (node.argument)
    return;
  for (const ArgumentStep &step : answerSteps.argumentsBeside(node.op)) {
    if (line.beside.size() == limit)
      ++line.moreBeside;
    else
      line.beside.push_back(
          {describeArgument(lineage, step.argument, answerSteps.shownAt()),
           Evidence::Replaced, describeAction(lineage, step.action)});
  }
}

llvm::Expected<LineageTree> query(const Lineage &lineage, llvm::StringRef spec,
                                  Direction direction,
                                  const QueryOptions &options) {
  bool isForward = direction == Direction::Forward;
  auto found = nameEndsAt(
      lineage, spec, options, isForward ? AtPlace::Input : AtPlace::Newest,
      isForward ? options.at.value_or(Moment::end()) : Moment::end());
  if (!found)
    return found.takeError();
  LineageTree tree =
      TreeQuery(lineage, direction, options).run(std::move(*found));
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
