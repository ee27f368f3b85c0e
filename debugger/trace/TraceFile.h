//===- TraceFile.h - A recorded run, mapped for reading -------------------===//
//
// Maps a trace read-only and trusts nothing in it: whatever the file holds,
// nothing outside it is read, no table grows beyond what the file could fill,
// and a broken file is readable up to its last good event.
//
// The file may still be written by a live compiler. refresh() sees what has
// been appended since; nothing changes between two calls of it. Pointers and
// StringRefs into the trace stay valid as long as the TraceFile.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_TRACEFILE_H
#define TRACKDBG_DEBUGGER_TRACE_TRACEFILE_H

#include "trace/Definitions.h"
#include "trace/TraceInUse.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Whether a copy of the compiler is printing a snapshot into the trace.
bool isBeingPrinted(const std::string &path);

class TraceFile {
public:
  /// Opens and reads what is there. An error if the file cannot be read or is
  /// not a trace of this format; a damaged trace is not an error, but has a
  /// problem().
  static llvm::Expected<std::unique_ptr<TraceFile>> open(llvm::StringRef path);
  ~TraceFile();
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  /// Takes in what the compiler has appended. Linear in what is new.
  void refresh();

  llvm::StringRef path() const { return filePath; }
  /// A number for the recording, from 1 to 2^47-1: the same whenever and
  /// wherever the file is read, and hardly ever that of another recording.
  uint64_t id() const;
  /// The first page, shared with the live compiler.
  const trace::FileHeader &header() const { return *fileHeader; }
  const Definitions &definitions() const { return table; }
  /// One sentence without a period on where and why reading ends early; empty
  /// for a sound trace.
  llvm::StringRef problem() const { return problemText; }
  /// Whether somebody has cut or overwritten the file since it was opened. What
  /// is lost reads as zeros, or as what is there now, and nothing new is taken
  /// in.
  bool wasCut() const { return isCut; }
  /// Events that may be read.
  uint64_t eventCount() const;

  /// Turns the clock of the events into nanoseconds since the recording began;
  /// 0 for times before it.
  uint64_t nanoseconds(uint64_t ticks) const;
  /// The same for a length of time.
  uint64_t durationNanoseconds(uint64_t ticks) const;

  /// The events of one segment.
  struct EventRun {
    llvm::ArrayRef<trace::Event> events;
    uint32_t thread = 0;
  };
  /// The runs in file order; those of one thread are in the order of their
  /// positions. A run only grows, but the last event of a thread may change in
  /// place until the thread appends another.
  llvm::ArrayRef<EventRun> eventRuns() const { return runs; }

  /// Where an event lies, in 32 bits; 0 is nowhere.
  using EventRef = uint32_t;
  /// Of the event `index` of run `run`; 0 where there are too many to count.
  static EventRef refTo(size_t run, size_t index);
  /// The event as it is in the file now; one of kind None if the event is gone.
  /// A second read may give a different event.
  trace::Event eventAt(EventRef ref) const;
  /// The thread of that event; 0 where nothing lies.
  uint32_t threadAt(EventRef ref) const;

  /// A piece of a snapshot; its bytes are checked to lie in the file, and
  /// nothing else is.
  struct SnapshotPiece {
    trace::SnapshotPart part;
    llvm::StringRef bytes;
  };
  /// In the order in which they were appended.
  llvm::ArrayRef<SnapshotPiece> snapshotPieces() const { return pieces; }

  /// Records of TraceChanges.h, one behind the other, as one thread wrote them.
  /// Each is as long as its first word says; nothing else is checked.
  struct ChangeRun {
    llvm::ArrayRef<uint64_t> words;
    uint32_t thread = 0;
  };
  /// In file order; those of one thread are in the order of their positions.
  llvm::ArrayRef<ChangeRun> changeRuns() const { return changes; }

  /// Entries of TraceStacks.h, one behind the other, as one thread wrote them.
  /// None is checked.
  struct StackRun {
    llvm::ArrayRef<uint8_t> bytes;
    uint32_t thread = 0;
  };
  /// In file order; those of one thread are in the order of its events. There
  /// is an entry for each event that has one and is among the events.
  llvm::ArrayRef<StackRun> stackRuns() const { return stacks; }

  /// The op that the compiler crashed on, as it was then.
  struct LastOpText {
    uint64_t action = 0;
    llvm::StringRef text;
    bool isCut = false;
  };
  const std::optional<LastOpText> &lastOp() const { return lastOpText; }

private:
  /// Where the events of a segment begin in it.
  static constexpr uint64_t kEventsOffset = sizeof(trace::SegmentHeader);
  static uint64_t segmentOffset(uint64_t index) {
    return trace::kHeaderSize + index * trace::kSegmentSize;
  }
  struct Segment {
    const char *base = nullptr;
    trace::SegmentKind kind = trace::SegmentKind::Events;
    uint64_t consumed = 0; ///< Bytes checked and taken in.
    /// Events: index into `runs`; Changes: into `changes`; Stacks: `stacks`.
    uint32_t run = 0;
    bool broken = false; ///< Nothing more is taken from it.
    /// Events: what stands in for it in a window, or null.
    const char *inWindow = nullptr;
  };
  /// A window, as it was when it was read last: it may be emptied at any time.
  struct Window {
    uint64_t segment; ///< Its index.
    uint64_t home = trace::kNoHome;
    std::unique_ptr<char[]> copy; ///< Of kSegmentSize.
    uint64_t copied = 0;          ///< Bytes of it.
  };

  TraceFile(int descriptor, llvm::StringRef path);
  llvm::Error mapHeader();
  llvm::Error checkHeader(uint64_t size) const;
  bool isSameRecording() const;
  void handleCutFile(uint64_t size);
  void mapNewSegments(uint64_t size);
  bool admitSegment(uint64_t index, uint64_t size);
  uint64_t readableBytes(uint64_t index);
  uint64_t usedBytes(const Segment &segment) const;
  uint64_t eventsInFile(uint64_t index) const;
  void readWindow(Window &window);
  bool mayStandIn(const Window &window, uint64_t home);
  void leaveHome(Window &window);
  void readEvents(uint64_t index, uint64_t end);
  void readDefinitions(uint64_t index, uint64_t end);
  void readSnapshots(uint64_t index, uint64_t end);
  void readChanges(uint64_t index, uint64_t end);
  void readStacks(uint64_t index, uint64_t end);
  void readLastOp(uint64_t index, uint64_t end);
  const char *findFault(const trace::Event &event, uint64_t lastPosition) const;
  void report(std::string text);

  int descriptor;
  TraceInUse use;
  std::string filePath;
  std::string problemText;
  const trace::FileHeader *fileHeader = nullptr;
  uint64_t knownSize = 0;
  uint64_t startedAt = 0; ///< What the header said when it was opened.
  bool isCut = false;
  uint64_t definitionSegments = 0; ///< Seen so far.
  std::vector<Segment> segments;
  std::vector<Window> windows;
  std::vector<EventRun> runs;
  std::vector<SnapshotPiece> pieces;
  std::vector<ChangeRun> changes;
  std::vector<StackRun> stacks;
  std::optional<LastOpText> lastOpText;
  llvm::DenseMap<uint32_t, uint64_t> lastPositions; ///< By thread.
  struct Mapping {
    void *address;
    size_t size;
  };
  std::vector<Mapping> mappings;
  Definitions table;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_TRACEFILE_H
