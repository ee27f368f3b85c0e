//===- Objects.h - What the module's classes hold -------------------------===//
//
// Values that keep what they are about: an op keeps its trace, and the stage at
// which it was found. Failures are thrown as ScriptError, which pybind11 turns
// into mlir_track.Error; no llvm::Error leaves a binding.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_OBJECTS_H
#define TRACKDBG_DEBUGGER_PYTHON_OBJECTS_H

#include "python/SourceRange.h"
#include "python/Text.h"
#include "python/TraceView.h"
#include "queries/Queries.h"

#include <pybind11/stl.h>

#include <stdexcept>

namespace mlir::trackdbg {

namespace py = pybind11;

struct ScriptError : std::runtime_error {
  explicit ScriptError(const std::string &message)
      : std::runtime_error(repaired(message)) {}
};

template <typename T> T orThrow(llvm::Expected<T> value) {
  if (!value)
    throw ScriptError(takeMessage(value.takeError()));
  return std::move(*value);
}

using ViewHandle = std::shared_ptr<TraceView>;

/// A trace as it is now.
struct Trace {
  explicit Trace(std::shared_ptr<TraceSource> source)
      : source(std::move(source)) {}

  /// Takes in what was recorded since.
  const ViewHandle &view();
  /// The same where it was read before, for the ops that are held already.
  void refresh();

  std::shared_ptr<TraceSource> source;

private:
  ViewHandle current;
};
using TraceHandle = std::shared_ptr<Trace>;

/// Two of them are equal where they are the same op, whatever the stage.
struct Op {
  ViewHandle view;
  StageHandle stage; ///< Null: none that is known to have it.
  OpId id = 0;

  const Lineage &lineage() const { return view->lineage(); }
  uint32_t entry() const {
    return stage ? stage->ops.find(id) : StageOps::kNone;
  }
  bool operator==(const Op &other) const {
    return id == other.id &&
           view->sharedLineage() == other.view->sharedLineage();
  }
};

/// The ops of one stage; of the newest one without a number.
struct OpIndex {
  TraceHandle trace;
  std::optional<uint32_t> number;

  StageHandle stage() const;
  Op bind(const StageHandle &stage, uint32_t entry) const;
  std::vector<Op> all() const;
};

struct Action {
  ViewHandle view;
  ActionId id = 0;

  ActionInfo info() const { return view->lineage().action(id); }
  ActionKindInfo kind() const { return view->lineage().actionKind(id); }
  bool operator==(const Action &other) const {
    return id == other.id &&
           view->sharedLineage() == other.view->sharedLineage();
  }
};

struct ActionList {
  ViewHandle view;
};

struct StageObject {
  TraceHandle trace;
  ViewHandle view;
  Stage stage;
};

/// One step of the lineage.
struct Step {
  Op from, to;
  Edge edge;
};

/// An argument of a block and an op, of which one took over from the other.
struct ArgumentTakeover {
  Op holder;
  ArgumentStep step;
};

/// One event in an op's life.
struct LifeEvent {
  std::string kind;
  std::optional<Action> action;
  std::vector<Op> others;
  std::optional<Evidence> evidence;
};

/// An op at the newest stage that has it, or else at the start.
Op bindOp(const ViewHandle &view, OpId id);
std::optional<Action> actionOf(const ViewHandle &view, ActionId id);
SourceRange rangeOf(const Op &op);
std::string textOf(const Op &op);
std::string valueNameOf(const Op &op);
/// The ops of `ids` that a stage has, in its order.
std::vector<Op> atStage(const ViewHandle &view, const StageHandle &stage,
                        llvm::ArrayRef<OpId> ids);
/// The ops of a stage at the places of a range, in its order.
std::vector<Op> atPlaces(const ViewHandle &view, const StageHandle &stage,
                         const SourceRange &range);
/// The trace opened last, for questions that name no op; null if it is gone.
std::weak_ptr<Trace> &lastTrace();
/// One or more dumped files as the stages that follow `input`, which a loader
/// of the debugger reads.
TraceHandle loadFiles(const py::object &input, const py::object &tracked,
                      const std::vector<std::string> &remaps,
                      const std::optional<std::string> &loader);
/// None stands for the newest. A number, a name, a Stage or an Action.
StageHandle stageOf(TraceView &view, const py::object &moment,
                    llvm::StringRef otherwise);
/// Lets Ctrl-C end a long loop here.
void checkInterrupt();

// The parts of the module.
void bindScripting(py::module_ &module);
void bindSource(py::module_ &module);
void bindOps(py::module_ &module);
/// The class of functions, and what ops have of it.
void bindNative(py::module_ &module, py::class_<Op> &op);
void bindCode(py::module_ &module, py::class_<Op> &op);
void bindCode(py::class_<Trace, TraceHandle> &trace);
void bindTrace(py::module_ &module);
void bindTracking(py::module_ &module);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_OBJECTS_H
