//===- LeftBreakpoints.h - What a native debugger has left behind ---------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_LEFTBREAKPOINTS_H
#define TRACKDBG_DEBUGGER_INFERIOR_LEFTBREAKPOINTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A breakpoint instruction in memory, where the file has another one.
struct LeftBreakpoint {
  std::string file;
  uint64_t address = 0;       ///< In the file's own numbers.
  uint64_t memoryAddress = 0; ///< In the process.
};

/// Those in the code of a process, by address, where that is for x86-64. None
/// where the process has ended, or does not let us read its memory. Compares
/// all code with the files, byte by byte.
std::optional<std::vector<LeftBreakpoint>> leftBreakpoints(int64_t process);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_LEFTBREAKPOINTS_H
