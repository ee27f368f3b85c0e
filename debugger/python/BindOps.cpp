//===- BindOps.cpp - Operation and OperationIndex -------------------------===//

#include "python/Objects.h"

#include "trace/Counted.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Operation
//===----------------------------------------------------------------------===//

static std::optional<Op> parentOf(const Op &op) {
  uint32_t entry = op.entry();
  if (entry == StageOps::kNone)
    return std::nullopt;
  uint32_t parent = op.stage->ops.parent(entry);
  if (parent == StageOps::kNone)
    return std::nullopt;
  return Op{op.view, op.stage, op.stage->ops.op(parent)};
}

static std::vector<Op> childrenOf(const Op &op) {
  std::vector<Op> children;
  uint32_t entry = op.entry();
  if (entry == StageOps::kNone)
    return children;
  for (uint32_t child : op.stage->ops.children(entry))
    children.push_back(Op{op.view, op.stage, op.stage->ops.op(child)});
  return children;
}

static SourceRange combinedRange(const Op &op) {
  std::vector<SourceLocation> places = rangeOf(op).places().vec();
  if (uint32_t entry = op.entry(); entry != StageOps::kNone)
    for (uint32_t inside : op.stage->ops.inside(entry))
      append_range(
          places,
          rangeOf(Op{op.view, op.stage, op.stage->ops.op(inside)}).places());
  return SourceRange(std::move(places));
}

static std::string pathOf(const Op &op) {
  uint32_t entry = op.entry();
  return entry == StageOps::kNone ? fmt::format("#{}", op.id)
                                  : op.stage->ops.path(op.lineage(), entry);
}

static std::string reprOf(const Op &op) {
  std::string place =
      op.lineage().definitions().rangeText(op.lineage().op(op.id).location);
  return fmt::format("<Operation #{} {}{}{}>", op.id,
                     op.lineage().opName(op.id).str(),
                     place.empty() ? "" : " at ", place);
}

static std::vector<Op> followTo(const Op &op, const py::object &at,
                                Direction direction, Followed followed) {
  StageHandle stage =
      stageOf(*op.view, at, direction == Direction::Forward ? "end" : "start");
  return atStage(op.view, stage,
                 reach(op.lineage(), {op.id}, direction, followed));
}

static std::vector<Step> stepsOf(const Op &op, Direction direction,
                                 EdgeRole role) {
  std::vector<Step> steps;
  for (const Edge &edge : stepsFrom(op.lineage(), op.id, direction, role))
    steps.push_back(
        Step{bindOp(op.view, edge.from), bindOp(op.view, edge.to), edge});
  return steps;
}

static std::vector<ArgumentTakeover> takeoversOf(const Op &op,
                                                 ArrayRef<ArgumentStep> steps) {
  std::vector<ArgumentTakeover> takeovers;
  for (const ArgumentStep &step : steps)
    takeovers.push_back({bindOp(op.view, step.argument.holder), step});
  return takeovers;
}

static std::vector<LifeEvent> historyOf(const Op &op) {
  QueryOptions options;
  options.maxNodes = op.lineage().opCount() + 1;
  HistoryAnswer answer =
      orThrow(history(op.lineage(), fmt::format("#{}", op.id), options));
  std::vector<LifeEvent> events;
  for (const History &each : answer.ops)
    for (const HistoryEntry &entry : each.entries) {
      LifeEvent event{toString(entry.kind).str(),
                      actionOf(op.view, entry.action.number),
                      {},
                      entry.evidence()};
      for (const OpRef &other : entry.others)
        event.others.push_back(bindOp(op.view, other.id));
      events.push_back(std::move(event));
    }
  return events;
}

static void dump(const Op &op, int indent, bool content) {
  std::string blanks(std::max(indent, 0), ' ');
  py::print(blanks + "Operation #" + std::to_string(op.id) + ":");
  py::print(blanks + "  SSA name: " + valueNameOf(op));
  py::print(blanks + "  Operation name: " + op.lineage().opName(op.id).str());
  py::print(blanks + "  Source range: " + rangeOf(op).str());
  if (content)
    py::print(blanks + "  IR:\n" + textOf(op));
}

