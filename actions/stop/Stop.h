//===- Stop.h - Where the compiler stands still ---------------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_STOP_H
#define TRACKDBG_ACTIONS_STOP_STOP_H

#include "core/ExecutionContext.h"
#include "trackdbg/Requests.h"

#include "mlir/IR/Unit.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// The stop that the user is at, with what was selected there. Valid until the
/// compiler goes on. Errors are sentences without a period.
struct Stop {
  ActiveAction *top = nullptr;      ///< The innermost action.
  ActiveAction *selected = nullptr; ///< The frame that the user looks at.
  const StopReason *reason = nullptr;
  IRUnit cursor;

  When when() const { return reason->when; }
  /// Null if there are not that many.
  ActiveAction *frameAt(int64_t index) const;
  /// An op that is surely alive, to look names up from; null for none.
  Operation *livingOp() const;
  /// What a request calls `unit`: see Requests.h.
  llvm::Expected<IRUnit> findUnit(llvm::StringRef unit) const;
  /// The same, where it must be an op.
  llvm::Expected<Operation *> findOp(llvm::StringRef unit) const;
  /// What a ResolveRequest calls `name`; never none. The name of a result gives
  /// the op that defines it, and that of an argument a value.
  llvm::Expected<llvm::SmallVector<IRUnit>>
  findUnits(llvm::StringRef name) const;
  /// The same of a name in a source, in the function at the cursor or, where it
  /// has none, anywhere.
  llvm::SmallVector<IRUnit> findRead(const ResolveRequest &request) const;
};

/// Whether an IR unit of an action's context is still there. Only the first
/// unit's op is watched; others are looked for where they were.
bool isAlive(const ActiveAction &action, IRUnit unit);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_STOP_H
