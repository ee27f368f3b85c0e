//===- ScriptedRun.h - A list of controls in, a list of stops out ---------===//

#ifndef TRACKDBG_TEST_UNIT_SUPPORT_SCRIPTEDRUN_H
#define TRACKDBG_TEST_UNIT_SUPPORT_SCRIPTEDRUN_H

#include "breakpoints/BreakpointSet.h"
#include "core/ExecutionContext.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Actions whose tags say where they nest; all that the tests dispatch.
#define TRACKDBG_TEST_ACTION(Name, Tag)                                        \
  struct Name : tracing::ActionImpl<Name> {                                    \
    using Base = tracing::ActionImpl<Name>;                                    \
    Name(ArrayRef<IRUnit> units = {}) : Base(units) {}                         \
    static constexpr StringLiteral tag = Tag;                                  \
  };
TRACKDBG_TEST_ACTION(Outer, "outer")
TRACKDBG_TEST_ACTION(Middle, "middle")
TRACKDBG_TEST_ACTION(Inner, "inner")
TRACKDBG_TEST_ACTION(Sibling, "sibling")

/// Runs a tree of actions under an ExecutionContext whose controller takes its
/// answers from a list, and writes down the stops: "before inner",
/// "after outer". The list ends in Continue for ever.
class ScriptedRun {
public:
  explicit ScriptedRun(std::vector<Control> controls = {})
      : controls(std::move(controls)) {
    int descriptor;
    llvm::SmallString<128> name;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("actions", "trace",
                                                    descriptor, name));
    path = name.str().str();
    ::close(descriptor);
    file = TraceFile::create(path);
    recorder = std::make_unique<TraceRecorder>(*file);
    execution = std::make_unique<ExecutionContext>(*recorder, recorder->order(),
                                                   recorder->interner(), *file);
    breakpoints = std::make_unique<BreakpointSet>(recorder->interner());
    execution->addBreakpointManager(breakpoints.get());
    execution->setController(
        [this](ActiveAction &action, const StopReason &reason) {
          return answer(action, reason);
        });
    execution->setControl(Control::Continue);
    context.registerActionHandler(std::ref(handler));
  }
  ~ScriptedRun() { llvm::sys::fs::remove(path); }

  /// outer { middle { inner } sibling }
  void runTree() {
    dispatch<Outer>([&] {
      dispatch<Middle>([&] { dispatch<Inner>([] {}); });
      dispatch<Sibling>([] {});
    });
  }

  template <typename Action>
  void dispatch(llvm::function_ref<void()> body, ArrayRef<IRUnit> units = {}) {
    context.executeAction<Action>(
        [&] {
          executed.push_back(Action::tag.str());
          body();
        },
        units);
  }

  void breakOnTag(StringRef tag, int64_t id = 1, int64_t ignoreCount = 0) {
    BreakpointSpec spec;
    spec.id = id;
    spec.kind = BreakpointSpec::Kind::Tag;
    spec.name = tag.str();
    spec.ignoreCount = ignoreCount;
    specs.push_back(spec);
    breakpoints->assign(specs);
  }

  std::vector<std::string> stops, executed;
  std::vector<std::vector<int64_t>> reported;
  /// At each stop: the one before it, as "after 3", and the last hit.
  std::vector<std::string> previous;
  std::vector<uint64_t> lastHits;
  /// What a RunTo of the list means, in the order of those.
  std::vector<ExecutionContext::Target> targets;
  MLIRContext context;
  std::string path;
  std::unique_ptr<TraceFile> file;
  std::unique_ptr<TraceRecorder> recorder;
  std::unique_ptr<ExecutionContext> execution;
  std::unique_ptr<BreakpointSet> breakpoints;
  std::vector<BreakpointSpec> specs;

private:
  Control answer(ActiveAction &action, const StopReason &reason) {
    stops.push_back((reason.when == When::Before ? "before " : "after ") +
                    action.getAction().getTag().str());
    reported.emplace_back(reason.breakpoints.begin(), reason.breakpoints.end());
    previous.push_back(
        (reason.previousWhen == When::Before ? "before " : "after ") +
        std::to_string(reason.previous));
    lastHits.push_back(reason.lastHit.action);
    Control control =
        next < controls.size() ? controls[next++] : Control::Continue;
    if (control == Control::RunTo)
      execution->runTo(targets[nextTarget++]);
    return control;
  }

  std::vector<Control> controls;
  size_t next = 0, nextTarget = 0;
  std::function<void(llvm::function_ref<void()>, const tracing::Action &)>
      handler = [this](llvm::function_ref<void()> transform,
                       const tracing::Action &action) {
        execution->execute(transform, action);
      };
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_UNIT_SUPPORT_SCRIPTEDRUN_H