static void bindOperationNames(py::class_<Op> &op) {
  op.def_property_readonly(
        "number", [](const Op &op) { return op.id; },
        "Its number in the trace, the same in every run of one compile.")
      .def_property_readonly(
          "op_name",
          [](const Op &op) { return op.lineage().opName(op.id).str(); },
          "What it is: \"tosa.conv2d\".")
      .def_property_readonly(
          "ssa_name", &valueNameOf,
          "The name of its first result as printed at its stage, such as "
          "\"%620\"; empty without results, or where nothing is printed.")
      .def_property_readonly(
          "symbol",
          [](const Op &op) { return op.lineage().symbol(op.id).str(); },
          "The symbol name that it was made with, or the empty string.")
      .def_property_readonly("src_rng", &rangeOf,
                             "The source places that it comes from.")
      .def_property_readonly(
          "location",
          [](const Op &op) {
            return op.lineage().definitions().locationText(
                op.lineage().op(op.id).location);
          },
          "Its location as MLIR prints it, cut short where it is long.")
      .def_property_readonly(
          "unique_id", &pathOf,
          "The names of the ops that hold it and its own, with slashes "
          "between; OperationIndex.get_op takes it.")
      .def_property_readonly("text", &textOf,
                             "The op as printed at its stage.");
}

static void bindOperationLife(py::class_<Op> &op) {
  op.def_property_readonly("parent", &parentOf,
                           "The op that holds it at its stage, or None.")
      .def_property_readonly("children", &childrenOf,
                             "The ops that it holds at its stage.")
      .def_property_readonly(
          "is_alive",
          [](const Op &op) { return op.lineage().op(op.id).isAlive(); },
          "Whether it is still there at the newest event.")
      .def_property_readonly(
          "ended",
          [](const Op &op) {
            return toString(op.lineage().op(op.id).ended).str();
          },
          "\"alive\", or how it ended: \"replaced\", \"merged\", \"erased\".")
      .def_property_readonly(
          "made_by",
          [](const Op &op) {
            return actionOf(op.view, op.lineage().op(op.id).birthAction);
          },
          "The action that made it; None for an op of the input.")
      .def_property_readonly(
          "ended_by",
          [](const Op &op) {
            return actionOf(op.view, op.lineage().op(op.id).endAction);
          },
          "The action that ended it, or None.");
}

static void bindOperationLineage(py::class_<Op> &op) {
  op.def(
        "became",
        [](const Op &op, const py::object &at, bool exact, bool through) {
          return followTo(op, at, Direction::Forward, {exact, through});
        },
        py::arg("at") = py::none(), py::kw_only(), py::arg("exact") = false,
        py::arg("through") = false,
        "The ops that are there at a moment and come from it, itself included. "
        "`at` is a stage, an action or what the command 'became' takes, and "
        "without it the newest; `exact` leaves out what only a location "
        "connects, and `through` goes on from an op to what stands for it.")
      .def(
          "origins",
          [](const Op &op, const py::object &at, bool exact, bool through) {
            return followTo(op, at, Direction::Backward, {exact, through});
          },
          py::arg("at") = py::none(), py::kw_only(), py::arg("exact") = false,
          py::arg("through") = false,
          "The ops of a moment, without `at` of the start, that it comes from.")
      .def_property_readonly(
          "derived",
          [](const Op &op) {
            return stepsOf(op, Direction::Forward, EdgeRole::MadeFrom);
          },
          "The next steps: what was made from it, each with its evidence.")
      .def_property_readonly(
          "derived_from",
          [](const Op &op) {
            return stepsOf(op, Direction::Backward, EdgeRole::MadeFrom);
          },
          "The steps that led to it, each with its evidence.")
      .def_property_readonly(
          "stand_ins",
          [](const Op &op) {
            return stepsOf(op, Direction::Forward, EdgeRole::StandsFor);
          },
          "The steps to ops that were there already and stand for it.")
      .def_property_readonly(
          "stands_for",
          [](const Op &op) {
            return stepsOf(op, Direction::Backward, EdgeRole::StandsFor);
          },
          "The steps from ops that it stands for: it was there already when it "
          "took over their results.")
      .def_property_readonly(
          "argument_stand_ins",
          [](const Op &op) {
            return takeoversOf(op, op.lineage().argumentsFor(op.id));
          },
          "The arguments of blocks that took over its results.")
      .def_property_readonly(
          "stands_for_arguments",
          [](const Op &op) {
            return takeoversOf(op, op.lineage().argumentsBefore(op.id));
          },
          "The arguments of blocks that it stands for: it is used where they "
          "were.")
      .def_property_readonly("history", &historyOf,
                             "What happened to it, in order.")
      .def("get_combined_src", &combinedRange,
           "The source places of it and of all that it holds.")
      .def("dump", &dump, py::arg("indent") = 0, py::arg("content") = false,
           "Prints what is known of it.")
      .def("__repr__", &reprOf)
      .def("__eq__",
           [](const Op &op, const py::object &other) {
             return py::isinstance<Op>(other) && op == other.cast<Op &>();
           })
      .def("__hash__", [](const Op &op) {
        return py::hash(py::make_tuple(
            reinterpret_cast<uintptr_t>(op.view->sharedLineage().get()),
            op.id));
      });
}

