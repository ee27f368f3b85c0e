//===- Edits.h - Changes that the user makes by hand ----------------------===//
//
// Only between passes: inside one, patterns and drivers hold on to ops. Even
// there the op that a pass runs on, and those around it, must stay; what is in
// it may change. Each change is made in a copy of the process first, and
// verified there: where that fails or crashes, nothing has happened.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_EDITS_H
#define TRACKDBG_ACTIONS_STOP_EDITS_H

#include "core/ExecutionContext.h"
#include "observers/TraceRecorder.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// What the changes of a stop lie in, for the lineage: it begins and ends at
/// the stop, and has a number of its own.
class EditAction : public tracing::ActionImpl<EditAction> {
public:
  using Base = tracing::ActionImpl<EditAction>;
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EditAction)
  EditAction(ArrayRef<IRUnit> units) : Base(units) {}
  static constexpr StringLiteral tag = "edit";
  static constexpr StringLiteral name = "by hand";
};

class Edits {
public:
  /// Changes at the stop of `action`. Errors are sentences without a period.
  Edits(ExecutionContext &execution, TraceRecorder &recorder,
        ActiveAction &action, When when)
      : execution(execution), recorder(recorder), action(action), when(when) {}

  /// The op whose inside may change, or why there is none.
  llvm::Expected<Operation *> root() const;
  /// Whether `op` is there; a null one is not.
  llvm::Error checkInside(Operation *op) const;

  llvm::Error setAttribute(Operation *op, llvm::StringRef name,
                           llvm::StringRef value);
  llvm::Error erase(Operation *op);
  llvm::Error replaceUses(Value value, Value other);
  /// The op around `op`, or itself, whose text says all of it: the function, as
  /// a rule.
  llvm::Expected<Operation *> editedOp(Operation *op) const;
  /// What is in the editedOp of `op` becomes `text`, of the file `source`. Ops
  /// on lines that were not changed keep their locations, and are copies of
  /// those that stood there.
  llvm::Error replaceText(Operation *op, llvm::StringRef text,
                          llvm::StringRef source);
  /// Runs a pipeline on the editedOp of `op`.
  llvm::Error runPasses(Operation *op, llvm::StringRef pipeline);
  /// The same in `op` at any stop. The compiler must not go on afterwards.
  llvm::Error tryPasses(Operation *op, llvm::StringRef pipeline);
  /// The text of `op` after a pipeline ran on it in a copy; at any stop.
  llvm::Expected<std::string> afterPasses(Operation *op,
                                          llvm::StringRef pipeline,
                                          const OpPrintingFlags &flags) const;

private:
  using Change = llvm::function_ref<llvm::Error()>;
  llvm::Error make(Operation *op, Change change);
  llvm::Error verified(Change change) const;
  Operation *outermost() const;

  ExecutionContext &execution;
  TraceRecorder &recorder;
  ActiveAction &action;
  When when;
  /// Not in the copy in which a change is tried.
  bool isForReal = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_EDITS_H
