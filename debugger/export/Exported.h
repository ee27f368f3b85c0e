//===- Exported.h - What a file with the lineage holds --------------------===//
//
// Private to export/; see Dump.h. The same for each format: the whole lineage,
// or a part of it with all that this names.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_EXPORTED_H
#define TRACKDBG_DEBUGGER_EXPORT_EXPORTED_H

#include "export/Dump.h"
#include "graph/GraphEdges.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

/// An end of a take-over: an op, or the argument of a block in it.
struct TakeoverEnd {
  OpId op = 0;
  std::optional<ArgumentRef> argument = std::nullopt;
};

class Exported {
public:
  /// Both must outlive this. Without a part: the whole lineage.
  explicit Exported(const Lineage &lineage, const Subgraph *part)
      : lineage(lineage), part(part) {}

  /// Whether an op or action is there only because another one names it.
  bool isOtherOp(OpId id) const { return part && part->otherOps.test(id); }
  bool isOtherAction(ActionId id) const {
    return part && part->otherActions.test(id);
  }
  bool hasAction(ActionId id) const {
    return !part || part->actions.test(id) || part->otherActions.test(id);
  }

  // In the order of their numbers, until the work is cancelled.

  template <typename Visit> void forEachOp(Visit visit) const {
    WorkProgress progress("writing the ops", lineage.opCount());
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled();
         ++id, progress.step())
      if (!part || part->ops.test(id) || part->otherOps.test(id))
        visit(lineage.op(id));
  }
  template <typename Visit> void forEachAction(Visit visit) const {
    WorkProgress progress("writing the actions", lineage.actionCount());
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled();
         ++id, progress.step())
      if (hasAction(id))
        visit(lineage.action(id));
  }
  /// Calls `visit(edge, more)`, by the second op. Of the whole lineage each op
  /// has up to `limit` edges that only a location gives; `more` is true for the
  /// last of them where some are left out.
  template <typename Visit> void forEachEdge(size_t limit, Visit visit) const {
    if (part)
      part->forEachEdge(lineage, [&](const Edge &edge) { visit(edge, false); });
    else
      trackdbg::forEachEdge(lineage, limit, visit);
  }

  /// Calls `visit(from, to, action)` with what took over from what, where one
  /// of the two is an argument of a block. By the other one.
  template <typename Visit> void forEachTakeover(Visit visit) const {
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
      if (part && !part->ops.test(id))
        continue;
      for (const ArgumentStep &step : lineage.argumentsFor(id))
        visit(TakeoverEnd{id}, endOf(step), step.action);
      for (const ArgumentStep &step : lineage.argumentsBefore(id))
        visit(endOf(step), TakeoverEnd{id}, step.action);
    }
  }

  /// The location of an op, 0 where it is not defined.
  uint32_t locationOf(const OpInfo &op) const {
    return op.location < lineage.definitions().locationLimit() ? op.location
                                                               : 0;
  }
  /// Those that the ops have, and all that these are made of.
  llvm::BitVector locations() const;

private:
  static TakeoverEnd endOf(const ArgumentStep &step) {
    return {step.argument.holder, step.argument};
  }

  const Lineage &lineage;
  const Subgraph *part;
};

/// What a part was selected by, as a JSON object.
std::string quoteQuestion(const SubgraphQuestion &question);

/// For the ops whose location holds several places and that have more location
/// edges than are listed: the ops that they meet at each of these places. Equal
/// sets of one location that follow each other are one, so that a large
/// location costs once what it holds, and no more for each op that has it.
class OpSets {
public:
  explicit OpSets(const Lineage &lineage) : lineage(lineage) {}

  /// The number of the set of `op`, from 1; 0 where it has only one place.
  uint32_t setOf(OpId op);
  /// Calls `visit(number, ops, more)` for each set; `more` is true where one
  /// of the places has more ops than are listed of it.
  template <typename Visit> void forEach(Visit visit) {
    for (uint32_t i = 0; i < owners.size() && !isCancelled(); ++i) {
      bool more = collect(owners[i]);
      visit(i + 1, llvm::ArrayRef(collected), more);
    }
  }

private:
  bool collect(OpId op);

  struct Last {
    uint32_t number = 0;
    std::vector<OpId> ops;
  };
  const Lineage &lineage;
  std::optional<LocationIndex::Walk> walk; ///< Made when it is needed.
  llvm::DenseMap<uint32_t, Last> lastOfLocation;
  std::vector<OpId> owners; ///< An op that has it, for each set.
  std::vector<OpId> collected;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_EXPORTED_H
