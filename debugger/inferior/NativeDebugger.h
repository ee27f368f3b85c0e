//===- NativeDebugger.h - gdb or lldb in the terminal ---------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_NATIVEDEBUGGER_H
#define TRACKDBG_DEBUGGER_INFERIOR_NATIVEDEBUGGER_H

#include "injection/FileDescriptor.h"
#include "injection/PrivateFolder.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mlir::trackdbg {

/// Which one, by the name that users call it.
enum class NativeProgram { Gdb, Lldb };
llvm::StringRef nameOf(NativeProgram program);

/// A compiler to debug.
struct NativeTarget {
  int64_t process = 0, thread = 0;
  /// Where that thread is to stop, whichever comes first: "*0x1234", or what
  /// the program takes as a place.
  std::vector<std::string> places;
  /// Where the debugger is to leave again: the function that the tracker calls
  /// at a stop.
  uint64_t stopFunction = 0;
};

/// Why no debugger can attach to the process; success where one can. It must
/// let us: see NativeStackRequest::tracer.
llvm::Error checkTraceable(int64_t process);

/// An error where gdb or lldb holds the process. 0 stands for none.
llvm::Error checkNotHeld(int64_t process);

/// gdb or lldb, in our terminal, from its start to its end. One thread.
class NativeDebugger {
public:
  /// An error where the program is not installed.
  static llvm::Expected<NativeDebugger> start(NativeProgram program,
                                              const NativeTarget &target);
  NativeDebugger(NativeDebugger &&) = default;

  /// Waits until the program has attached and set its breakpoints. What it said
  /// where it could not; it has ended then.
  llvm::Error awaitAttached();
  /// Without waiting.
  bool hasEnded();
  /// Waits until it has ended. What is to be told of that; empty where it ended
  /// as it should.
  std::string awaitEnd();

private:
  NativeDebugger(NativeProgram program, pid_t pid, PrivateFolder folder,
                 FileDescriptor ready)
      : program(program), pid(pid), folder(std::move(folder)),
        ready(std::move(ready)) {}

  NativeProgram program;
  pid_t pid;
  PrivateFolder folder;
  FileDescriptor ready;      ///< A pipe: what the program says of attaching.
  std::optional<int> status; ///< Once it has ended.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_NATIVEDEBUGGER_H
