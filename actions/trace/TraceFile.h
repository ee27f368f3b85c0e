//===- TraceFile.h - The mapped file that a recording grows into ----------===//

#ifndef TRACKDBG_ACTIONS_TRACE_TRACEFILE_H
#define TRACKDBG_ACTIONS_TRACE_TRACEFILE_H

#include "process/MemoryMap.h"
#include "process/OwnDescriptor.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace mlir::trackdbg {

/// How far a recording is: what a copy of the process, made there and going on
/// later, sets back.
struct TraceEnd {
  uint64_t segmentCount = 0, snapshotSegment = 0, snapshotBytes = 0;
  uint64_t actionsBegun = 0, currentActionSince = 0;
  uint32_t currentPass = 0, currentActionKind = 0;
};

/// The file of one recording. Segments may be asked for by any thread, and
/// snapshots appended by forked copies of the process meanwhile.
///
/// Room is reserved on the disk before it is mapped, so a full disk shows up as
/// a segment that cannot be had and never as a SIGBUS in the compiler. Where
/// somebody cuts the file, there is such a signal; see outlivesCut(). A
/// compiler that closes the file's descriptor ends the recording (EBADF): what
/// is mapped is still written, and nothing is done to another file that has the
/// number then.
class TraceFile {
public:
  /// Creates or overwrites the file. Null if it cannot be made.
  static std::unique_ptr<TraceFile> create(llvm::StringRef path);

  trace::FileHeader &header() { return *fileHeader; }

  /// A new segment, mapped and zeroed, its header filled in. Null when the disk
  /// is full or a limit is reached: the recording has ended, for all threads,
  /// and the header says so.
  trace::SegmentHeader *addSegment(trace::SegmentKind kind, uint32_t thread);

  // Windows (see TraceFormat.h). Only their own thread uses them. Where one of
  // these fails, the recording has ended, as with addSegment.

  /// The window of a thread, empty, with a home. Null where there is no room.
  trace::SegmentHeader *openWindow(uint32_t thread);
  /// Copies a full window to its home, and gives it another one.
  bool turnWindow(trace::SegmentHeader *window);
  /// Copies what is in the window to its home. It goes on growing.
  bool flushWindow(trace::SegmentHeader *window);
  /// Where a window was when it was flushed.
  struct WindowMark {
    uint64_t home = trace::kNoHome, used = 0;
  };
  /// Of a copy of the process: makes the window what it was there.
  void restoreWindow(trace::SegmentHeader *window, const WindowMark &mark);
  /// Gives back the mapping of a segment that is full. Its contents stay in the
  /// file, and no longer count as memory of the compiler.
  void release(trace::SegmentHeader *segment);

  /// No more room is asked for, by any thread, and the header says why: `error`
  /// is an errno. Only stores.
  void endRecording(int error);
  /// Whether segments can still be had.
  bool isRecording() const { return recording.load(std::memory_order_relaxed); }

  /// Appends a snapshot, or what there is room for of it; `key` says all but
  /// the pieces' own numbers. False, and nothing else, where there is no room:
  /// the recording goes on. In a copy, or on a thread that is alone.
  bool appendSnapshot(trace::SnapshotPart key, llvm::StringRef payload);
  /// Of a copy: holds a byte of kPrintingLocks until this process ends. False
  /// on file systems without locks.
  bool holdPrintingLock(uint64_t number);
  /// Of a copy: waits until the process that holds this lock has ended.
  void waitForPrintingLock(uint64_t number);
  /// -1 if the compiler has closed it.
  int fileDescriptor() const { return descriptor.get(); }

  /// For a thread that is alone, while no copy prints.
  TraceEnd end();
  /// Drops what came after `end`. For a copy that was made there, and that
  /// nobody else writes beside.
  void cutTo(const TraceEnd &end);

  /// For the handler of a SIGBUS at `address`. Where that is in a mapping of
  /// this file, empty pages take the place of all of them, the recording ends
  /// (ENODATA), and the answer is true. Where /proc tells no mappings, it is
  /// false. Async-signal-safe.
  bool outlivesCut(const void *address);

  /// Of a copy: what is recorded from now on is nobody's.
  void leave();
  /// Of a copy that has left: the file once more, to append snapshots to, with
  /// the same descriptor. Null where there is no memory, or the compiler has
  /// closed it.
  std::unique_ptr<TraceFile> join();
  /// Renews the second reading that turns ticks into time.
  void anchorClock();
  /// The compiler has reached its exit.
  void finish();

private:
  explicit TraceFile(OwnDescriptor descriptor)
      : descriptor(std::move(descriptor)) {}

  bool mapHeader();
  bool isWithinLimit(uint64_t end) const;
  bool reserve(uint64_t offset, uint64_t size);
  bool writeAt(uint64_t offset, const void *data, size_t size);
  bool writeHomeHeader(uint64_t home, uint32_t thread, uint64_t used);
  std::optional<uint64_t> claimHome(uint32_t thread);
  bool copyHome(const trace::SegmentHeader *window);
  trace::SegmentHeader *mapSegment(uint64_t index);
  trace::SegmentHeader *makeSegment(trace::SegmentKind kind, uint32_t thread);
  size_t appendPart(trace::SnapshotPart &part, llvm::StringRef bytes);

  OwnDescriptor descriptor;
  trace::FileHeader *fileHeader = nullptr;
  std::mutex mutex;
  std::atomic<bool> recording{true};
  MappedFileId cutFile; ///< What this one was when it was cut.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_TRACE_TRACEFILE_H
