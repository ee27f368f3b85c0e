//===- TraceFile.h - The mapped file that a recording grows into ----------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_TRACEFILE_H
#define TRACKDBG_ACTIONS_OBSERVERS_TRACEFILE_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace mlir::trackdbg {

/// Ticks of the clock that events are stamped with: the cheapest monotonic one
/// of the machine. Comparable between threads.
uint64_t readTicks();

/// The file of one recording. Segments may be asked for by any thread.
///
/// Room is reserved on the disk before it is mapped, so a full disk shows up as
/// a segment that cannot be had and never as a SIGBUS in the compiler.
class TraceFile {
public:
  /// Creates or overwrites the file. Null if it cannot be made.
  static std::unique_ptr<TraceFile> create(llvm::StringRef path);

  trace::FileHeader &header() { return *fileHeader; }

  /// A new segment, mapped and zeroed, its header filled in. Null when the disk
  /// is full or a limit is reached: the recording has ended, for all threads,
  /// and the header says so.
  trace::SegmentHeader *addSegment(trace::SegmentKind kind, uint32_t thread);
  /// Gives back the mapping of a segment that is full. Its contents stay in the
  /// file, and no longer count as memory of the compiler.
  void release(trace::SegmentHeader *segment);

  /// Whether segments can still be had.
  bool isRecording() const { return recording.load(std::memory_order_relaxed); }

  /// Renews the second reading that turns ticks into time.
  void anchorClock();
  /// The compiler has reached its exit.
  void finish();

private:
  TraceFile(int descriptor, trace::FileHeader *header)
      : descriptor(descriptor), fileHeader(header) {}

  bool reserve(uint64_t offset, uint64_t size);

  int descriptor;
  trace::FileHeader *fileHeader;
  std::mutex mutex;
  uint64_t segmentCount = 0;
  std::atomic<bool> recording{true};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_TRACEFILE_H
