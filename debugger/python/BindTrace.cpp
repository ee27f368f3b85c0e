//===- BindTrace.cpp - Trace, Stage, Action, Step and Event ---------------===//

#include "python/Objects.h"

#include "export/JsonText.h"
#include "queries/Queries.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static ActionRef refOf(const Action &action) {
  return describeAction(action.view->lineage(), action.id);
}

static std::string resultOf(const Action &action) {
  ActionInfo info = action.info();
  return info.ended ? resultText(info.result).str() : "running";
}

static std::string reprOfAction(const Action &action) {
  ActionKindInfo kind = action.kind();
  return fmt::format("<Action {} {}{}{}>", actionNumber(action.id),
                     kind.tag.str(), kind.name.empty() ? "" : " ",
                     kind.name.str());
}

static void bindNames(py::class_<Action> &type) {
  type.def_property_readonly(
          "number", [](const Action &action) { return action.id; },
          "Its number in the trace, from 1.")
      .def_property_readonly(
          "tag", [](const Action &action) { return action.kind().tag.str(); },
          "\"pass-execution\", \"apply-pattern\", ...")
      .def_property_readonly(
          "name", [](const Action &action) { return action.kind().name.str(); },
          "The name of the pass or pattern, or the empty string.")
      .def_property_readonly(
          "text",
          [](const Action &action) {
            return action.view->lineage()
                .definitions()
                .string(action.info().text)
                .str();
          },
          "What an action of the compiler's own printed of itself, cut where "
          "it is long, or the empty string.")
      .def_property_readonly(
          "pass_name", [](const Action &action) { return refOf(action).pass; },
          "The pass at or around it, by its argument where it has one.")
      .def_property_readonly(
          "parent",
          [](const Action &action) {
            return actionOf(action.view, action.info().parent);
          },
          "The action around it, or None.")
      .def_property_readonly(
          "op",
          [](const Action &action) -> std::optional<Op> {
            OpId root = action.info().rootOp;
            if (root == 0)
              return std::nullopt;
            return bindOp(action.view, root);
          },
          "The op that it works on, or None.");
}

static void bindOutcome(py::class_<Action> &type) {
  type.def_property_readonly("result", &resultOf,
                             "\"success\", \"failure\", \"skipped\", "
                             "\"unknown\" or \"running\".")
      .def_property_readonly(
          "reason",
          [](const Action &action) {
            const Lineage &lineage = action.view->lineage();
            return lineage.definitions()
                .string(lineage.reasonOf(action.id))
                .str();
          },
          "Why a pattern did not apply, as it said itself, or the empty "
          "string. Recorded at the prompt and by 'record --reasons'.")
      .def_property_readonly(
          "changed", [](const Action &action) { return action.info().changed; },
          "Whether it, or an action in it, changed anything.")
      .def_property_readonly(
          "ops_made",
          [](const Action &action) { return action.info().opsMade; },
          "How many ops were made directly in it.")
      .def_property_readonly(
          "seconds",
          [](const Action &action) {
            const Lineage &lineage = action.view->lineage();
            return lineage.trace().durationNanoseconds(
                       lineage.elapsed(action.info())) *
                   1e-9;
          },
          "How long it took.");
}

static void bindAction(py::module_ &module) {
  py::class_<Action> type(
      module, "Action",
      "A pass, a pattern, or whatever else the compiler did.");
  bindNames(type);
  bindOutcome(type);
  type.def("__repr__", &reprOfAction)
      .def("__eq__",
           [](const Action &action, const py::object &other) {
             return py::isinstance<Action>(other) &&
                    action == other.cast<Action &>();
           })
      .def("__hash__", [](const Action &action) {
        return py::hash(py::make_tuple(
            reinterpret_cast<uintptr_t>(action.view->sharedLineage().get()),
            action.id));
      });
}

static Action actionAt(const ActionList &list, int64_t index) {
  int64_t count = list.view->lineage().actionCount();
  if (index < -count || index >= count)
    throw py::index_error(fmt::format(
        "there is no action at {}; the trace has {}", index, count));
  return Action{list.view, ActionId(index < 0 ? index + count + 1 : index + 1)};
}

