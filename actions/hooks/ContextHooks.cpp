//===- ContextHooks.cpp - Contexts, their handlers and their threads ------===//

#include "hooks/Hook.h"
#include "hooks/VTables.h"

#include "mlir/IR/MLIRContext.h"

#include <utility>

using namespace mlir;
using namespace mlir::trackdbg;

#ifdef TRACKDBG_PRELOADED
// The preloaded library has connected before it installs the first hook.
static Tracker *trackerForNewContext() { return Tracker::getAtWork(); }
#else
static Tracker *trackerForNewContext() {
  return Tracker::connect(WayIn::Linked, patchVTables) ? Tracker::get()
                                                       : nullptr;
}
#endif

static void contextMade(MLIRContext *context) {
  if (Tracker *tracker = trackerForNewContext())
    tracker->attach(*context);
}

// A complete-object constructor and a base-object constructor are two symbols
// and may be one function.

TRACKDBG_HOOK(void, make1, "_ZN4mlir11MLIRContextC1ENS0_9ThreadingE",
              (MLIRContext * self, MLIRContext::Threading threading)) {
  real_make1(self, threading);
  contextMade(self);
}

TRACKDBG_HOOK(void, make2, "_ZN4mlir11MLIRContextC2ENS0_9ThreadingE",
              (MLIRContext * self, MLIRContext::Threading threading)) {
  real_make2(self, threading);
  contextMade(self);
}

TRACKDBG_HOOK(void, makeWithRegistry1,
              "_ZN4mlir11MLIRContextC1ERKNS_15DialectRegistryENS0_9ThreadingE",
              (MLIRContext * self, const DialectRegistry &registry,
               MLIRContext::Threading threading)) {
  real_makeWithRegistry1(self, registry, threading);
  contextMade(self);
}

TRACKDBG_HOOK(void, makeWithRegistry2,
              "_ZN4mlir11MLIRContextC2ERKNS_15DialectRegistryENS0_9ThreadingE",
              (MLIRContext * self, const DialectRegistry &registry,
               MLIRContext::Threading threading)) {
  real_makeWithRegistry2(self, registry, threading);
  contextMade(self);
}

/// Destroys `context` by `real`.
template <typename Real> static void destroy(MLIRContext *context, Real real) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return real();
  tracker->contextDestroyed(*context);
  ThreadState &thread = ThreadState::current();
  bool before = std::exchange(thread.isDestroyingContext, true);
  real();
  thread.isDestroyingContext = before;
}

TRACKDBG_HOOK(void, destroy1, "_ZN4mlir11MLIRContextD1Ev",
              (MLIRContext * self)) {
  destroy(self, [&] { real_destroy1(self); });
}

TRACKDBG_HOOK(void, destroy2, "_ZN4mlir11MLIRContextD2Ev",
              (MLIRContext * self)) {
  destroy(self, [&] { real_destroy2(self); });
}

TRACKDBG_HOOK(void, registerActionHandler,
              TRACKDBG_STD_NAME(
                  "_ZN4mlir11MLIRContext21registerActionHandlerESt8functionIFvN"
                  "4llvm12function_refIFvvEEERKNS_7tracing6ActionEEE",
                  "_ZN4mlir11MLIRContext21registerActionHandlerENSt3__18functio"
                  "nIFvN4llvm12function_refIFvvEEERKNS_7tracing6ActionEEEE"),
              (MLIRContext * self, ActionHandler handler)) {
  // A context has room for one handler, and this is ours; the compiler's own
  // goes on working inside it.
  Tracker *tracker = Tracker::get();
  if (tracker && !Tracker::isOurs(handler) && tracker->chain(*self, handler))
    return;
  real_registerActionHandler(self, std::move(handler));
}

TRACKDBG_HOOK(void, disableMultithreading,
              "_ZN4mlir11MLIRContext21disableMultithreadingEb",
              (MLIRContext * self, bool disable)) {
  Tracker *tracker = Tracker::get();
  real_disableMultithreading(self,
                             disable || (tracker && tracker->isInteractive()));
}

TRACKDBG_HOOK(void, setThreadPool,
              "_ZN4mlir11MLIRContext13setThreadPoolERN4llvm19ThreadPoolInterfa"
              "ceE",
              (MLIRContext * self, llvm::ThreadPoolInterface &pool)) {
  // This would turn threads on.
  Tracker *tracker = Tracker::get();
  if (!tracker || !tracker->isInteractive())
    real_setThreadPool(self, pool);
}
