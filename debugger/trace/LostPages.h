//===- LostPages.h - Mapped files that somebody else cuts -----------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_LOSTPAGES_H
#define TRACKDBG_DEBUGGER_TRACE_LOSTPAGES_H

namespace mlir::trackdbg {

/// From now on, a page of a mapped file that the file has lost reads as zeros,
/// where the system would end this process with SIGBUS. Whose mapping it is
/// makes no difference. Every other SIGBUS goes where it went before. May be
/// called again.
void readLostPagesAsZeros();

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_LOSTPAGES_H
