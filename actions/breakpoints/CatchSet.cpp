//===- CatchSet.cpp - The events that are caught --------------------------===//

#include "breakpoints/CatchSet.h"
#include "ir/Traits.h"

#include "core/ThreadState.h"
#include "ir/LocationText.h"
#include "ir/NamedLines.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

CatchSet::Done &CatchSet::ofThisThread() {
  return byThread[&ThreadState::current()];
}

void CatchSet::assign(ArrayRef<BreakpointSpec> given) {
  specs.assign(given.begin(), given.end());
  made.clear();
  erased.clear();
  catchesOrder = catchesVerify = catchesDiagnostics = false;
  for (const BreakpointSpec &spec : specs) {
    if (spec.kind == Kind::CatchCreate)
      made.names.add(spec.id, spec.name);
    else if (spec.kind == Kind::CatchErase)
      erased.names.add(spec.id, spec.name);
    catchesOrder |= spec.kind == Kind::CatchOrder;
    catchesVerify |= spec.kind == Kind::CatchVerify;
    catchesDiagnostics |= spec.kind == Kind::CatchDiagnostic;
  }
  for (auto &[thread, done] : byThread) {
    done.dropped = 0;
    llvm::erase_if(done.pending, [&](const Caught &caught) {
      return llvm::none_of(specs, [&](const BreakpointSpec &spec) {
        return spec.id == caught.id;
      });
    });
    if (!catchesOrder)
      done.forgetPlaces(0);
  }
}

void CatchSet::forgetPointers() {
  made.answers.clear();
  erased.answers.clear();
}

const CatchSet::Ids &CatchSet::OpNames::match(Operation *op) {
  OperationName name = op->getName();
  auto [entry, isNew] = answers.try_emplace(name.getAsOpaquePointer());
  if (isNew)
    names.match(name.getStringRef(), entry->second);
  return entry->second;
}

//===----------------------------------------------------------------------===//
// What happens
//===----------------------------------------------------------------------===//

void CatchSet::add(const ActiveAction *top, int64_t id, std::string what,
                   Operation *op) {
  uint64_t action = top ? top->number : 0;
  Done &mine = ofThisThread();
  auto known = llvm::find_if(mine.pending, [&](const Caught &caught) {
    return caught.id == id && caught.action == action && caught.what == what;
  });
  if (known == mine.pending.end()) {
    if (mine.pending.size() >= kMostCaught) {
      ++mine.dropped;
      return;
    }
    mine.pending.push_back({id, action, std::move(what), 0, {}});
    known = std::prev(mine.pending.end());
  }
  ++known->count;
  if (op && known->ops.size() < kMostShown)
    known->ops.push_back(op);
}

void CatchSet::catchKind(const ActiveAction *top, Kind kind, StringRef name,
                         const std::string &what) {
  for (const BreakpointSpec &spec : specs)
    if (spec.kind == kind && (spec.name.empty() || spec.name == name))
      add(top, spec.id, what);
}

void CatchSet::happened(const ActiveAction *top, EventKind kind,
                        Operation *op) {
  bool isBirth = kind == EventKind::Create || kind == EventKind::Clone;
  // The parser makes all ops of the input, outside of every action.
  if (isBirth && top && !made.names.empty())
    for (int64_t id : made.match(op))
      add(top, id, "created " + op->getName().getStringRef().str(), op);
  if (catchesOrder && top && (isBirth || kind == EventKind::Insert))
    notePlace(*top, op);
}

void CatchSet::notePlace(const ActiveAction &top, Operation *op) {
  Done &mine = ofThisThread();
  auto [at, isNew] = mine.placedAt.try_emplace(op, mine.placed.size());
  if (isNew)
    mine.placed.push_back({op, top.number});
  else
    mine.placed[at->second].action = top.number;
}

/// Those of the action and of what is nested in it.
void CatchSet::Done::forgetPlaces(uint64_t action) {
  if (placed.empty())
    return;
  llvm::erase_if(placed, [&](const Placed &each) {
    return !each.op || each.action >= action;
  });
  placedAt.clear();
  for (auto [index, each] : llvm::enumerate(placed))
    placedAt[each.op] = index;
}

void CatchSet::dying(const ActiveAction *top, Operation *op) {
  for (auto &[thread, done] : byThread) {
    for (Caught &caught : done.pending)
      llvm::erase(caught.ops, op);
    if (auto at = done.placedAt.find(op); at != done.placedAt.end()) {
      done.placed[at->second].op = nullptr;
      done.placedAt.erase(at);
    }
  }
  if (!top || erased.names.empty())
    return;
  for (int64_t id : erased.match(op))
    add(top, id, "erased " + op->getName().getStringRef().str());
}

static StringRef severityOf(const Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    break;
  }
  return "note";
}

void CatchSet::diagnosed(const ActiveAction *top,
                         const Diagnostic &diagnostic) {
  if (!catchesDiagnostics && !catchesVerify)
    return;
  StringRef severity = severityOf(diagnostic);
  std::string text = diagnostic.str();
  if (FileLineColRange place = firstFileLocation(diagnostic.getLocation()))
    text = (Twine(place.getFilename().getValue()) + ":" +
            Twine(place.getStartLine()) + ":" + Twine(place.getStartColumn()) +
            ": " + severity + ": " + text)
               .str();
  else
    text = (severity + ": " + text).str();
  if (severity == "error")
    ofThisThread().lastError = text;
  catchKind(top, Kind::CatchDiagnostic, severity, text);
}

