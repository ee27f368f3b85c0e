//===- Tracker.h - The part of the debugger that lives in the compiler ----===//
//
// One per process, made at the first MLIRContext if a debugger is there. It
// starts no thread, writes to none of the compiler's streams and never ends the
// compiler: on any error it detaches.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_TRACKER_H
#define TRACKDBG_ACTIONS_TRACKER_H

#include "breakpoints/BreakpointSet.h"
#include "core/ExecutionContext.h"
#include "observers/TraceRecorder.h"
#include "process/Connection.h"
#include "snapshots/Snapshots.h"
#include "stop/Checkpoints.h"
#include "stop/StopLoop.h"

#include "mlir/IR/MLIRContext.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace mlir::trackdbg {

class CodeCopies;

/// What MLIRContext::registerActionHandler takes.
using ActionHandler =
    std::function<void(llvm::function_ref<void()>, const tracing::Action &)>;

class Tracker {
public:
  /// Connects to the debugger that listens at `socket` or, where that is null,
  /// that the environment named when this file was loaded. False, now and
  /// later, if there is none or it rejects this process. `installHooks` is
  /// called once, when the debugger is there. A thread that comes while another
  /// one connects waits.
  static bool connect(WayIn wayIn, void (*installHooks)(),
                      const char *socket = nullptr);

  /// Null without a debugger. One load: hooks ask this for every event.
  static Tracker *get() {
    return page.instance.load(std::memory_order_acquire);
  }
  /// The same, where the process is at work: it makes a context, reads IR or
  /// runs an action. If a tracked compiler has forked the process off, it
  /// becomes a compiler of its own then, with its own trace.
  static Tracker *getAtWork() {
    Tracker *tracker = get();
    return LLVM_LIKELY(tracker) ? tracker : beginWorker();
  }
  /// Of a copy that the tracker has made: it is not the one being debugged.
  static void forget();

  TraceRecorder &recorder() { return traceRecorder; }
  ExecutionContext &execution() { return context; }
  /// Whether stops are wanted; otherwise everything runs as it would, with
  /// MLIR's threads, and is recorded.
  bool isInteractive() const { return interactive; }
  /// Whether each fold is to be one.
  bool areFoldsActions() const { return foldsAreActions; }
  /// Whether each pass of LLVM is to be one.
  bool areLLVMPassesActions() const { return llvmPassesAreActions; }
  /// Null where nobody asks which ops the machine code is made from.
  CodeCopies *codeCopies() { return copies.get(); }
  /// Whether it is recorded why patterns did not match.
  bool keepsReasons() const { return reasonsAreKept; }
  /// Where reasons are kept: `action`, the innermost, does not apply.
  void gaveReason(ActiveAction &action, std::string reason);

  /// Takes over the actions of a context. Again for the same one: nothing.
  void attach(MLIRContext &context);
  void contextDestroyed(MLIRContext &context);
  /// The compiler wants a handler of its own for this context: it is called
  /// around each action that is executed, inside ours. False if the context is
  /// not attached.
  bool chain(MLIRContext &context, ActionHandler handler);
  /// Whether a handler is the one that attach() registers.
  static bool isOurs(const ActionHandler &handler);

  /// A diagnostic is about to be reported. Any thread.
  void diagnosed(const Diagnostic &diagnostic);

  /// The compiler is about to exit.
  void finish();

private:
  Tracker(std::unique_ptr<Connection> connection,
          std::unique_ptr<TraceFile> file, const Configure &configure,
          WayIn wayIn);

  static void begin(WayIn wayIn, void (*installHooks)());
  static Tracker *open(const Hello &hello);
  void define(const Hello &hello);
  /// From now on, this is what is tracked in this process.
  void takeOver();
  static void prepareForForks();
  static Tracker *beginWorker();
  void takeContextsOf(Tracker &other);
  void leaveLastWords();
  void compareAfterPasses();
  void takeSnapshots(const Configure &configure, bool hasHooks);
  void omit(const Omission &omission);
  void followToCode();
  void leaveSession(ExecutionContext::Observer *observer);

  /// The kernel empties this page in each process that is forked off or cloned:
  /// what is mapped of the trace is not for that one to write. As large as a
  /// page gets.
  struct alignas(1 << 16) Page {
    std::atomic<Tracker *> instance = nullptr;
  };
  static Page page;
  /// Of this process or, where that is not tracked yet, of the one that has
  /// forked it off.
  static std::atomic<Tracker *> origin;

  const WayIn wayIn;
  std::unique_ptr<Connection> connection;
  std::unique_ptr<TraceFile> file;
  bool interactive;
  bool foldsAreActions;
  bool llvmPassesAreActions;
  bool reasonsAreKept;
  std::atomic<uint32_t> diagnosticCount = 0;
  TraceRecorder traceRecorder;
  EventBreakpoints events;
  BreakpointSet breakpoints;
  ExecutionContext context;
  Checkpoints checkpoints;
  StopLoop stops;
  std::optional<Snapshots> snapshots;
  std::optional<OmittedActions> omitted;
  std::unique_ptr<CodeCopies> copies;

  std::mutex contextsMutex;
  /// The compiler's own handler of each context, or an empty one.
  llvm::DenseMap<MLIRContext *, std::shared_ptr<ActionHandler>> contexts;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_TRACKER_H
