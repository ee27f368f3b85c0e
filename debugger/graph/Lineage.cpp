//===- Lineage.cpp - What every op came from and what it became -----------===//

#include "graph/Lineage.h"

#include "graph/AnnouncedEnds.h"
#include "graph/FirstRuns.h"
#include "graph/GraphEdges.h"
#include "graph/LineageBuilder.h"
#include "graph/LineageGraph.h"
#include "graph/LocationIndex.h"
#include "graph/Nesting.h"
#include "graph/OpStacks.h"

#include "llvm/ADT/STLExtras.h"

#include <malloc.h>
#include <numeric>

namespace mlir::trackdbg {

llvm::StringRef toString(trace::Severity severity) {
  switch (severity) {
  case trace::Severity::Illegal:
  case trace::Severity::Error:
    return "error";
  case trace::Severity::Warning:
    return "warning";
  case trace::Severity::Remark:
    return "remark";
  }
  return "remark";
}

llvm::StringRef toString(EdgeRole role) {
  return role == EdgeRole::MadeFrom ? "made from" : "stands for";
}

llvm::StringRef toString(Ended ended) {
  switch (ended) {
  case Ended::Alive:
    return "alive";
  case Ended::Replaced:
    return "replaced";
  case Ended::Merged:
    return "merged";
  case Ended::Erased:
    return "erased";
  case Ended::Unseen:
    return "gone unseen";
  }
  return "unknown";
}

Lineage::Graph::Graph() = default;
Lineage::Graph::~Graph() = default;
Lineage::Lineage() : graph(std::make_unique<Graph>()) {}
Lineage::~Lineage() = default;

llvm::Expected<std::unique_ptr<Lineage>> Lineage::open(llvm::StringRef path,
                                                       OnCancel onCancel) {
  auto trace = TraceFile::open(path);
  if (!trace)
    return trace.takeError();
  std::unique_ptr<Lineage> lineage(new Lineage());
  Graph &graph = *lineage->graph;
  graph.trace = std::move(*trace);
  graph.builder = std::make_unique<LineageBuilder>(graph, *graph.trace);
  graph.builder->run(onCancel);
  if (onCancel == OnCancel::GiveUp && isCancelled())
    return llvm::createStringError("interrupted while reading the trace");
  graph.version = 1;
  // What building took for a while goes back to the system. A sanitizer has a
  // heap of its own; there the C library would set up one that nobody uses, and
  // two threads may not do so at once.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  ::malloc_trim(0);
#endif
  return lineage;
}

void Lineage::refresh() {
  graph->trace->refresh();
  if (!graph->builder->run())
    return;
  ++graph->version;
  graph->places.reset();
  graph->nesting.reset();
  graph->announced.reset();
}

uint64_t Lineage::version() const { return graph->version; }
const TraceFile &Lineage::trace() const { return *graph->trace; }
uint32_t Lineage::opCount() const { return graph->ops.count(); }
llvm::StringRef Lineage::symbol(OpId id) const {
  auto later = graph->newNames.find(id);
  if (later != graph->newNames.end())
    return definitions().string(later->second);
  auto known = llvm::partition_point(
      graph->symbols, [&](const auto &entry) { return entry.first < id; });
  return known != graph->symbols.end() && known->first == id
             ? definitions().string(known->second)
             : llvm::StringRef();
}

void Lineage::forEachSymbol(
    llvm::function_ref<void(OpId, llvm::StringRef)> visit) const {
  for (const auto &[id, name] : graph->symbols) {
    visit(id, definitions().string(name));
    auto later = graph->newNames.find(id);
    if (later != graph->newNames.end() && later->second != name)
      visit(id, definitions().string(later->second));
  }
}

uint32_t Lineage::actionCount() const { return graph->actions.count(); }
uint64_t Lineage::lastTicks() const { return graph->lastTicks; }
uint64_t Lineage::unknownReferences() const { return graph->unknownReferences; }

OpInfo Lineage::op(OpId id) const {
  if (!graph->ops.contains(id))
    return {};
  const OpRecord &record = graph->ops[id];
  OpInfo info;
  info.id = id;
  info.nameId = graph->names[record.name];
  info.location = record.location;
  info.birthAction = record.birthAction;
  info.endAction = record.endAction();
  info.ended = record.end();
  info.parent = graph->parentOf(record);
  const AnnouncedEnds &announced = graph->announcedEnds();
  if (auto end = announced.ends.find(id); end != announced.ends.end()) {
    info.ended = end->second.ended;
    info.endAction = end->second.action;
    info.isStillThere = true;
  }
  return info;
}

LastLocation Lineage::lastLocation(OpId id) const {
  return graph->ops.contains(id) ? graph->lastLocationOf(id) : LastLocation();
}

uint64_t Lineage::finalLocations() const { return graph->finalLocations; }

llvm::StringRef Lineage::opName(OpId id) const {
  return definitions().string(opNameId(id));
}

uint32_t Lineage::opNameId(OpId id) const {
  return graph->ops.contains(id) ? graph->names[graph->ops[id].name] : 0;
}

/// What only the event says that ended an action.
static void setEnd(ActionInfo &action, const trace::Event &end) {
  if (!action.ended)
    return;
  action.result = end.result();
  if (action.result == trace::ActionResult::Unchanged)
    action.result = trace::ActionResult::Success;
  action.endPosition = end.position();
  if (end.kind() == trace::EventKind::ActionLeaf)
    action.duration = end.location;
  else if (end.object > action.begin)
    action.duration = end.object - action.begin;
}

ActionInfo Lineage::action(ActionId id) const {
  if (!graph->actions.contains(id))
    return {};
  const ActionRecord &record = graph->actions[id];
  const FrameRecord &frame = graph->frames[record.frame];
  trace::Event begin = trace().eventAt(record.event);
  ActionInfo info;
  info.position = begin.position();
  info.id = id;
  info.kind = begin.name;
  if (begin.kind() == trace::EventKind::ActionBegin)
    info.text = begin.location;
  info.parent = frame.action;
  info.rootOp = record.rootOp;
  info.thread = trace().threadAt(record.event);
  info.begin = begin.object;
  info.ended = true;
  info.firstOp = record.firstOp;
  trace::Event end = begin;
  if (record.hasFrame) {
    info.parent = frame.parent;
    info.ended = frame.ended;
    info.changed = frame.changed;
    info.opsMade = frame.opsMade;
    if (frame.endEvent != record.event)
      end = trace().eventAt(frame.endEvent);
  }
  setEnd(info, end);
  return info;
}

OpId Lineage::firstOpOf(ActionId id) const {
  return graph->actions.contains(id) ? graph->actions[id].firstOp : 0;
}

OpId Lineage::holderBeforeMove(OpId id) const {
  return graph->ops.contains(id)
             ? graph->blocks[graph->ops[id].block].heldBefore
             : 0;
}

uint32_t Lineage::locationOf(OpId id) const {
  return graph->ops.contains(id) ? graph->ops[id].location : 0;
}

OpId Lineage::rootOf(ActionId id) const {
  return graph->actions.contains(id) ? graph->actions[id].rootOp : 0;
}

uint32_t Lineage::reasonOf(ActionId id) const {
  auto known = llvm::partition_point(
      graph->reasons, [&](const auto &entry) { return entry.first < id; });
  return known != graph->reasons.end() && known->first == id ? known->second
                                                             : 0;
}

llvm::ArrayRef<IllegalOp> Lineage::illegalOps() const {
  return graph->illegalOps;
}

llvm::ArrayRef<ReportedDiagnostic> Lineage::diagnostics() const {
  return graph->diagnostics;
}

ActionKindInfo Lineage::actionKind(ActionId id) const {
  return definitions().actionKind(action(id).kind);
}

ActionId Lineage::passOf(ActionId id) const {
  return graph->actions.contains(id) ? graph->scopeAt(id).pass : 0;
}

ActionId Lineage::outermost(ActionId id) const {
  return graph->actions.contains(id) ? graph->scopeAt(id).outermost : 0;
}

void Lineage::recallFirstRuns(std::shared_ptr<const FirstRuns> runs) {
  graph->firstRuns = std::move(runs);
}

uint64_t Lineage::elapsed(const ActionInfo &action) const {
  if (const FirstRuns *runs = graph->firstRuns.get())
    if (std::optional<uint64_t> ticks =
            action.ended ? runs->durationOf(action)
                         : runs->between(action, this->action(actionCount())))
      return *ticks;
  if (action.ended)
    return action.duration;
  return lastTicks() > action.begin ? lastTicks() - action.begin : 0;
}

std::optional<uint64_t> Lineage::liveAddress(OpId id) const {
  if (!graph->ops.contains(id) || graph->ops[id].address() == 0)
    return std::nullopt;
  return graph->ops[id].address();
}

std::optional<OpId> Lineage::opAt(uint64_t address) const {
  OpId op = address == 0 ? 0 : graph->opsByAddress.find(address);
  return op == 0 ? std::nullopt : std::optional(op);
}

OpId Lineage::firstBornAfterMove(OpId id) const {
  return graph->firstBornAfterMove.lookup(id);
}

uint32_t Lineage::blockOf(OpId id) const {
  return graph->ops.contains(id) ? graph->blockOf(graph->ops[id]) : 0;
}

llvm::BitVector Lineage::holdersOfBlocks() const {
  llvm::BitVector holders(opCount() + 1);
  for (uint32_t i = 1; i <= graph->blocks.count(); ++i) {
    holders.set(graph->blocks[i].op);
    holders.set(graph->blocks[i].heldBefore);
  }
  holders.reset(0);
  return holders;
}

InlinedCall Lineage::inlinedCall(OpId call) const {
  return graph->inlinedCalls.lookup(call);
}

const LocationIndex &Lineage::places() const {
  if (!graph->places)
    graph->places = std::make_unique<LocationIndex>(*this);
  return *graph->places;
}

Attachment &Lineage::attachment(
    const void *key,
    llvm::function_ref<std::unique_ptr<Attachment>()> make) const {
  std::unique_ptr<Attachment> &kept = graph->attachments[key];
  if (!kept)
    kept = make();
  return *kept;
}

void Lineage::forEachNote(OpId id,
                          llvm::function_ref<void(const Note &)> visit) const {
  if (!graph->ops.contains(id))
    return;
  llvm::SmallVector<Note, 16> list;
  graph->forEachNote(id, [&](const Note &note) {
    list.push_back(note);
    return true;
  });
  for (const Note &note : llvm::reverse(list))
    visit(note);
}

void Lineage::forEachChange(
    OpId id, llvm::function_ref<void(const OpChange &)> visit) const {
  visitChanges({id, 0}, {id, UINT32_MAX}, visit);
}

void Lineage::forEachChange(
    OpId id, ActionId action,
    llvm::function_ref<void(const OpChange &)> visit) const {
  visitChanges({id, action}, {id, action}, visit);
}

void Lineage::visitChanges(
    OpAndAction first, OpAndAction last,
    llvm::function_ref<void(const OpChange &)> visit) const {
  const std::vector<ChangeRecord> &all = graph->changes;
  std::vector<uint32_t> &byOp = graph->changesByOp;
  auto keyAt = [&](uint32_t at) {
    return OpAndAction(all[at].op, all[at].action);
  };
  if (byOp.size() != all.size()) {
    byOp.resize(all.size());
    std::iota(byOp.begin(), byOp.end(), 0);
    llvm::stable_sort(
        byOp, [&](uint32_t a, uint32_t b) { return keyAt(a) < keyAt(b); });
  }
  auto at = llvm::partition_point(
      byOp, [&](uint32_t index) { return keyAt(index) < first; });
  for (; at != byOp.end() && keyAt(*at) <= last; ++at) {
    const ChangeRecord &record = all[*at];
    trace::Event event = trace().eventAt(record.event);
    OpChange change;
    change.action = record.action;
    if (event.kind() == trace::EventKind::Changed) {
      change.what = trace::Change(event);
    } else {
      change.operand = event.subject >> 48;
      auto setEnd = [&](trace::ValueRef value, uint32_t end, OpId &op,
                        std::optional<ArgumentRef> &argument) {
        if (!trace::isArgument(value))
          op = end;
        else if (end != 0)
          argument = graph->argumentIn(end, trace::numberOf(value));
      };
      setEnd(event.object, record.from, change.from, change.fromArgument);
      setEnd(nameAndLocation(event), record.to, change.to, change.toArgument);
    }
    visit(change);
  }
}

ActionId Lineage::uncomparedFrom() const {
  constexpr uint32_t kFirstThatCompares = 6;
  const trace::FileHeader &header = trace().header();
  return header.version < kFirstThatCompares
             ? 1
             : std::min<uint64_t>(header.comparedUntil, UINT32_MAX);
}

llvm::SmallVector<ActionId, 8> Lineage::openActions() const {
  llvm::SmallVector<ActionId, 8> result = graph->builder->openActions();
  std::reverse(result.begin(), result.end());
  return result;
}

uint64_t Lineage::memoryUsed() const {
  return graph->ops.bytes() + graph->actions.bytes() + graph->frames.bytes() +
         graph->scopes.bytes() + graph->edges.bytes() + graph->ins.bytes() +
         graph->notes.bytes() + graph->blocks.bytes() +
         graph->opsByAddress.bytes() + graph->blocksByAddress.getMemorySize() +
         graph->relocations.getMemorySize() +
         graph->reasons.capacity() * sizeof(graph->reasons[0]) +
         graph->changes.capacity() * sizeof(ChangeRecord) +
         graph->argumentEdges.getMemorySize() +
         graph->argumentsFor.getMemorySize() +
         graph->argumentsBefore.getMemorySize() +
         graph->takersOfArguments.getMemorySize() +
         graph->changesByOp.capacity() * sizeof(uint32_t) +
         (graph->places ? graph->places->bytes() : 0);
}

} // namespace mlir::trackdbg
