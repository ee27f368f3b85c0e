//===- BreakpointSet.cpp - All breakpoints of the user --------------------===//

#include "breakpoints/BreakpointSet.h"

#include "core/ActionNames.h"
#include "core/LockIfThreaded.h"

#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace mlir;
using namespace mlir::trackdbg;
using SpecKind = BreakpointSpec::Kind;

//===----------------------------------------------------------------------===//
// ActionNameBreakpoints
//===----------------------------------------------------------------------===//

void ActionNameBreakpoints::clear() {
  passes = NameMatcher();
  patterns = NameMatcher();
  tags = NameMatcher();
  llvmPasses = NameMatcher();
  answers.clear();
  any = false;
}

NameMatcher &ActionNameBreakpoints::matcherFor(SpecKind kind) {
  switch (kind) {
  case SpecKind::Pass:
    return passes;
  case SpecKind::Pattern:
    return patterns;
  case SpecKind::LLVMPass:
    return llvmPasses;
  default:
    return tags;
  }
}

void ActionNameBreakpoints::add(const BreakpointSpec &spec) {
  matcherFor(spec.kind).add(spec.id, spec.name);
  any = true;
}

void ActionNameBreakpoints::match(const ActiveAction &action,
                                  SmallVectorImpl<int64_t> &ids) {
  if (!any)
    return;
  if (action.kind >= answers.size())
    answers.resize(action.kind + 1);
  Answer &answer = answers[action.kind];
  if (!answer.known) {
    const ActionKind &kind = interner.actionKind(action.kind);
    tags.match(kind.tag, answer.ids);
    bool isLLVMPass = kind.tag == kLLVMPassTag;
    if (kind.isPass || isLLVMPass) {
      NameMatcher &matcher = isLLVMPass ? llvmPasses : passes;
      matcher.match(kind.name, answer.ids);
      if (kind.argument != kind.name)
        matcher.match(kind.argument, answer.ids);
    } else if (kind.tag != kTransformOpTag) {
      patterns.match(kind.name, answer.ids);
    }
    // A pass may match by its name and by its argument.
    llvm::sort(answer.ids);
    answer.ids.erase(llvm::unique(answer.ids), answer.ids.end());
    answer.known = true;
  }
  ids.append(answer.ids.begin(), answer.ids.end());
}

//===----------------------------------------------------------------------===//
// OpNameBreakpoints
//===----------------------------------------------------------------------===//

void OpNameBreakpoints::clear() {
  names = NameMatcher();
  answers.clear();
}

void OpNameBreakpoints::add(const BreakpointSpec &spec) {
  names.add(spec.id, spec.name);
}

void OpNameBreakpoints::match(const ActiveAction &action,
                              SmallVectorImpl<int64_t> &ids) {
  if (names.empty() || !action.root)
    return;
  OperationName name = action.root->getName();
  auto [entry, isNew] = answers.try_emplace(name.getAsOpaquePointer());
  if (isNew)
    names.match(name.getStringRef(), entry->second);
  ids.append(entry->second.begin(), entry->second.end());
}

//===----------------------------------------------------------------------===//
// ActionNumberBreakpoints, BreakpointSet
//===----------------------------------------------------------------------===//

void ActionNumberBreakpoints::match(const ActiveAction &action,
                                    SmallVectorImpl<int64_t> &ids) {
  if (numbers.empty())
    return;
  auto found = numbers.find(action.number);
  if (found != numbers.end())
    llvm::append_range(ids, found->second);
}

void BreakpointSet::add(const BreakpointSpec &spec) {
  switch (spec.kind) {
  case SpecKind::Location:
    locations.add(spec);
    break;
  case SpecKind::Op:
    opNames.add(spec);
    break;
  case SpecKind::Symbol:
    symbols.add(spec);
    break;
  case SpecKind::Action:
    numbers.add(spec);
    break;
  case SpecKind::Pass:
  case SpecKind::Pattern:
  case SpecKind::Tag:
  case SpecKind::LLVMPass:
    actionNames.add(spec);
    break;
  case SpecKind::AtCreate:
  case SpecKind::AtReplace:
  case SpecKind::AtErase:
    inside.add(spec);
    break;
  default: // Watchpoints and catchpoints, and the places of their conditions.
    if (spec.id >= 0)
      eventIds[spec.id] = spec.id;
    break;
  }
}

static std::string placeOf(const BreakpointSpec &spec) {
  return llvm::formatv("{0} {1} {2} {3} {4}", int(spec.kind), spec.line,
                       spec.column, spec.action, spec.name)
      .str();
}

