//===- Changer.h - Requests that change the IR at a stop ------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_CHANGER_H
#define TRACKDBG_ACTIONS_STOP_CHANGER_H

#include "core/ExecutionContext.h"
#include "observers/TraceRecorder.h"
#include "stop/Edits.h"
#include "stop/Stop.h"
#include "trackdbg/Requests.h"

namespace mlir::trackdbg {

/// Carries out the requests that change the IR, or show what a change would
/// do. An error has changed nothing.
class Changer {
public:
  /// `describe` tells the stop as it is after a change.
  Changer(Stop &stop, ExecutionContext &execution, TraceRecorder &recorder,
          llvm::function_ref<Stopped()> describe)
      : stop(stop), edits(execution, recorder, *stop.top, stop.when()),
        describe(describe) {}

  llvm::Expected<DiffAnswer> handle(const TryPassesRequest &request);
  llvm::Expected<EditableTextAnswer> handle(const EditableTextRequest &request);
  llvm::Expected<ChangedAnswer> handle(const SetAttributeRequest &request);
  llvm::Expected<ChangedAnswer> handle(const EraseRequest &request);
  llvm::Expected<ChangedAnswer> handle(const ReplaceUsesRequest &request);
  llvm::Expected<ChangedAnswer> handle(const RunPassesRequest &request);
  llvm::Expected<ChangedAnswer> handle(const ReplaceTextRequest &request);

private:
  using Change = llvm::function_ref<llvm::Error(Operation *op)>;
  llvm::Expected<ChangedAnswer> changeOp(llvm::StringRef unit, Change change);
  llvm::Expected<Operation *> functionAround(llvm::StringRef unit) const;
  llvm::Expected<ChangedAnswer> tryPasses(llvm::StringRef unit,
                                          llvm::StringRef pipeline);
  ChangedAnswer changed();

  Stop &stop;
  Edits edits;
  llvm::function_ref<Stopped()> describe;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_CHANGER_H
