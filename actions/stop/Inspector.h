//===- Inspector.h - Answers about the IR at a stop -----------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_INSPECTOR_H
#define TRACKDBG_ACTIONS_STOP_INSPECTOR_H

#include "ir/BeforeImage.h"
#include "stop/Stop.h"
#include "trace/Interner.h"
#include "trackdbg/Requests.h"

#include "mlir/IR/OperationSupport.h"

namespace mlir::trackdbg {

/// Answers the requests that look at the IR and change nothing but the cursor
/// and the selected frame. Whatever prints does so in a copy of the process:
/// the IR may be in a state that crashes a printer.
class Inspector {
public:
  Inspector(Stop &stop, Interner &names) : stop(stop), names(names) {}

  llvm::Expected<UnitsAnswer> handle(const ContextRequest &request);
  llvm::Expected<UnitAnswer> handle(const PrintRequest &request);
  llvm::Expected<UnitAnswer> handle(const CursorSelectRequest &request);
  llvm::Expected<UnitAnswer> handle(const CursorMoveRequest &request);
  llvm::Expected<DiffAnswer> handle(const DiffRequest &request);
  llvm::Expected<DoneAnswer> handle(const SelectFrameRequest &request);
  llvm::Expected<FoundAnswer> handle(const ResolveRequest &request);
  llvm::Expected<ValueAnswer> handle(const EvaluateRequest &request);
  llvm::Expected<DescribeAnswer> handle(const DescribeRequest &request);
  llvm::Expected<HandlesAnswer> handle(const HandlesRequest &request);
  llvm::Expected<PipelineAnswer> handle(const PipelineRequest &request);

private:
  llvm::Expected<DescribeAnswer> describeAllTypes();
  llvm::Expected<UnitAnswer> moveCursor(llvm::Expected<IRUnit> unit);
  /// The function of `image` as it was and as it is now.
  llvm::Expected<std::pair<TiedText, TiedText>>
  printBoth(BeforeImage &image, const PrintOptions &options);
  /// The function of `image` as it is now; an empty text if it is gone.
  llvm::Expected<TiedText> printNow(const BeforeImage &image,
                                    const PrintOptions &options);
  llvm::Expected<UnitAnswer> show(IRUnit unit, const OpPrintingFlags &flags);

  Stop &stop;
  Interner &names;
};

/// The op that an action is about to change: for a transform op its payload,
/// otherwise the op that it works on.
Operation *changingOp(const ActiveAction &action, Interner &names);

/// An op around it that holds all that the action may change, and nothing that
/// another thread may change meanwhile: its pass's, where there is one.
Operation *scopeOf(const ActiveAction &action, Operation *changing);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_INSPECTOR_H
