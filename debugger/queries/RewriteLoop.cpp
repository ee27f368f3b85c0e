//===- RewriteLoop.cpp - Patterns that rewrite what they made -------------===//

#include "queries/RewriteLoop.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

namespace {
/// Of an application: how long the chain that ends in it is, and the
/// application before it.
struct Link {
  uint32_t length = 0, before = 0;
};
} // namespace

static bool hasApplied(const Lineage &lineage, const ActionInfo &action) {
  return action.result == trace::ActionResult::Success &&
         lineage.definitions().actionKind(action.kind).isPattern();
}

/// An op is made by an earlier action.
static std::vector<Link> chainsOf(const Lineage &lineage) {
  std::vector<Link> links(lineage.actionCount() + 1);
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    ActionInfo action = lineage.action(id);
    if (!hasApplied(lineage, action))
      continue;
    ActionId maker = lineage.op(action.rootOp).birthAction;
    bool goesOn = maker < id && lineage.passOf(maker) == lineage.passOf(id);
    links[id].before = goesOn ? maker : 0;
    links[id].length = 1 + (goesOn ? links[maker].length : 0);
  }
  return links;
}

/// The kinds of patterns at the end of a chain, the last first.
static std::vector<uint32_t>
kindsOf(const Lineage &lineage, llvm::ArrayRef<Link> links, ActionId last) {
  std::vector<uint32_t> kinds;
  ActionId at = last;
  for (uint64_t i = 0; i < RewriteLoop::kShortest && at != 0; ++i) {
    uint32_t kind =
        lineage.definitions().canonicalActionKind(lineage.action(at).kind);
    if (!llvm::is_contained(kinds, kind))
      kinds.push_back(kind);
    at = links[at].before;
  }
  return kinds;
}

std::optional<RewriteLoop> findRewriteLoop(const Lineage &lineage) {
  std::vector<Link> links = chainsOf(lineage);
  auto longest =
      llvm::max_element(links, [](const Link &left, const Link &right) {
        return left.length < right.length;
      });
  if (longest->length < RewriteLoop::kShortest)
    return std::nullopt;
  ActionId last = longest - links.begin();
  RewriteLoop loop;
  loop.last = describeAction(lineage, last);
  loop.length = longest->length;
  const Definitions &definitions = lineage.definitions();
  std::vector<uint32_t> kinds = kindsOf(lineage, links, last);
  for (uint32_t kind :
       llvm::ArrayRef(kinds).take_front(RewriteLoop::kMostPatterns))
    loop.patterns.push_back(definitions.actionKind(kind).name.str());
  for (ActionId id = 1; id <= lineage.actionCount(); ++id)
    if (links[id].length != 0 && lineage.passOf(id) == lineage.passOf(last))
      loop.applied += llvm::is_contained(
          kinds, definitions.canonicalActionKind(lineage.action(id).kind));
  return loop;
}

} // namespace mlir::trackdbg
