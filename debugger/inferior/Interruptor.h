//===- Interruptor.h - Ctrl-C as an event ---------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_INTERRUPTOR_H
#define TRACKDBG_DEBUGGER_INFERIOR_INTERRUPTOR_H

#include "injection/FileDescriptor.h"

#include <atomic>
#include <cstdint>

namespace mlir::trackdbg {

/// An event counter that a signal handler may raise.
class Interruptor {
public:
  Interruptor();
  void raise(); ///< Async-signal-safe.
  int descriptor() const { return counter.get(); }
  /// How often it was raised since the last call.
  uint64_t take();
  /// True from raise() to take().
  const std::atomic<bool> &flag() const { return isRaised; }

private:
  FileDescriptor counter;
  std::atomic<bool> isRaised = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_INTERRUPTOR_H
