//===- PassRuns.cpp - The passes that ran, one by one ---------------------===//

#include "queries/PassRuns.h"

#include "queries/PassManagers.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

namespace {
class PassRuns {
public:
  explicit PassRuns(const Lineage &lineage)
      : lineage(lineage), runOf(lineage.actionCount() + 1, 0),
        managers(lineage) {}

  std::vector<PassRun> find() {
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
      if (lineage.passOf(id) == id || lineage.actionKind(id).isLLVMPass())
        add(id);
      else if (ActionId around = lineage.passOf(lineage.action(id).parent))
        ++runs[runOf[around]].actions;
    }
    // So far each counts what is directly in it; the inner ones add to it.
    for (const PassRun &run : llvm::reverse(runs))
      if (run.around != 0) {
        PassRun &around = runs[runOf[run.around]];
        around.actions += run.actions + 1;
        around.changed |= run.changed;
      }
    return std::move(runs);
  }

private:
  ActionId runAround(const ActionInfo &action) {
    bool isInLLVMPass = action.parent != 0 && action.parent < action.id &&
                        lineage.actionKind(action.parent).isLLVMPass();
    return isInLLVMPass ? action.parent
                        : lineage.passOf(managers.around(action));
  }

  void add(ActionId id) {
    ActionInfo action = lineage.action(id);
    ActionKindInfo kind = lineage.definitions().actionKind(action.kind);
    PassRun run;
    run.action = id;
    run.around = runAround(action);
    run.depth = run.around == 0 ? 0 : runs[runOf[run.around]].depth + 1;
    run.name = kind.name.str();
    run.argument = kind.argument.str();
    run.op = action.rootOp;
    run.opName = lineage.opName(action.rootOp).str();
    run.result = action.result;
    run.ended = action.ended;
    run.changed = action.changed;
    if (kind.isLLVMPass())
      run.llvmUnit = lineage.definitions().string(action.text).str();
    run.duration = std::chrono::nanoseconds(
        lineage.trace().durationNanoseconds(lineage.elapsed(action)));
    runOf[id] = runs.size();
    runs.push_back(std::move(run));
  }

  const Lineage &lineage;
  std::vector<size_t> runOf; ///< By action.
  std::vector<PassRun> runs;
  PassManagers managers;
};
} // namespace

std::vector<PassRun> passes(const Lineage &lineage) {
  return PassRuns(lineage).find();
}

} // namespace mlir::trackdbg
