//===- PassRuns.cpp - The passes that ran, one by one ---------------------===//

#include "queries/PassRuns.h"

#include "graph/Moment.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

namespace {
class PassRuns {
public:
  explicit PassRuns(const Lineage &lineage)
      : lineage(lineage), runOf(lineage.actionCount() + 1, 0) {}

  std::vector<PassRun> find() {
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
      if (lineage.passOf(id) == id)
        add(id);
      else if (ActionId around = lineage.passOf(lineage.action(id).parent))
        ++runs[runOf[around]].actions;
    }
    // So far each counts what is directly in it; the inner ones add to it.
    for (const PassRun &run : llvm::reverse(runs))
      if (run.around != 0)
        runs[runOf[run.around]].actions += run.actions + 1;
    return std::move(runs);
  }

private:
  void add(ActionId id) {
    ActionInfo action = lineage.action(id);
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    PassRun run;
    run.action = id;
    run.around = lineage.passOf(action.parent);
    if (run.around == 0)
      run.around = managerAround(action);
    run.depth = run.around == 0 ? 0 : runs[runOf[run.around]].depth + 1;
    run.name = kind.name.str();
    run.argument = kind.argument.str();
    run.op = action.rootOp;
    run.opName = lineage.opName(action.rootOp).str();
    run.result = action.result;
    run.ended = action.ended;
    run.changed = action.changed;
    run.duration = std::chrono::nanoseconds(
        lineage.trace().durationNanoseconds(lineage.elapsed(action)));
    runOf[id] = runs.size();
    runs.push_back(std::move(run));
    // More at once are a broken trace.
    constexpr size_t kMostManagers = 256;
    if (isAdaptor(kind.name) && managers.size() < kMostManagers)
      managers.push_back(action);
  }

  /// The innermost pass manager that is at work on another thread, on an op
  /// around that of the action.
  ActionId managerAround(const ActionInfo &action) {
    llvm::erase_if(managers, [&](const ActionInfo &manager) {
      return manager.ended && manager.begin + manager.duration < action.begin;
    });
    for (const ActionInfo &manager : llvm::reverse(managers))
      if (manager.thread != action.thread &&
          holds(manager.rootOp, action.rootOp))
        return manager.id;
    return 0;
  }

  bool holds(OpId holder, OpId op) const {
    // Deeper nesting is a broken trace.
    constexpr unsigned kMaxNesting = 256;
    for (unsigned depth = 0; op != 0 && depth < kMaxNesting; ++depth) {
      op = lineage.op(op).parent;
      if (op == holder)
        return holder != 0;
    }
    return false;
  }

  const Lineage &lineage;
  std::vector<size_t> runOf; ///< By action.
  std::vector<PassRun> runs;
  std::vector<ActionInfo> managers; ///< That may be at work still.
};
} // namespace

std::vector<PassRun> passes(const Lineage &lineage) {
  return PassRuns(lineage).find();
}

} // namespace mlir::trackdbg
