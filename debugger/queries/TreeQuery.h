//===- TreeQuery.h - One question for what ops became or came from --------===//
//
// For Queries.h: `became` and `origin`. TreeQuery.cpp says how the graph is
// walked, and TreeLines.cpp makes lines of what is kept.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TREEQUERY_H
#define TRACKDBG_DEBUGGER_QUERIES_TREEQUERY_H

#include "graph/Outermost.h"
#include "queries/AnswerSteps.h"
#include "queries/Queries.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <tuple>

namespace mlir::trackdbg {

/// For one use. What is given must outlive it.
class TreeQuery {
public:
  TreeQuery(const Lineage &lineage, Direction direction,
            const QueryOptions &options)
      : lineage(lineage), direction(direction), options(options),
        answerSteps(lineage, direction, options), moves(lineage, direction) {}

  LineageTree run(NamedEnds named);

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
  using Likeness = std::tuple<uint32_t, bool, Evidence, Role, ActionId>;
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
  /// The argument that a step back leads to; none where it leads to an op.
  static std::optional<ArgumentRef> argumentBehind(const Step &step);
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

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TREEQUERY_H
