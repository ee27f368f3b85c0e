//===- Symbolizer.h - Names for the addresses of a crash ------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H
#define TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H

#include "native/NativeNames.h"
#include "trackdbg/TraceFormat.h"

#include <vector>

namespace mlir::trackdbg {

/// The frames of a crash that a trace tells of, inlined functions included,
/// with what `names` know; those of the tracker are left out. Does not trust
/// the report: a module whose file is missing or has been replaced leaves its
/// frames without names, or with wrong ones.
std::vector<NativeFrame> symbolize(const trace::CrashReport &report,
                                   NativeNames &names);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_SYMBOLIZER_H
