//===- TrackerCopy.h - The tracker for a file that holds MLIR -------------===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_TRACKERCOPY_H
#define TRACKDBG_ACTIONS_PRELOAD_TRACKERCOPY_H

#include "process/OwnDescriptor.h"

namespace mlir::trackdbg {

/// A copy in memory of the tracker at `path` that needs the stand-ins instead
/// of libMLIR.so and libLLVM.so, which the process may load as well: the names
/// of the two are in lower case. None, with errno, if the file cannot be read
/// or is not a library.
OwnDescriptor copyForStandIns(const char *path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_TRACKERCOPY_H
