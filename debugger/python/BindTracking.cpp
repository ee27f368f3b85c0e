//===- BindTracking.cpp - track, track_back, related, show, src -----------===//

#include "python/Objects.h"

#include "graph/LocationIndex.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// What the functions take: None, an op, or any iterable of these.
struct Given {
  std::vector<Op> ops;
  bool isList = false;
};
} // namespace

static Given opsIn(const py::object &given) {
  if (given.is_none())
    return {};
  if (py::isinstance<Op>(given))
    return {{given.cast<Op>()}, false};
  Given found{{}, true};
  if (!py::isinstance<py::iterable>(given))
    throw py::type_error("expected an Operation, a list of them, a SourceRange "
                         "or None");
  for (py::handle each : given) {
    if (each.is_none())
      continue;
    if (!py::isinstance<Op>(each))
      throw py::type_error("the list must hold Operations only");
    found.ops.push_back(each.cast<Op>());
  }
  return found;
}

/// The ops by the trace that they are of.
static std::vector<std::pair<ViewHandle, std::vector<OpId>>>
byTrace(ArrayRef<Op> ops) {
  std::vector<std::pair<ViewHandle, std::vector<OpId>>> groups;
  for (const Op &op : ops) {
    auto group = find_if(groups, [&](auto &it) {
      return it.first->sharedLineage() == op.view->sharedLineage();
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {op.view, {}});
    group->second.push_back(op.id);
  }
  return groups;
}

std::vector<Op> atPlaces(const ViewHandle &view, const StageHandle &stage,
                         const SourceRange &range) {
  const Lineage &lineage = view->lineage();
  const LocationIndex &index = lineage.places();
  std::vector<OpId> ids;
  auto consider = [&](OpId id) {
    if (SourceRange::ofLocation(lineage.definitions(), lineage.op(id).location)
            .overlaps(range))
      ids.push_back(id);
  };
  for (uint32_t file : index.files()) {
    for (const SourceLocation &place : range.places()) {
      SourceLocation inFile = place;
      inFile.file = lineage.definitions().string(file).str();
      if (!inFile.touches(place))
        continue;
      for_each(index.opsIn({file, place.line, place.column, place.endLine,
                            place.endColumn}),
               consider);
    }
  }
  llvm::sort(ids);
  ids.erase(llvm::unique(ids), ids.end());
  return atStage(view, stage, ids);
}

static StageHandle stageToward(TraceView &view, Direction direction) {
  return orThrow(direction == Direction::Forward ? view.newest()
                                                 : view.stage(0));
}

static std::vector<Op> follow(const Given &given, Direction direction) {
  std::vector<Op> found;
  for (auto &[view, ids] : byTrace(given.ops)) {
    checkInterrupt();
    std::vector<OpId> reached = reach(view->lineage(), ids, direction, {});
    append_range(found, atStage(view, stageToward(*view, direction), reached));
  }
  return found;
}

std::weak_ptr<Trace> &lastTrace() {
  static std::weak_ptr<Trace> last;
  return last;
}

/// The ops of a stage of the trace opened last, for a range without an op.
static std::vector<Op> atRange(const py::object &range, Direction direction) {
  TraceHandle trace = lastTrace().lock();
  if (!trace)
    throw ScriptError("No trace is open; mlir_track.open opens one.");
  const ViewHandle &view = trace->view();
  return atPlaces(view, stageToward(*view, direction),
                  range.cast<SourceRange>());
}

static std::vector<Op> track(const py::object &given) {
  if (py::isinstance<SourceRange>(given))
    return atRange(given, Direction::Forward);
  return follow(opsIn(given), Direction::Forward);
}

static std::vector<Op> trackBack(const py::object &given) {
  if (py::isinstance<SourceRange>(given))
    return atRange(given, Direction::Backward);
  Given ops = opsIn(given);
  for (const Op &op : std::vector<Op>(ops.ops))
    if (uint32_t entry = op.entry(); entry != StageOps::kNone)
      for (uint32_t inside : op.stage->ops.inside(entry))
        ops.ops.push_back(Op{op.view, op.stage, op.stage->ops.op(inside)});
  return follow(ops, Direction::Backward);
}

static std::vector<Op> related(const py::object &given) {
  if (py::isinstance<SourceRange>(given))
    return atRange(given, Direction::Backward);
  std::vector<Op> found;
  for (const Op &op : opsIn(given).ops)
    for (Op &other : atPlaces(op.view, orThrow(op.view->stage(0)), rangeOf(op)))
      if (!is_contained(found, other))
        found.push_back(std::move(other));
  return found;
}

//===----------------------------------------------------------------------===//
// Lists of ops
//===----------------------------------------------------------------------===//

/// All that hold `op` at its stage, the innermost first.
static std::vector<OpId> holdersOf(const Op &op) {
  std::vector<OpId> holders;
  if (!op.stage)
    return holders;
  const StageOps &ops = op.stage->ops;
  DenseSet<OpId> seen;
  for (uint32_t entry = op.entry(); entry != StageOps::kNone;) {
    entry = ops.parent(entry);
    if (entry == StageOps::kNone || !seen.insert(ops.op(entry)).second)
      break;
    holders.push_back(ops.op(entry));
  }
  return holders;
}

using OpKey = std::pair<const Lineage *, OpId>;
static OpKey keyOf(const Op &op, OpId id) { return {&op.lineage(), id}; }

static std::vector<Op> shrinkToParents(const std::vector<Op> &ops) {
  DenseSet<OpKey> all;
  for (const Op &op : ops)
    all.insert(keyOf(op, op.id));
  std::vector<Op> kept;
  for (const Op &op : ops)
    if (none_of(holdersOf(op),
                [&](OpId id) { return all.contains(keyOf(op, id)); }))
      kept.push_back(op);
  return kept;
}

static std::vector<Op> shrinkToChildren(const std::vector<Op> &ops) {
  DenseSet<OpKey> holders;
  for (const Op &op : ops)
    for (OpId id : holdersOf(op))
      holders.insert(keyOf(op, id));
  std::vector<Op> kept;
  for (const Op &op : ops)
    if (!holders.contains(keyOf(op, op.id)))
      kept.push_back(op);
  return kept;
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

static const std::string kDivider(40, '-');

static void show(const py::object &given) {
  Given ops = opsIn(given);
  if (given.is_none() || ops.ops.empty()) {
    py::print(given);
    return;
  }
  std::vector<Op> shown = ops.isList ? shrinkToParents(ops.ops) : ops.ops;
  llvm::stable_sort(shown, [](const Op &lhs, const Op &rhs) {
    return rangeOf(lhs) < rangeOf(rhs);
  });
  for (size_t i = 0; i < shown.size(); ++i) {
    if (i > 0)
      py::print(kDivider);
    py::print(textOf(shown[i]));
  }
}

static std::string folderOf(const Op &op) {
  StringRef folder = op.lineage().definitions().workingDirectory();
  return folder.empty() ? "." : folder.str();
}

static void printSource(const py::object &given) {
  Given ops = opsIn(given);
  if (ops.ops.size() == 1 && rangeOf(ops.ops.front()).isUnknown())
    throw ScriptError("Op #" + std::to_string(ops.ops.front().id) +
                      " has no source location.");
  std::vector<std::pair<SourceRange, std::string>> ranges;
  for (const Op &op : ops.ops)
    if (SourceRange range = rangeOf(op); !range.isUnknown())
      ranges.push_back({std::move(range), folderOf(op)});
  llvm::sort(ranges);
  ranges.erase(llvm::unique(ranges), ranges.end());
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (i > 0)
      py::print(kDivider);
    std::string lines = orThrow(ranges[i].first.content(ranges[i].second));
    py::print(StringRef(lines).rtrim('\n').str());
  }
}

void bindTracking(py::module_ &module) {
  module.def("track", &track, py::arg("op"),
             "What an op, or a list of ops, is at the end of the trace, or at "
             "the stop: the ops that are there and come from it, itself "
             "included if it is still there.");
  module.def("track_back", &trackBack, py::arg("op"),
             "The ops of the start that an op, or a list of ops, comes from, "
             "with those that the ops inside it come from.");
  module.def("related", &related, py::arg("op"),
             "The ops of the start at the same source places.");
  module.def("shrink_to_parents", &shrinkToParents, py::arg("ops"),
             "The list without ops that are inside another one of it.");
  module.def("shrink_to_children", &shrinkToChildren, py::arg("ops"),
             "The list without ops that hold another one of it.");
  module.def("show", &show, py::arg("op"),
             "Prints ops as MLIR does, by source place and without those "
             "inside another one.");
  module.def("src", &printSource, py::arg("op"),
             "Prints the lines of source that ops come from.");
}

} // namespace mlir::trackdbg
