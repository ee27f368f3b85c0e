//===- Process.h - The command that is debugged ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_PROCESS_H
#define TRACKDBG_DEBUGGER_INFERIOR_PROCESS_H

#include "injection/FileDescriptor.h"
#include "injection/SystemError.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// How to start a command.
struct Spawn {
  std::string path;    ///< What to execute.
  bool isText = false; ///< The shell's, if the kernel does not take it.
  std::vector<std::string> arguments;   ///< Program first.
  std::vector<std::string> environment; ///< NAME=VALUE, added to ours.
  std::string standardInput;            ///< File, or empty.
  std::string standardOutput;           ///< File, or empty.
  std::string standardError;            ///< File, or empty.
  /// Without a file: our stdin, otherwise /dev/null, if ours is not closed.
  bool inheritInput = false;
  /// Whether the command is killed when the debugger dies without a word, or a
  /// signal ends it. Otherwise the command gets that signal too.
  bool diesWithUs = true;
  /// Whether the kernel chooses addresses at random, as it does otherwise.
  bool randomizesAddresses = true;
};

/// The kernel does not take the program; the text says why.
class CannotExecute : public llvm::ErrorInfo<CannotExecute, llvm::StringError> {
public:
  using ErrorInfo::ErrorInfo;
  static char ID;
};

/// A command and everything that it starts, as far as it stays in the command's
/// process group.
///
/// It has a process group of its own, so the terminal's Ctrl-C does not reach
/// it, and inherits only what it would get from the debugger's own parent: see
/// Inherited.h. It is in the background of the terminal: when it is stopped
/// because it reads from or sets up the terminal, the debugger lends it the
/// terminal until the next stop or its end, if the debugger is in the
/// foreground itself; meanwhile Ctrl-C is the command's.
///
/// Orphans of the group become the debugger's children and are reaped here.
class Process {
public:
  /// Starts the command. CannotExecute if it is the program's fault.
  static llvm::Expected<Process> start(const Spawn &spawn);

  Process(Process &&) = default;
  Process &operator=(Process &&) = delete;

  pid_t id() const { return pid; }
  /// Readable once the command has ended; -1 on kernels without pidfd.
  int endDescriptor() const { return pidFd.get(); }

  /// Collects what ended or stopped, without waiting.
  void collect();
  /// The wait status of the command, once `collect` has seen its end.
  std::optional<int> status() const { return statusOf(pid); }
  /// The same for any process of the group that was our child when it ended.
  std::optional<int> statusOf(pid_t process) const;

  void takeTerminalBack();
  /// Sends a signal to the whole group. Collects nothing.
  void signal(int number);
  /// Collects the group until nothing is left of it, a second at most.
  void collectAll();

private:
  Process(pid_t pid);
  void collectOne(pid_t which);
  void lendTerminal();

  pid_t pid;
  FileDescriptor pidFd;
  llvm::DenseMap<pid_t, int> ended;
  FileDescriptor terminal; ///< Open while it is lent.
  bool wantsTerminal = false;
};

/// Makes this process the parent of orphans below it, and notes which
/// descriptors are our parent's gift. Call it before anything is opened that a
/// command should not inherit; only the first call counts.
void prepareToSpawn();

/// A descriptor that is readable once the process has ended; none where the
/// kernel or the process is not there.
FileDescriptor openProcess(pid_t process);
/// Sends it to exactly the process that was opened, never to one that has its
/// number.
void signalProcess(const FileDescriptor &process, int signal);
void killProcess(const FileDescriptor &process);

/// Bytes of memory that a process holds: all of it, and with what it shares
/// counted in proportion. Walks its page table, a millisecond for 100 MB; zeros
/// where it is gone.
struct MemoryUse {
  uint64_t resident = 0, proportional = 0;
  uint64_t unshared = 0; ///< Pages that no other process has.
};
MemoryUse memoryOf(pid_t process);

/// "SIGSEGV"; "signal 40" for one without a name.
std::string signalName(int signal);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_PROCESS_H
