//===- Activity.h - What the compiler does beside its actions -------------===//
//
// MLIR dispatches no action for reading or verifying IR. What a thread does of
// that is noted by a few stores, so that a crash in it can be told; see
// stop/CrashActivity.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_ACTIVITY_H
#define TRACKDBG_ACTIONS_CORE_ACTIVITY_H

#include "core/ThreadState.h"

#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::trackdbg {

/// One of them, on the stack of its thread while it lasts. They nest: what was
/// parsed is verified inside the parse.
struct Activity {
  trace::ActivityKind kind;
  Activity *around;           ///< The one that it began in, or null.
  const ActiveAction *action; ///< The innermost one when it began, or null.

  Activity(const Activity &) = delete;
  Activity &operator=(const Activity &) = delete;

protected:
  Activity(ThreadState &thread, trace::ActivityKind kind)
      : kind(kind), around(thread.activity), action(thread.top),
        thread(thread) {
    thread.activity = this;
  }
  ~Activity() { thread.activity = around; }

private:
  ThreadState &thread;
};

/// The file that `sources` are of. There is one in those that MLIR parses.
inline llvm::MemoryBufferRef mainBufferOf(const llvm::SourceMgr &sources) {
  return sources.getMemoryBuffer(sources.getMainFileID())->getMemBufferRef();
}

/// `sources` must outlive it.
struct Parsing : Activity {
  Parsing(ThreadState &thread, const llvm::SourceMgr &sources)
      : Activity(thread, trace::ActivityKind::Parsing), sources(sources),
        file(mainBufferOf(sources).getBufferIdentifier()) {}

  const llvm::SourceMgr &sources;
  llvm::StringRef file;
  /// The newest place that the parser made a location of; 0 for none.
  unsigned line = 0, column = 0;

  /// A location is being made. The location of a place in the input has the
  /// buffer's name by address; a location that the input spells out has
  /// another.
  static void note(ThreadState &thread, llvm::StringRef file, unsigned line,
                   unsigned column) {
    if (!thread.activity ||
        thread.activity->kind != trace::ActivityKind::Parsing)
      return;
    auto &parsing = static_cast<Parsing &>(*thread.activity);
    if (parsing.file.data() != file.data())
      return;
    parsing.line = line;
    parsing.column = column;
  }
};

/// The buffer's name must outlive it.
struct ReadingBytecode : Activity {
  ReadingBytecode(ThreadState &thread, llvm::MemoryBufferRef buffer)
      : Activity(thread, trace::ActivityKind::ReadingBytecode),
        file(buffer.getBufferIdentifier()) {}
  llvm::StringRef file;
};

struct Verifying : Activity {
  Verifying(ThreadState &thread, Operation *root, bool recursively)
      : Activity(thread, trace::ActivityKind::Verifying), root(root),
        recursively(recursively) {}
  Operation *root;
  bool recursively; ///< Also what is in the regions of `root`.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_ACTIVITY_H
