//===- InsideSet.cpp - Breakpoints inside actions -------------------------===//

#include "breakpoints/InsideSet.h"

using namespace mlir;
using namespace mlir::trackdbg;

static OpEvent eventOf(BreakpointSpec::Kind kind) {
  switch (kind) {
  case BreakpointSpec::Kind::AtCreate:
    return OpEvent::Created;
  case BreakpointSpec::Kind::AtReplace:
    return OpEvent::Replaced;
  default:
    return OpEvent::Erased;
  }
}

void InsideSet::clear() {
  for (OfEvent &each : events)
    each = OfEvent();
  isEmpty = true;
}

void InsideSet::forgetPointers() {
  for (OfEvent &each : events)
    each.answers.clear();
}

void InsideSet::add(const BreakpointSpec &spec) {
  isEmpty = false;
  OfEvent &event = of(eventOf(spec.kind));
  if (spec.action == 0) {
    event.names.add(spec.id, spec.name);
    event.answers.clear();
    return;
  }
  event.numbers[spec.action].push_back(spec.id);
  for (const WatchedOp &op : spec.ops)
    numberOf[reinterpret_cast<const Operation *>(op.address)] = spec.action;
}

/// An op that is waited for may only be made later.
void InsideSet::noteBirth(Operation *op, uint64_t births) {
  bool isWaitedFor = llvm::any_of(events, [&](const OfEvent &each) {
    return each.numbers.contains(births);
  });
  if (isWaitedFor)
    numberOf[op] = births;
  else
    numberOf.erase(op);
}

void InsideSet::match(OpEvent event, Operation *op, uint64_t births,
                      llvm::SmallVectorImpl<int64_t> &ids) {
  if (event == OpEvent::Created)
    noteBirth(op, births);
  OfEvent &asked = of(event);
  if (auto number = numberOf.find(op); number != numberOf.end())
    if (auto known = asked.numbers.find(number->second);
        known != asked.numbers.end())
      llvm::append_range(ids, known->second);
  if (asked.names.empty())
    return;
  OperationName name = op->getName();
  auto [entry, isNew] = asked.answers.try_emplace(name.getAsOpaquePointer());
  if (isNew)
    asked.names.match(name.getStringRef(), entry->second);
  llvm::append_range(ids, entry->second);
}