//===----------------------------------------------------------------------===//
// When an action has ended
//===----------------------------------------------------------------------===//

/// The passes of a pipeline are told, and the pipeline around them is not.
void CatchSet::checkChanges(const ActiveAction &action) {
  if (!action.isPass || action.isAdaptor)
    return;
  EventCounts counts = ThreadState::current().counts - action.countsAtBegin;
  if (counts.isChange())
    catchKind(&action, Kind::CatchPassChanged, "", "pass changed the IR");
}

/// A pass fails when one that it runs fails; the innermost is told.
void CatchSet::checkResult(const ActiveAction &action) {
  if (!action.isPass || action.result != ActionResult::Failure)
    return;
  uint64_t &lastFailure = ofThisThread().lastFailure;
  bool isOfInner = lastFailure > action.number;
  lastFailure = action.number;
  if (!isOfInner)
    catchKind(&action, Kind::CatchFail, "", "pass failed");
}

namespace {
struct SourceOrder {
  StringAttr file;
  unsigned line = 0, column = 0;
};
} // namespace

/// None for an op whose place means nothing: constants are put anywhere.
static std::optional<SourceOrder> orderOf(Operation &op) {
  FileLineColRange place = firstFileLocation(op.getLoc());
  if (!place || place.getStartLine() == 0 || isConstantLike(op.getName()))
    return std::nullopt;
  return SourceOrder{place.getFilename(), place.getStartLine(),
                     place.getStartColumn()};
}

static bool isBehind(const SourceOrder &a, const SourceOrder &b) {
  return std::pair(a.line, a.column) > std::pair(b.line, b.column);
}

static std::string titleWithPlace(Operation &op, const SourceOrder &order) {
  return (op.getName().getStringRef() + " of line " + Twine(order.line)).str();
}

/// The nearest op beside `op` that has a place in the same file, one way.
template <typename Next>
static Operation *nearestOfFile(Operation *op, StringAttr file, Next next) {
  constexpr unsigned kMostLooked = 64;
  for (unsigned i = 0; i < kMostLooked && (op = next(op)); ++i)
    if (std::optional<SourceOrder> order = orderOf(*op);
        order && order->file == file)
      return op;
  return nullptr;
}

/// Of the ops that the action put somewhere, those that stand before what they
/// should follow, or the other way round.
void CatchSet::checkOrder(const ActiveAction &action) {
  Done &mine = ofThisThread();
  for (const Placed &each : mine.placed) {
    if (!each.op || each.action != action.number || !each.op->getBlock())
      continue;
    std::optional<SourceOrder> order = orderOf(*each.op);
    if (!order)
      continue;
    Operation *before = nearestOfFile(
        each.op, order->file, [](Operation *op) { return op->getPrevNode(); });
    Operation *after = nearestOfFile(
        each.op, order->file, [](Operation *op) { return op->getNextNode(); });
    std::string what = titleWithPlace(*each.op, *order);
    if (before && isBehind(*orderOf(*before), *order))
      what += " is behind " + titleWithPlace(*before, *orderOf(*before));
    else if (after && isBehind(*order, *orderOf(*after)))
      what += " is before " + titleWithPlace(*after, *orderOf(*after));
    else
      continue;
    catchKind(&action, Kind::CatchOrder, "", what);
    break;
  }
  mine.forgetPlaces(action.number);
}

void CatchSet::tell(const Caught &caught, Attention attention,
                    std::vector<Sighting> &sightings) const {
  Sighting &sighting = sightings.emplace_back();
  sighting.breakpoint = caught.id;
  for (const BreakpointSpec &spec : specs)
    if (spec.id == caught.id) {
      sighting.kind = spec.kind;
      sighting.name = spec.name;
    }
  sighting.what = caught.what;
  if (caught.count > 1)
    sighting.what += " (" + std::to_string(caught.count) + " times)";
  if (attention != Attention::Everything)
    return;
  for (const NamedLine &line : printLines(caught.ops))
    sighting.after += (sighting.after.empty() ? "" : "\n") + line.text;
}

void CatchSet::beginning(std::vector<Sighting> &sightings) {
  for (auto &[thread, done] : byThread) {
    for (const Caught &caught : done.pending)
      if (caught.action == 0)
        tell(caught, Attention::Everything, sightings);
    llvm::erase_if(done.pending,
                   [](const Caught &caught) { return caught.action == 0; });
  }
}

void CatchSet::ended(const ActiveAction &action, Attention attention,
                     std::vector<Sighting> &sightings) {
  checkResult(action);
  checkChanges(action);
  if (catchesOrder)
    checkOrder(action);
  Done &mine = ofThisThread();
  size_t before = sightings.size();
  for (const Caught &caught : mine.pending)
    if (caught.action == action.number)
      tell(caught, attention, sightings);
  if (mine.dropped && sightings.size() > before &&
      attention == Attention::Everything)
    sightings[before].what += "; " +
                              std::to_string(std::exchange(mine.dropped, 0)) +
                              " more are not told one by one";
  llvm::erase_if(mine.pending, [&](const Caught &caught) {
    return caught.action >= action.number;
  });
}

void CatchSet::invalid(std::vector<Sighting> &sightings) {
  catchKind(nullptr, Kind::CatchVerify, "",
            "verification failed: " +
                std::exchange(ofThisThread().lastError, ""));
  beginning(sightings);
}
