//===- Call.h - Functions of MLIR that work on one op ---------------------===//
//
// MLIR does not dispatch them as actions. What they make, they make for that
// op: the lineage takes each for a pattern that has the op as its root.
//
// Only the first parameters matter here. The others are passed on, so their
// types need not be known: a reference is declared by name, and an op class
// that is passed by value is as large as the pointers that it holds.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_HOOKS_CALL_H
#define TRACKDBG_ACTIONS_HOOKS_CALL_H

#include "hooks/Hook.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Region.h"

namespace mlir::trackdbg {

/// An op class, passed by value.
struct OpValue {
  Operation *op;
};
/// An op interface, passed by value.
struct InterfaceValue {
  Operation *op;
  const void *model;
};

/// Stands around a call for one op.
class Call {
public:
  /// `op` may be null. `source`: the op of which the contents are copied or
  /// moved to there, or null.
  Call(llvm::StringLiteral name, Operation *op, Operation *source = nullptr)
      : tracker(Tracker::get()), name(name), op(op) {
    if (tracker)
      tracker->recorder().callBegins(name, op, source);
  }
  ~Call() {
    if (tracker)
      tracker->recorder().callEnds(name, op, second, hasFailed);
  }
  Call(const Call &) = delete;

  /// It works on this op too: what it makes, it makes for both.
  void worksOn(Operation *other) { second = other; }
  /// Notes whether it did what it was called for, and passes that on.
  template <typename Result> Result ended(Result result) {
    hasFailed = failed(result);
    return result;
  }
  /// It made `result` for `source`, or its caller did.
  void made(Operation *result, Operation *source) {
    if (tracker)
      tracker->recorder().madeFor(result, source);
  }
  /// A body that is needed once is not copied, but moved to the call.
  void moves(Region *body) {
    if (tracker)
      body->walk(
          [&](Operation *inside) { tracker->recorder().movedFor(inside, op); });
  }

private:
  Tracker *tracker;
  llvm::StringLiteral name;
  Operation *op;
  Operation *second = nullptr;
  bool hasFailed = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_HOOKS_CALL_H
