//===- Attach.h - Track a compiler that links MLIR statically -------------===//
//
// For compilers that cannot use the `--wrap` options of MLIRTrackDbg::tracker.
// With those options no call is needed: every MLIRContext is attached as it is
// made.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ATTACH_H
#define TRACKDBG_ATTACH_H

namespace mlir {
class MLIRContext;

namespace trackdbg {

/// Lets the debugger that started this process, if there is one, see the
/// actions of `context`. Call it right after the context is made, on the
/// thread that made it. Without a debugger it does nothing and costs one look
/// at the environment. Calling it twice for one context is harmless. It never
/// fails, prints or throws; the context must outlive its last action only.
///
/// Without `--wrap` the op events (who made, replaced or erased an op) are not
/// seen, so breakpoints and stepping work and the lineage stays empty.
void attach(MLIRContext &context);

} // namespace trackdbg
} // namespace mlir

#endif // TRACKDBG_ATTACH_H
