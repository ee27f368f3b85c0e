//===- Touched.cpp --------------------------------------------------------===//

#include "queries/Touched.h"

#include "trace/Cancellation.h"

#include <algorithm>
#include <utility>

namespace mlir::trackdbg {

void Touched::run(llvm::ArrayRef<OpId> asked) {
  if (options.depth)
    findNear(asked);
  for (OpId op : asked)
    add({op}, {0, /*countsBirth=*/true, /*approximate=*/false});
  walk(/*exactOnly=*/true);
  if (!options.exactOnly) {
    // What is recorded is known by now and stays as it is.
    for (bool isRestricted : {false, true})
      for (const auto &[op, member] : members[isRestricted])
        open.push({member.since, op, isRestricted});
    walk(/*exactOnly=*/false);
  }
  for (const auto &[op, member] : members[true])
    join(members[false], op, member);
}

/// By the fewest steps, which need not be the earliest.
void Touched::findNear(llvm::ArrayRef<OpId> asked) {
  Steps steps(lineage, Direction::Forward, options, Span::upTo(options.at));
  near.emplace(lineage.opCount());
  std::vector<Reached> open;
  auto add = [&](Reached at) {
    if (near->add(at))
      open.push_back(at);
  };
  for (OpId op : asked)
    add({op});
  for (unsigned step = 0; step < *options.depth && !open.empty(); ++step)
    for (Reached at : std::exchange(open, {})) {
      if (isCancelled())
        return;
      steps.forEach(at, [&](Reached next, const Edge &) { add(next); });
    }
}

bool Touched::isLater(ActionId action, ActionId since) const {
  if (action >= since)
    return true;
  // An action goes on after those inside it.
  for (ActionId around = since; around > action;)
    if ((around = lineage.action(around).parent) == action)
      return around != 0;
  return false;
}

void Touched::add(Reached at, const Member &member) {
  if (join(members[at.isRestricted], at.op, member))
    open.push({member.since, at.op, at.isRestricted});
}

/// Returns whether it is new, or a member for longer than was known.
bool Touched::join(Members &members, OpId op, const Member &member) {
  auto [known, isNew] = members.try_emplace(op, member);
  if (isNew)
    return true;
  if (member.approximate != known->second.approximate)
    return false;
  known->second.countsBirth |= member.countsBirth;
  if (member.since >= known->second.since)
    return false;
  known->second.since = member.since;
  return true;
}

// The earliest first, so that a member is final when its turn comes.
void Touched::walk(bool exactOnly) {
  Steps steps(lineage, Direction::Forward, {exactOnly, options.through},
              Span::upTo(options.at));
  while (!open.empty() && !isCancelled()) {
    auto [since, op, isRestricted] = open.top();
    open.pop();
    Member from = members[isRestricted].lookup(op);
    if (from.since != since)
      continue;
    steps.forEach({op, isRestricted}, [&](Reached next, const Edge &edge) {
      addStep(from, next, edge);
    });
  }
}

void Touched::addStep(const Member &from, Reached next, const Edge &edge) {
  // Outside every action, the time is not known.
  if (edge.action != 0 && !isLater(edge.action, from.since))
    return;
  if (near && !near->contains(next.op))
    return;
  Member member;
  member.since = std::max(from.since, edge.action);
  member.countsBirth = edge.action <= lineage.op(next.op).birthAction &&
                       edge.role == EdgeRole::MadeFrom;
  member.approximate = from.approximate || edge.evidence == Evidence::Location;
  add(next, member);
}

} // namespace mlir::trackdbg