void BreakpointSet::addCondition(const BreakpointSpec &spec) {
  llvm::Expected<Expression> condition =
      Expression::parseCondition(spec.condition);
  if (!condition)
    return llvm::consumeError(condition.takeError());
  std::string where = placeOf(spec);
  bool isEvent = EventBreakpoints::isOne(spec);
  // What two of these wait for is not compared.
  if (isEvent)
    where = llvm::formatv("{0} {1}", where, spec.id).str();
  auto [place, isNew] =
      placeIds.try_emplace(where, -1 - int64_t(conditions.size()));
  if (isEvent)
    eventIds[spec.id] = place->second;
  if (isNew) {
    BreakpointSpec together = spec;
    together.id = place->second;
    add(together);
    conditions.emplace_back(terms);
  }
  ConditionIndex &index = conditions[-1 - place->second];
  index.add(spec.id, std::move(*condition), reached.lookup(spec.id));
  hitsMatter |= index.usesHits();
}

/// A breakpoint that is disabled keeps its count.
void BreakpointSet::noteReached(ArrayRef<BreakpointSpec> kept) {
  for (ConditionIndex &each : conditions)
    each.forEach([&](int64_t id, int64_t times) { reached[id] = times; });
  llvm::DenseMap<int64_t, int64_t> before = std::move(reached);
  reached.clear();
  for (const BreakpointSpec &spec : kept)
    if (int64_t times = before.lookup(spec.id))
      reached[spec.id] = times;
}

void BreakpointSet::assign(const std::vector<BreakpointSpec> &specs) {
  LockIfThreaded lock(mutex);
  idle = specs.empty();
  actionNames.clear();
  opNames.clear();
  locations.clear();
  symbols.clear();
  numbers.clear();
  inside.clear();
  noteReached(specs);
  conditions.clear();
  hitsMatter = false;
  placeIds.clear();
  terms.clear();
  eventIds.clear();
  if (events)
    events->assign(specs);
  llvm::DenseMap<int64_t, HitCount> before = std::move(counts);
  counts.clear();
  for (const BreakpointSpec &spec : specs) {
    int64_t hits = before.lookup(spec.id).hits;
    if (hits || spec.ignoreCount)
      counts[spec.id] = {spec.id, hits, spec.ignoreCount};
    // The debugger refuses such numbers; nothing here may depend on it.
    if (!spec.enabled || spec.id < 0 || spec.line < 0 || spec.action < 0 ||
        spec.line == std::numeric_limits<int64_t>::max())
      continue;
    if (spec.condition.empty())
      add(spec);
    else
      addCondition(spec);
  }
  watchingInside = !inside.empty();
}

static bool isIn(ArrayRef<BreakpointSpec> specs, int64_t id) {
  return llvm::any_of(
      specs, [&](const BreakpointSpec &spec) { return spec.id == id; });
}

BreakpointIds BreakpointSet::startOver(const std::vector<BreakpointSpec> &specs,
                                       const ActiveAction &action, When when,
                                       ArrayRef<int64_t> before) {
  if (when == When::Before)
    uncount(action);
  assign(specs);
  BreakpointIds ids;
  if (when == When::Before) {
    LockIfThreaded lock(mutex);
    SmallVector<int64_t, 4> matching;
    matchPlaces(action, matching);
    count(action, matching, ids);
  }
  // What watchpoints and catchpoints saw does not happen again, nor what is
  // just being done inside the action.
  for (int64_t id : before)
    if (eventIds.contains(id) || (when == When::Inside && isIn(specs, id)))
      ids.push_back(id);
  llvm::sort(ids);
  return ids;
}

/// Takes back that the conditions here have been reached by `action`, which is
/// going to be matched again.
void BreakpointSet::uncount(const ActiveAction &action) {
  LockIfThreaded lock(mutex);
  SmallVector<int64_t, 4> matching;
  matchPlaces(action, matching);
  for (int64_t id : matching)
    if (id < 0)
      conditions[-1 - id].uncount();
}

/// Those that match by where the action is; of conditions, their places.
void BreakpointSet::matchPlaces(const ActiveAction &action,
                                SmallVectorImpl<int64_t> &matching) {
  actionNames.match(action, matching);
  opNames.match(action, matching);
  locations.match(action, matching);
  symbols.match(action, matching);
  numbers.match(action, matching);
}

void BreakpointSet::match(const ActiveAction &action,
                          SmallVectorImpl<int64_t> &ids) {
  LockIfThreaded lock(mutex);
  SmallVector<int64_t, 4> matching;
  matchPlaces(action, matching);
  if (events && !events->empty())
    addSeen(matching);
  count(action, matching, ids);
}

