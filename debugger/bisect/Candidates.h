//===- Candidates.h - What may be to blame --------------------------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_CANDIDATES_H
#define TRACKDBG_DEBUGGER_BISECT_CANDIDATES_H

#include "graph/Lineage.h"
#include "trackdbg/Protocol.h"
#include "trackdbg/RewriteSite.h"

#include <vector>

namespace mlir::trackdbg {

/// The actions of a class (see Omission) that may have done something: a
/// pattern that did not match has not. Linear in the actions.
std::vector<ActionId> candidatesOf(const Lineage &lineage, ActionClass of);

/// Actions that are the same one in every run; see RewriteSite.
struct SiteGroup {
  RewriteSite site;
  std::vector<ActionId> actions; ///< Of this run, ascending.
};
/// Of the candidates, in the order of their first actions. Linear in the
/// actions.
std::vector<SiteGroup> sitesOf(const Lineage &lineage, ActionClass of,
                               const std::vector<ActionId> &candidates);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_CANDIDATES_H