//===----------------------------------------------------------------------===//
// OperationIndex
//===----------------------------------------------------------------------===//

static std::vector<Op> byType(const OpIndex &index, const std::string &name) {
  StageHandle stage = index.stage();
  const Lineage &lineage = index.trace->view()->lineage();
  std::vector<Op> found;
  for (uint32_t entry = 0; entry < stage->ops.size(); ++entry)
    if (isWrittenAs(lineage.opName(stage->ops.op(entry)), name))
      found.push_back(index.bind(stage, entry));
  return found;
}

static std::vector<Op> byValueName(const OpIndex &index,
                                   const std::string &typed) {
  StageHandle stage = index.stage();
  const ViewHandle &view = index.trace->view();
  if (stage->isAtStop)
    return atStage(view, stage,
                   orThrow(view->find(typed, /*wholePlace=*/true)));
  if (!stage->ops.isPrinted())
    throw ScriptError(stage->whyNoText);
  StringRef name = StringRef(typed).split(':').first.split('#').first;
  std::vector<Op> found;
  for (uint32_t entry = 0; entry < stage->ops.size(); ++entry)
    if (stage->ops.valueName(entry) == name)
      found.push_back(index.bind(stage, entry));
  return found;
}

static std::optional<Op> byPath(const OpIndex &index,
                                const std::string &given) {
  StringRef path = given;
  StageHandle stage = index.stage();
  const Lineage &lineage = index.trace->view()->lineage();
  uint32_t number = 0;
  uint32_t entry =
      path.starts_with("#") && !path.drop_front().getAsInteger(10, number)
          ? stage->ops.find(number)
          : stage->ops.findPath(lineage, path);
  if (entry == StageOps::kNone)
    return std::nullopt;
  return index.bind(stage, entry);
}

static py::iterator iterate(const OpIndex &index) {
  py::list pairs;
  for (const Op &op : index.all())
    pairs.append(py::make_tuple(pathOf(op), op));
  return py::iter(pairs);
}

static void bindIndex(py::module_ &module) {
  py::class_<OpIndex>(module, "OperationIndex", "The ops of one stage.")
      .def("get_ops_by_type", &byType, py::arg("op_name"),
           "The ops of one name, in the order of the IR: \"tosa.conv2d\".")
      .def("get_ops_by_name", &byValueName, py::arg("ssa_name"),
           "The ops of which a result is printed with this name: \"%620\". "
           "Each function may have one.")
      .def("get_op", &byPath, py::arg("op_id"),
           "The op with this unique_id, or with \"#NUMBER\"; None if there is "
           "none.")
      .def(
          "get_ops_by_src_loc",
          [](const OpIndex &index, const SourceLocation &place) {
            return atPlaces(index.trace->view(), index.stage(),
                            SourceRange({place}));
          },
          py::arg("src_loc"), "The ops at a place in the source.")
      .def(
          "get_ops_by_src_range",
          [](const OpIndex &index, const SourceRange &range) {
            return atPlaces(index.trace->view(), index.stage(), range);
          },
          py::arg("src_rng"), "The ops that have a place of a source range.")
      .def_property_readonly("ops", &OpIndex::all,
                             "All of them, in the order of the IR.")
      .def("__len__",
           [](const OpIndex &index) { return index.stage()->ops.size(); })
      .def("__iter__", &iterate, "Pairs of unique_id and Operation.")
      .def("__repr__", [](const OpIndex &index) {
        StageHandle stage = index.stage();
        return fmt::format("<OperationIndex of {}: {}>", stage->title,
                           counted(stage->ops.size(), "op"));
      });
}

void bindOps(py::module_ &module) {
  py::class_<Op> op(module, "Operation",
                    "An op from its birth to its death, as it is at one stage. "
                    "It keeps its trace.");
  bindOperationNames(op);
  bindOperationLife(op);
  bindOperationLineage(op);
  bindNative(module, op);
  bindCode(module, op);
  bindIndex(module);
}

} // namespace mlir::trackdbg
