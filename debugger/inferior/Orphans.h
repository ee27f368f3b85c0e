//===- Orphans.h - Copies of a compiler that others adopt -----------------===//
//
// A copy of a compiler has no parent in the command, so it becomes the child of
// the debugger; or of a process of the command, where that adopts orphans, as
// the first process of a container does.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_ORPHANS_H
#define TRACKDBG_DEBUGGER_INFERIOR_ORPHANS_H

#include <optional>
#include <sys/types.h>

namespace mlir::trackdbg {

/// Whether the end of the process is, or will be, told to us.
bool isOurChild(pid_t process);

/// The wait status of the child of another process, which the kernel shows from
/// its end until its parent asks for it.
std::optional<int> statusOfZombie(pid_t process);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_ORPHANS_H
