//===- Route.h - What ops became or came from, pass by pass ---------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ROUTE_H
#define TRACKDBG_DEBUGGER_QUERIES_ROUTE_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// What all runs of a pass in one stage did to the ops, or what was done
/// outside of passes.
struct RouteRow {
  using NameCounts = std::vector<LineageTree::NameCount>;

  ActionId action = 0; ///< The first of them that touched the ops; 0 outside.
  std::string pass;    ///< As the user calls it; empty outside of passes.
  uint64_t actions = 0;
  // By name, the most frequent first. Ops that came and went in the pass are
  // left out.
  NameCounts before;    ///< Ended in it.
  NameCounts after;     ///< Made in it.
  uint64_t changed = 0; ///< Changed in place, and in neither list.
  uint64_t merged = 0;  ///< Of `before`.
};

struct Route {
  std::vector<RouteRow> rows; ///< In the order in which they began.
  uint64_t passes = 0;        ///< That had begun, whatever they did.
  RouteRow::NameCounts ends;  ///< What there is of it, or what there was first.
  uint64_t endCount = 0;      ///< All of `ends`.
  uint64_t approximate = 0;   ///< Of these, only a source place connects them.
  uint64_t places = 0;        ///< Different source places of `ends`.
};

/// The ops that became() reaches. An error for a spec that names arguments of
/// blocks, or nothing. n log n of the ops and what happened to them; beside
/// that linear in the actions.
llvm::Expected<Route> route(const Lineage &lineage, llvm::StringRef spec,
                            const QueryOptions &options = {});

/// The ops of the input that origin() reaches, and the passes on the way:
/// `before` has what the ops of `after` were made from, whether it ended there
/// or not. QueryOptions::at does not count. n log n of the ops; beside that
/// linear in the actions.
llvm::Expected<Route> originRoute(const Lineage &lineage, llvm::StringRef spec,
                                  const QueryOptions &options = {});

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ROUTE_H
