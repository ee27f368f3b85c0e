//===- LastUsers.cpp - Since when nothing uses an op ----------------------===//

#include "queries/LastUsers.h"

#include "queries/UserWalk.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

llvm::StringRef toString(Disuse disuse) {
  switch (disuse) {
  case Disuse::NotSeen:
    return "not seen";
  case Disuse::NotOver:
    return "not over";
  case Disuse::NoResults:
    return "no results";
  case Disuse::NeverUsed:
    return "never used";
  case Disuse::Unused:
    return "unused";
  case Disuse::LastKnown:
    return "last known";
  }
  return "not seen";
}

namespace {
/// The ops that were at addresses when their uses ended.
void nameUsers(const Lineage &lineage, llvm::ArrayRef<UseEnd *> unnamed) {
  struct Address {
    OpId newest = 0;
    std::vector<UseEnd *> ends; ///< The latest first.
  };
  llvm::DenseMap<uint64_t, Address> addresses;
  for (UseEnd *end : unnamed)
    addresses[end->userAddress].ends.push_back(end);
  for (auto &[address, entry] : addresses)
    llvm::sort(entry.ends, [](const UseEnd *a, const UseEnd *b) {
      return a->position > b->position;
    });
  auto nameUpTo = [](Address &entry, uint64_t position) {
    while (!entry.ends.empty() && entry.ends.back()->position < position) {
      entry.ends.back()->user = entry.newest;
      entry.ends.pop_back();
    }
  };
  OpId newest = 0;
  auto read = [&](const Event &event, uint32_t) {
    if (!event.isBirth())
      return;
    ++newest;
    auto known = isAddress(event.subjectAddress())
                     ? addresses.find(event.subjectAddress())
                     : addresses.end();
    if (known == addresses.end())
      return;
    nameUpTo(known->second, event.position());
    known->second.newest = newest;
  };
  EventCursor(lineage.trace()).drain(read, [](auto &&...) {});
  for (auto &[address, entry] : addresses)
    nameUpTo(entry, ~uint64_t(0));
}

/// The action that gave the user something else to use.
ActionId actionOfChange(const Lineage &lineage, const UseEnd &end) {
  ActionId action = 0;
  lineage.forEachChange(end.user, [&](const OpChange &change) {
    if (!change.what && change.operand == end.operand &&
        change.from == end.used)
      action = change.action;
  });
  return action;
}

/// Whether what took over from an op that `action` ended was looked for, and
/// whether that is done.
bool isCompared(const Lineage &lineage, ActionId action) {
  ActionId uncomparedFrom = lineage.uncomparedFrom();
  return lineage.passOf(action) != 0 &&
         (uncomparedFrom == 0 || action < uncomparedFrom);
}
bool isOver(const Lineage &lineage, ActionId action) {
  return lineage.action(lineage.passOf(action)).ended;
}

LastUse lastUseOf(const Lineage &lineage, const UsedOp &op) {
  LastUse result;
  ActionId end = lineage.op(op.op).endAction;
  if (op.knowsResults && op.results == 0) {
    result.disuse = Disuse::NoResults;
    return result;
  }
  if (!op.isDead || !isCompared(lineage, end))
    return result;
  if (!isOver(lineage, end)) {
    result.disuse = Disuse::NotOver;
    return result;
  }
  if (op.uses != 0 || (op.isDoubtful && op.last.user == 0))
    return result;
  if (!op.wasUsed) {
    result.disuse = Disuse::NeverUsed;
    return result;
  }
  if (op.last.user == 0)
    return result;
  bool isCertain = op.last.isCertain && !op.isDoubtful;
  result.disuse = isCertain ? Disuse::Unused : Disuse::LastKnown;
  result.user = op.last.user;
  result.livesOn = op.last.livesOn;
  result.action = result.livesOn ? actionOfChange(lineage, op.last)
                                 : lineage.op(result.user).endAction;
  return result;
}
} // namespace

std::vector<LastUse> lastUsesOf(const Lineage &lineage,
                                llvm::ArrayRef<OpId> ops) {
  if (ops.empty())
    return {};
  UserWalk walk(lineage, ops);
  walk.run();
  std::vector<UsedOp> found;
  for (size_t i = 0; i < ops.size(); ++i)
    found.push_back(walk.result(i));
  std::vector<UseEnd *> unnamed;
  for (UsedOp &each : found)
    if (each.last.position != 0 && each.last.user == 0)
      unnamed.push_back(&each.last);
  if (!unnamed.empty())
    nameUsers(lineage, unnamed);
  std::vector<LastUse> result;
  for (const UsedOp &each : found)
    result.push_back(lastUseOf(lineage, each));
  return result;
}

} // namespace mlir::trackdbg
