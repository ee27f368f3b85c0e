//===- Symbolizer.h - Names for the addresses of a crash ------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H
#define TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H

#include "native/Crash.h"
#include "trackdbg/TraceFormat.h"

#include <vector>

namespace mlir::trackdbg {

/// The frames of a crash that a trace tells of, inlined functions included,
/// with what the symbol tables and the debug information of its modules say;
/// those of the tracker are left out. Does not trust the report: a module whose
/// file is missing or has been replaced leaves its frames without names, or
/// with wrong ones. Reads the modules' symbol tables: half a second for
/// libMLIR.so.
std::vector<NativeFrame> symbolize(const trace::CrashReport &report);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H
