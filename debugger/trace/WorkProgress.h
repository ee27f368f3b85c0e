//===- WorkProgress.h - How far a long piece of work is -------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_WORKPROGRESS_H
#define TRACKDBG_DEBUGGER_TRACE_WORKPROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::trackdbg {

/// While it lives, `tell` hears of the work of this thread: what it is, such as
/// "reading the trace", and how much of it is done, in percent; none where
/// nobody knows how much there is. `tell` must outlive it. Scopes may nest; the
/// innermost hears.
class WorkListener {
public:
  using Tell = llvm::function_ref<void(llvm::StringRef what,
                                       std::optional<unsigned> percent)>;
  explicit WorkListener(Tell tell);
  ~WorkListener();
  WorkListener(const WorkListener &) = delete;
  WorkListener &operator=(const WorkListener &) = delete;

private:
  friend class WorkProgress;
  friend void tellOfWork(llvm::StringRef what);
  Tell tell;
  WorkListener *outer;
};

/// A piece of work of `total` steps. A step costs an addition, and two hundred
/// of them, evenly spread, a call.
class WorkProgress {
public:
  /// `what` must outlive it.
  WorkProgress(llvm::StringRef what, uint64_t total);
  void step() {
    if (++done == next)
      tell();
  }

private:
  void tell();

  llvm::StringRef what;
  uint64_t total, done = 0, next;
};

/// Tells the listener of work that goes on; nobody knows for how long.
void tellOfWork(llvm::StringRef what);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_WORKPROGRESS_H