static void bindActionList(py::module_ &module) {
  py::class_<ActionList>(module, "Actions",
                         "All actions in the order in which they began; the "
                         "first one, at index 0, has number 1.")
      .def("__len__",
           [](const ActionList &list) {
             return list.view->lineage().actionCount();
           })
      .def("__getitem__", &actionAt, py::arg("index"))
      .def(
          "__getitem__",
          [](const ActionList &list, const py::slice &slice) {
            size_t start = 0, stop = 0, step = 0, length = 0;
            if (!slice.compute(list.view->lineage().actionCount(), &start,
                               &stop, &step, &length))
              throw py::error_already_set();
            std::vector<Action> actions;
            for (size_t i = 0; i < length; ++i, start += step)
              actions.push_back(actionAt(list, int64_t(start)));
            return actions;
          },
          py::arg("index"));
}

static void bindStage(py::module_ &module) {
  py::class_<StageObject>(module, "Stage",
                          "The IR between two passes of the top-level "
                          "pipeline; stage 0 is the start.")
      .def_property_readonly(
          "number", [](const StageObject &stage) { return stage.stage.number; },
          "Counted from 0.")
      .def_property_readonly(
          "name",
          [](const StageObject &stage) -> std::string {
            if (stage.stage.pass == 0)
              return "start";
            return refOf(Action{stage.view, stage.stage.pass}).pass;
          },
          "The pass that left it, or \"start\".")
      .def_property_readonly(
          "action",
          [](const StageObject &stage) {
            return actionOf(stage.view, stage.stage.pass);
          },
          "The run of that pass; None at the start.")
      .def_property_readonly(
          "reached",
          [](const StageObject &stage) { return stage.stage.reached; },
          "Whether that pass has ended.")
      .def_property_readonly(
          "text",
          [](const StageObject &stage) {
            StageHandle view = orThrow(stage.view->stage(stage.stage.number));
            if (!view->ops.isPrinted())
              throw ScriptError(view->whyNoText);
            return view->ops.text();
          },
          "The IR, where the trace keeps it as text.")
      .def_property_readonly(
          "op_index",
          [](const StageObject &stage) {
            return OpIndex{stage.trace, stage.stage.number};
          },
          "Its ops.")
      .def("__repr__", [](const StageObject &stage) {
        return fmt::format(
            "<Stage {}: {}>", stage.stage.number,
            describeMoment(stage.view->lineage(), stage.stage.moment()));
      });
}

static void bindStep(py::module_ &module) {
  py::class_<Step>(module, "Step", "One op made from another.")
      .def_readonly("source", &Step::from, "The op that it began with.")
      .def_readonly("op", &Step::to, "The op that came of it.")
      .def_property_readonly(
          "action",
          [](const Step &step) {
            return actionOf(step.to.view, step.edge.action);
          },
          "Where that happened; None outside every action.")
      .def_property_readonly(
          "evidence",
          [](const Step &step) { return toString(step.edge.evidence).str(); },
          "\"replaced\", \"cloned\", \"merged\", \"expanded\" or "
          "\"location\".")
      .def_property_readonly(
          "strength",
          [](const Step &step) {
            return toString(strengthOf(step.edge.rule)).str();
          },
          "\"exact\", \"structural\", \"weak\" or \"approximate\".")
      .def_property_readonly(
          "rule",
          [](const Step &step) { return toString(step.edge.rule).str(); },
          "The rule by which it is believed: \"replaced\", \"pattern\", ...")
      .def_property_readonly(
          "role",
          [](const Step &step) {
            return toString(roleOf(step.to.lineage(), step.edge)).str();
          },
          "What the later op is to the earlier one: \"result\", \"helper\", "
          "\"part\", \"copy\", \"merged into\" or \"guess\".")
      .def("__repr__", [](const Step &step) {
        return fmt::format("<Step #{} -> #{} {}>", step.from.id, step.to.id,
                           toString(step.edge.evidence).str());
      });
}

static void bindArgumentTakeover(py::module_ &module) {
  py::class_<ArgumentTakeover>(
      module, "ArgumentTakeover",
      "An argument of a block that took over from an op, or the other way "
      "round.")
      .def_readonly("holder", &ArgumentTakeover::holder,
                    "The op that held the block.")
      .def_property_readonly(
          "number",
          [](const ArgumentTakeover &takeover) {
            return takeover.step.argument.number;
          },
          "The number of the argument, from 0.")
      .def_property_readonly(
          "is_of_entry_block",
          [](const ArgumentTakeover &takeover) {
            return takeover.step.argument.isOfEntry;
          },
          "Whether the block is the first one of a region.")
      .def_property_readonly(
          "action",
          [](const ArgumentTakeover &takeover) {
            return actionOf(takeover.holder.view, takeover.step.action);
          },
          "Where that happened; None outside every action.")
      .def("__repr__", [](const ArgumentTakeover &takeover) {
        return fmt::format("<ArgumentTakeover: argument {} of {}#{}>",
                           takeover.step.argument.number,
                           takeover.step.argument.isOfEntry ? ""
                                                            : "a block in ",
                           takeover.holder.id);
      });
}