void BreakpointSet::passOver(const ActiveAction &action) {
  LockIfThreaded lock(mutex);
  if (!hitsMatter)
    return;
  SmallVector<int64_t, 4> matching;
  matchPlaces(action, matching);
  if (events && !events->empty())
    addSeen(matching);
  countPassed(matching);
}

void BreakpointSet::countPassed(ArrayRef<int64_t> matching) {
  for (int64_t id : matching)
    if (id < 0)
      conditions[-1 - id].passOver();
}

void BreakpointSet::count(const ActiveAction &action,
                          SmallVectorImpl<int64_t> &matching,
                          SmallVectorImpl<int64_t> &ids) {
  if (matching.empty())
    return;
  llvm::sort(matching);
  auto *firstId = llvm::find_if(matching, [](int64_t id) { return id >= 0; });
  if (firstId != matching.begin()) {
    SmallVector<int64_t, 4> places(matching.begin(), firstId);
    matching.erase(matching.begin(), firstId);
    terms.begin(action);
    for (int64_t place : places)
      conditions[-1 - place].match(matching);
    llvm::sort(matching);
  }
  for (int64_t id : matching) {
    HitCount &count = counts.try_emplace(id, HitCount{id}).first->second;
    ++count.hits;
    if (count.ignoreCount > 0)
      --count.ignoreCount;
    else
      ids.push_back(id);
  }
}

//===----------------------------------------------------------------------===//
// Watchpoints and catchpoints
//===----------------------------------------------------------------------===//

/// However much one of them saw, it is one hit.
void BreakpointSet::addSeen(SmallVectorImpl<int64_t> &matching) {
  for (const Sighting &sighting : events->sightings()) {
    auto known = eventIds.find(sighting.breakpoint);
    if (known != eventIds.end() && !llvm::is_contained(matching, known->second))
      matching.push_back(known->second);
  }
}

void BreakpointSet::beginning(const ActiveAction &action, Attention attention) {
  if (!events || events->empty())
    return;
  LockIfThreaded lock(mutex);
  events->beginning(action, attention);
}

void BreakpointSet::matchAfter(const ActiveAction &action, Attention attention,
                               SmallVectorImpl<int64_t> &ids) {
  if (!events || events->empty())
    return;
  LockIfThreaded lock(mutex);
  events->ended(action, attention);
  SmallVector<int64_t, 4> matching;
  if (attention != Attention::Nothing || hitsMatter)
    addSeen(matching);
  if (attention == Attention::Nothing)
    countPassed(matching);
  else
    count(action, matching, ids);
}

void BreakpointSet::matchInvalid(const ActiveAction &action,
                                 SmallVectorImpl<int64_t> &ids) {
  if (!events || events->empty())
    return;
  LockIfThreaded lock(mutex);
  events->invalid();
  SmallVector<int64_t, 4> matching;
  addSeen(matching);
  count(action, matching, ids);
}

void BreakpointSet::noteBirth(Operation *op) {
  LockIfThreaded lock(mutex);
  inside.noteBirth(op, ThreadState::current().counts.created);
}

void BreakpointSet::matchInside(const ActiveAction &action, OpEvent event,
                                Operation *op, SmallVectorImpl<int64_t> &ids) {
  LockIfThreaded lock(mutex);
  if (inside.empty())
    return;
  SmallVector<int64_t, 4> matching;
  inside.match(event, op, ThreadState::current().counts.created, matching);
  count(action, matching, ids);
}

std::vector<Sighting> BreakpointSet::sightings(ArrayRef<int64_t> ids) const {
  std::vector<Sighting> result;
  LockIfThreaded lock(mutex);
  if (!ids.empty() && events)
    llvm::copy_if(events->sightings(), std::back_inserter(result),
                  [&](const Sighting &sighting) {
                    return llvm::is_contained(ids, sighting.breakpoint);
                  });
  return result;
}

void BreakpointSet::goOn() {
  LockIfThreaded lock(mutex);
  if (events && !events->empty())
    events->goOn();
}

std::vector<HitCount> BreakpointSet::hits() const {
  std::vector<HitCount> result;
  LockIfThreaded lock(mutex);
  for (const auto &[id, count] : counts)
    if (count.hits)
      result.push_back(count);
  llvm::sort(result,
             [](const HitCount &a, const HitCount &b) { return a.id < b.id; });
  return result;
}

void BreakpointSet::forgetPointers() {
  LockIfThreaded lock(mutex);
  opNames.forgetPointers();
  locations.forgetPointers();
  terms.forgetPointers();
  inside.forgetPointers();
  if (events)
    events->forgetPointers();
}
