//===- PlanServer.h - Answers programs that may need a plan ---------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PLANSERVER_H
#define TRACKDBG_DEBUGGER_INJECTION_PLANSERVER_H

#include "injection/FileDescriptor.h"
#include "injection/PlanStore.h"

#include "llvm/Support/Error.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Each process below a command that may hold MLIR itself asks for a plan
/// before its main(), and waits. A process that shares MLIR asks for its
/// tracker at its first context. A thread of the server's own answers, so that
/// the process does not wait for the user.
class PlanServer {
public:
  /// Whether programs without MLIR are tracked too, which run passes of LLVM.
  enum class Passes { OfMLIR, OfLLVMToo };
  /// Listens at `socketPath`, which must be free and short enough for a socket.
  static llvm::Expected<std::unique_ptr<PlanServer>>
  start(const std::string &socketPath, PlanStore store, Passes passes);
  /// Answers nothing any more. Waits for a plan that is being made.
  ~PlanServer();

  /// A program or library with MLIR that is not tracked.
  struct Refusal {
    std::string sentence; ///< Says why. Without a period.
    /// It was to be tracked, and not another MLIR of its process.
    bool isOfCompiler = true;
  };
  /// Each sentence once. Any thread.
  std::vector<Refusal> refusals() const;
  /// Which programs are tracked in part: sentences without a period. Each is
  /// taken once. Any thread.
  std::vector<std::string> takeRemarks();

private:
  PlanServer(FileDescriptor socket, PlanStore store, Passes passes);
  int startThread();
  void serve();
  void answer(const FileDescriptor &client);
  void sendPlan(const FileDescriptor &client, const FileDescriptor &program,
                bool isOfCompiler);
  void sendTracker(const FileDescriptor &client, const FileDescriptor &library);
  void sendLLVMTracker(const FileDescriptor &client,
                       const FileDescriptor &library);
  void note(Refusal refusal);
  void noteUnseen(const FileDescriptor &file, const ProgramPlan &plan);
  void noteRefusal(const FileDescriptor &file, const std::string &why,
                   bool isOfCompiler = true);

  FileDescriptor socket;
  PlanStore store;
  const Passes passes;
  mutable std::mutex mutex;
  std::vector<Refusal> refused;
  std::vector<std::string> remarks;
  size_t takenRemarks = 0; ///< So many of them have been taken.
  std::atomic<bool> isEnding = false;
  std::condition_variable ending; ///< With `mutex`, when isEnding is set.
  bool hasThread = false;
  pthread_t thread;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PLANSERVER_H