static void bindEvent(py::module_ &module) {
  py::class_<LifeEvent>(module, "Event", "Something that happened to an op.")
      .def_readonly("kind", &LifeEvent::kind,
                    "\"born\", \"modified\", \"moved\", \"gave rise\", "
                    "\"took over\" or \"ended\".")
      .def_readonly("action", &LifeEvent::action,
                    "Where; None outside every action.")
      .def_readonly("others", &LifeEvent::others,
                    "The ops that it was made from, or that came of it.")
      .def_property_readonly(
          "evidence",
          [](const LifeEvent &event) -> std::optional<std::string> {
            if (!event.evidence)
              return std::nullopt;
            return toString(*event.evidence).str();
          },
          "Why the others are believed, or None.")
      .def("__repr__", [](const LifeEvent &event) {
        return fmt::format(
            "<Event {}{}>", event.kind,
            event.action ? " in " + actionNumber(event.action->id) : "");
      });
}

static std::vector<StageObject> stagesIn(const TraceHandle &trace) {
  std::vector<StageObject> stages;
  const ViewHandle &view = trace->view();
  for (const Stage &stage : stagesOf(view->lineage()))
    stages.push_back({trace, view, stage});
  return stages;
}

static std::vector<Op> findOps(const TraceHandle &trace,
                               const std::string &spec, bool all) {
  std::vector<Op> ops;
  const ViewHandle &view = trace->view();
  for (OpId id : orThrow(view->find(spec, all)))
    ops.push_back(bindOp(view, id));
  return ops;
}

static Op opNumbered(const TraceHandle &trace, uint32_t number) {
  const ViewHandle &view = trace->view();
  if (number == 0 || number > view->lineage().opCount())
    throw ScriptError(fmt::format("There is no op #{}; the trace has {}.",
                                  number,
                                  counted(view->lineage().opCount(), "op")));
  return bindOp(view, number);
}

void bindTrace(py::module_ &module) {
  bindAction(module);
  bindActionList(module);
  bindStage(module);
  bindStep(module);
  bindArgumentTakeover(module);
  bindEvent(module);
  py::class_<Trace, TraceHandle> trace(
      module, "Trace",
      "What was recorded of one compile; of the debugger's session it is "
      "always up to date.");
  trace
      .def_property_readonly("stages", &stagesIn,
                             "The start, and one for each top-level pass.")
      .def_property_readonly(
          "actions",
          [](const TraceHandle &trace) { return ActionList{trace->view()}; },
          "All actions.")
      .def_property_readonly(
          "op_index",
          [](const TraceHandle &trace) { return OpIndex{trace, 0}; },
          "The ops of the start.")
      .def_property_readonly(
          "track_op_index",
          [](const TraceHandle &trace) { return OpIndex{trace, {}}; },
          "The ops of the end or, where a compiler is stopped, of the stop.")
      .def("find", &findOps, py::arg("spec"), py::kw_only(),
           py::arg("all") = false,
           "The ops that a SPEC of the debugger's commands names: "
           "\"conv.mlir:12\", \"linalg.matmul\", \"#1234\", \"@main\", "
           "\"@stage3/%5\". A source line means the ops of the input from "
           "there, or all ops from there if there are none, and with `all`.")
      .def("op", &opNumbered, py::arg("number"), "The op with this number.")
      .def_property_readonly(
          "path",
          [](const TraceHandle &trace) {
            return trace->view()->lineage().trace().path().str();
          },
          "The file.")
      .def_property_readonly(
          "command_line",
          [](const TraceHandle &trace) {
            return trace->view()->lineage().definitions().commandLine().vec();
          },
          "The compiler and its arguments.")
      .def("__repr__", [](const TraceHandle &trace) {
        const Lineage &lineage = trace->view()->lineage();
        return fmt::format("<Trace {}: {}, {}>", lineage.trace().path().str(),
                           counted(lineage.opCount(), "op"),
                           counted(lineage.actionCount(), "action"));
      });
  bindCode(trace);
}

} // namespace mlir::trackdbg
