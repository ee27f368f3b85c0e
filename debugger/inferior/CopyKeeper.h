//===- CopyKeeper.h - Who keeps the copies of a session's compilers -------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_COPYKEEPER_H
#define TRACKDBG_DEBUGGER_INFERIOR_COPYKEEPER_H

#include "inferior/Compiler.h"

namespace mlir::trackdbg {

/// What a Session tells, and asks, of copies of its compilers. This one keeps
/// none: a session without it cannot go back. Called on the session's thread,
/// from within its loop.
class CopyKeeper {
public:
  virtual ~CopyKeeper() = default;

  /// `newcomer` turned out to be a copy. Takes over its connection, or closes
  /// it.
  virtual void admit(Compiler &newcomer, const Hello &hello) {
    newcomer.connection.close();
  }
  /// Whether it is on its way to a mark: what it counts at a stop is old.
  virtual bool isTravelling(const Compiler &compiler) const { return false; }
  /// It has stopped. False where it was sent on at once.
  virtual bool arrived(Compiler &compiler) { return true; }
  /// The user is going to see the stop.
  virtual void shown(Compiler &compiler) {}
  /// At the stop, its action is skipped.
  virtual void skipping(Compiler &compiler) {}
  /// It is about to be told to go on.
  virtual void goingOn(Compiler &compiler, Resume &resume) {}
  /// Each turn of the loop.
  virtual void attend() {}
  /// Whether a process waits to be told how a copy ended: the one that
  /// `compiler` was, or any.
  virtual bool hasStandIn(const Compiler &compiler) const { return false; }
  virtual bool hasStandIns() const { return false; }
  virtual bool hasCopies() const { return false; }
  /// Kills all copies.
  virtual void killAll() {}
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_COPYKEEPER_H
