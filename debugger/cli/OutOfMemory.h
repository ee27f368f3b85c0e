//===- OutOfMemory.h - The end where there is no more memory --------------===//

#ifndef TRACKDBG_DEBUGGER_CLI_OUTOFMEMORY_H
#define TRACKDBG_DEBUGGER_CLI_OUTOFMEMORY_H

namespace mlir::trackdbg {

/// From now on an allocation that fails ends this process: it says so in one
/// sentence on standard error, ends what it has started as at SIGTERM (see
/// SignalCleanup.h), waits for that where it would wait, and exits with code
/// 125. A process that is forked off only exits. May be called before the
/// static objects are constructed.
void endWhereMemoryEnds();

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CLI_OUTOFMEMORY_H
