//===- TraceFormat.h - The recorded events, as they lie in the file -------===//
//
// A trace is one append-only file that the tracker maps and writes inside the
// compiler, and that the debugger maps and reads, live and afterwards.
//
//   +------------+-----------+-----------+-----------+--
//   | FileHeader | segment 0 | segment 1 | segment 2 | ...
//   | 1 page     | kSegmentSize each
//   +------------+-----------+-----------+-----------+--
//
// A thread writes its events into a window: a segment that is mapped, and used
// again and again, because memory that was touched before costs a fifth of
// fresh pages. A window names a segment of Events, its home. What is in the
// window stands in for the home. When the window is full, it is copied to the
// home, and gets another one. So the home holds less than the window, or the
// same.
//
// A segment is written by one thread only. It starts with a SegmentHeader and
// holds either Events (fixed size) or definitions (variable size): a string, a
// location or an action kind is defined once and named by its id afterwards.
// All integers are little-endian, as in the memory of the compiler; the format
// is for the machine that made it and for others of the same byte order.
//
// A reader must not trust anything: ids may be out of range, sizes may be
// wrong, the file may end anywhere. All events appended before a SIGKILL are in
// the file.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TRACEFORMAT_H
#define TRACKDBG_TRACEFORMAT_H

#include "trackdbg/TraceEvents.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mlir::trackdbg::trace {

inline constexpr char kMagic[8] = {'M', 'T', 'D', 'T', 'R', 'A', 'C', 'E'};
/// Raised with every change that an older reader would misread.
inline constexpr uint32_t kFormatVersion = 14;
/// The oldest one that this version reads. 3 has no windows. 4 and older do not
/// say what an op used when it was made, and where it was put; 5 and older do
/// not compare the IR when a pass is over; 6 and older have few diagnostics; 7
/// and older have no C++ stacks; 9 and older have larger entries for them.
inline constexpr uint32_t kOldestVersion = 3;
inline constexpr uint64_t kHeaderSize = 4096;
inline constexpr uint64_t kSegmentSize = uint64_t(1) << 20;

/// The state of the recording. Written by the tracker.
enum class RecordingState : uint32_t {
  Recording = 0, ///< Running, or the compiler ended abruptly.
  Finished = 1,  ///< The compiler reached its exit.
  OutOfSpace = 2 ///< No room could be reserved; `endError` holds the errno.
};

/// How the compiler ended, as its parent saw it. Written by the debugger.
enum class ExitKind : uint32_t { Unknown = 0, Exited = 1, Signaled = 2 };

enum class SnapshotMode : uint32_t {
  None = 0,
  /// Of each top-level op: before its first pass, and at its end.
  Ends = 1,
  /// Also after each pass of the top-level pipeline that changed something.
  Passes = 2,
  /// Of each op outside all others when it is freed, whatever ran on it. For a
  /// compiler that only reads a file.
  Inputs = 3
};

/// The first page of the file. The atomics are shared between the two
/// processes while the compiler runs; they need no lock and cost no message.
struct FileHeader {
  char magic[8];
  uint32_t version;     ///< kFormatVersion
  uint32_t headerSize;  ///< kHeaderSize
  uint32_t segmentSize; ///< kSegmentSize
  uint32_t eventSize;   ///< sizeof(Event)
  uint64_t processId;
  /// Event times count ticks of a clock of the machine, less those in which
  /// the thread was at a stop, compared the IR, or printed what had changed.
  /// Two readings of the clock beside CLOCK_MONOTONIC (ns) turn ticks into
  /// time; the second one is renewed at every pass and stop.
  uint64_t firstTicks, firstNanoseconds;
  std::atomic<uint64_t> lastTicks, lastNanoseconds;
  /// CLOCK_REALTIME of firstTicks, in ns.
  uint64_t startedAt;

  /// Segments that may be read. A segment is counted once its header is valid.
  std::atomic<uint64_t> segmentCount;
  std::atomic<RecordingState> state;
  std::atomic<uint32_t> endError;

  /// Actions begun so far, which is also the number of the newest action.
  std::atomic<uint64_t> actionsBegun;
  /// The innermost pass at work: its action-kind id, or 0.
  std::atomic<uint32_t> currentPass;
  /// The newest action's kind id, and when it began (ticks). For the line that
  /// says what takes so long; the two may be one action apart.
  std::atomic<uint32_t> currentActionKind;
  std::atomic<uint64_t> currentActionSince;

  /// Set to 1 by the debugger: stop at the next action. The tracker sets it
  /// back when it stops.
  std::atomic<uint32_t> interruptRequested;

  /// Written by the debugger when the compiler has ended.
  std::atomic<ExitKind> exitKind;
  std::atomic<int32_t> exitStatus; ///< Exit code, or signal number.

  /// Which snapshots the tracker was told to take.
  std::atomic<SnapshotMode> snapshotMode;
  /// The Snapshots segment that still has room: its number, from 1; 0 for none.
  /// Read and written only by who holds kAppendLock.
  std::atomic<uint64_t> snapshotSegment;

  /// 1 where the tracker was told to record Reasons.
  std::atomic<uint32_t> keepsReasons;
  /// The tracker left out the text of an end, for which this was the last
  /// top-level pass: the oldest such; 0 for none. See Configure::endsOnDemand.
  std::atomic<uint64_t> firstEndLeftOut;
  /// From this action on, the IR is not compared any more when a pass is over;
  /// 0 where it always is.
  std::atomic<uint64_t> comparedUntil;
  /// 1 where there are Changes segments.
  std::atomic<uint32_t> keepsChanges;
  /// 1 where there are C++ stacks; see TraceStacks.h.
  std::atomic<uint32_t> keepsStacks;
};

/// What the compiler's last signal found, in the rest of the first page.
/// Written by a signal handler: plain stores into memory that is there already.
struct CrashReport {
  static constexpr uint32_t kMaxFrames = 96;
  static constexpr uint32_t kMaxModules = 16;
  static constexpr uint32_t kMaxPaths = 1200;

  /// The last store: a report that has it is whole. 0: there is none.
  std::atomic<int32_t> signal;
  int32_t code;     ///< si_code
  uint64_t address; ///< si_addr, where the signal has one.
  uint64_t thread;  ///< The thread's id in the system.
  uint32_t frameCount, moduleCount, pathBytes;
  uint32_t wasCut; ///< There were more frames.
  /// Innermost first. An address is an offset in the file of the module; in no
  /// module (kMaxModules), it is one in memory. All but the first are return
  /// addresses.
  struct Frame {
    uint64_t address;
    uint64_t module;
  };
  Frame frames[kMaxFrames];
  /// Paths of the modules, one after the other, each ended by a NUL.
  char paths[kMaxPaths];
};

/// What a compiler does beside its actions.
enum class ActivityKind : uint32_t {
  None = 0,
  Parsing = 1,         ///< Reading textual IR.
  ReadingBytecode = 2, ///< Reading IR in MLIR's binary form.
  Verifying = 3        ///< Checking an op and all that it holds.
};

/// What the thread of a crash did in its innermost action, or outside all of
/// them, behind the CrashReport. Written by a copy of the dying compiler; means
/// nothing without a CrashReport.
struct CrashActivity {
  static constexpr uint32_t kMaxName = 96;
  static constexpr uint32_t kMaxFile = 512;

  /// The last store, but for `op`. None: only the actions are known.
  std::atomic<ActivityKind> kind;
  /// Verifying: 1 where it is the input that was just read.
  uint32_t isOfInput;
  /// Verifying: the op that all was verified from, and the pass-execution
  /// action that left it, or 0.
  uint64_t root, leftBy;
  /// Verifying: the op whose verifier crashed again, with the same signal, when
  /// a copy of the compiler called the verifiers one by one. 0: none did.
  std::atomic<uint64_t> op;
  /// Parsing: the place in the input that the parser named last: where an op or
  /// a block argument begins. 0: none yet.
  uint32_t line, column;
  /// Parsing: the op that begins there, where it had not been read to its end;
  /// otherwise empty. Ended by a NUL, like `file`.
  char name[kMaxName];
  /// The input that was read, where one was; cut where it is too long.
  char file[kMaxFile];
};

/// The op that the compiler crashed on, as it was then: the one whose verifier
/// crashed, or that of the innermost action that still had one. Its text
/// follows, cut where the segment ends.
struct LastOp {
  uint64_t action; ///< 0 for an op that was being verified.
  uint32_t isCut, reserved;
};

inline constexpr uint64_t kCrashReportOffset = 512;
static_assert(sizeof(FileHeader) <= kCrashReportOffset);
inline constexpr uint64_t kCrashActivityOffset = 3328;
static_assert(kCrashReportOffset + sizeof(CrashReport) <= kCrashActivityOffset);
static_assert(kCrashActivityOffset + sizeof(CrashActivity) <= kHeaderSize);

inline CrashReport &crashReportOf(FileHeader &header) {
  return *reinterpret_cast<CrashReport *>(reinterpret_cast<char *>(&header) +
                                          kCrashReportOffset);
}
inline const CrashReport &crashReportOf(const FileHeader &header) {
  return crashReportOf(const_cast<FileHeader &>(header));
}
inline CrashActivity &crashActivityOf(FileHeader &header) {
  return *reinterpret_cast<CrashActivity *>(reinterpret_cast<char *>(&header) +
                                            kCrashActivityOffset);
}
inline const CrashActivity &crashActivityOf(const FileHeader &header) {
  return crashActivityOf(const_cast<FileHeader &>(header));
}

/// Snapshots are printed by copies of the compiler, which append to the file
/// too. Record locks of fcntl() on bytes far behind its end keep them apart,
/// and end with the process that holds them. The process that adds a segment or
/// a snapshot holds the first byte, and a printing copy holds one of the
/// others, from before the compiler goes on until it is done.
inline constexpr int64_t kAppendLock = int64_t(1) << 61;
inline constexpr int64_t kPrintingLocks = kAppendLock + 1;
inline constexpr int64_t kPrintingLockCount = int64_t(1) << 32;

enum class SegmentKind : uint32_t {
  Events = 1,
  Definitions = 2,
  /// SnapshotParts. Readers that do not know it skip the segment.
  Snapshots = 3,
  /// Of a compiler that crashed: a LastOp, and its text. Skipped likewise.
  LastOp = 4,
  /// The window of a thread.
  Window = 5,
  /// See TraceChanges.h. Only where FileHeader::keepsChanges says so.
  Changes = 6,
  /// See TraceStacks.h. Only where FileHeader::keepsStacks says so.
  Stacks = 7
};

struct SegmentHeader {
  uint32_t magic; ///< kSegmentMagic
  SegmentKind kind;
  uint32_t thread; ///< Numbered from 0 in order of first appearance.
  uint32_t reserved;
  /// Bytes that may be read, this header included. Only grows, but for the
  /// last event, which may still change in place (see ActionLeaf).
  std::atomic<uint64_t> used;
  /// Window: the index of its home; kNoHome without one. It changes only when
  /// all of the window has been copied.
  std::atomic<uint64_t> home;
};
inline constexpr uint64_t kNoHome = ~uint64_t(0);
inline constexpr uint32_t kSegmentMagic = 0x5347454d;
static_assert(sizeof(SegmentHeader) == 32);

/// Definitions follow each other in Definitions segments, each at a multiple
/// of 4 bytes. Ids count from 1 in each of the five spaces (strings, locations,
/// action kinds, modules, stacks); 0 is the empty string, the unknown location,
/// no action kind. A definition only names ids that stand before it. The same
/// string or location may be defined twice, under two ids.
enum class DefinitionKind : uint32_t {
  /// The bytes, not terminated. Longer ones are cut at kMaxString.
  String = 1,
  /// u32 file (string), startLine, startColumn, endLine, endColumn. 0 where
  /// the location has none.
  FileLocation = 2,
  /// u32 name (string), child (location).
  NameLocation = 3,
  /// u32 callee, caller (locations).
  CallSiteLocation = 4,
  /// u32 locations[], as many as fit the size; cut at kMaxFused.
  FusedLocation = 5,
  /// u32 tag, name, argument (strings): "apply-pattern", the pattern's debug
  /// name, ""; "pass-execution", the pass's name, its argument;
  /// "transform-op", the op's name, ""; "llvm-pass", the pass's name, its
  /// argument, and u32 1 where LLVM does not let it be skipped.
  ActionKind = 6,
  /// The bytes of the command line, each argument ended by a NUL.
  CommandLine = 7,
  /// The working directory.
  WorkingDirectory = 8,
  /// u32 name of an op (string), its OpTraits.
  OpName = 9,
  Module = 10, ///< See TraceStacks.h.
  Stack = 11,  ///< Likewise.
  /// Likewise; the id is that of the action kind that it is about.
  KindFunction = 12,
  /// A pattern that a pass or transform op (the id is its action kind) has to
  /// try, also if it is never tried. u32 the pattern's debug name (string), its
  /// benefit, the size of its root; the root: the name of the ops that it is
  /// for, as text (empty: of several); then, with keepsStacks, its functions,
  /// a u64 each as in KindFunction. Once for patterns that agree but for these.
  PassPattern = 13,
};

/// OpTraits: what the compiler knows of all ops of a name. Bits of a u32.
inline constexpr uint32_t kIsTerminator = 1;
inline constexpr uint32_t kIsConstant = 2;
/// A symbol that is isolated from above and holds no symbols.
inline constexpr uint32_t kIsFunction = 4;
/// It holds symbols: a module of any dialect.
inline constexpr uint32_t kIsSymbolTable = 8;

/// When a snapshot was taken.
enum class SnapshotMoment : uint32_t {
  Before = 0, ///< When the action began.
  After = 1,  ///< When it had ended.
  End = 2     ///< When the op was freed. `action` is the last one on it.
};

enum class SnapshotKind : uint32_t {
  Text = 1,      ///< The payload is a SnapshotText and what it announces.
  Unchanged = 2, ///< As it was at the snapshot before, of the same op.
  FinalCode = 3  ///< Of no stage: see FinalCode.h.
};

/// A piece of a snapshot. Pieces follow each other in Snapshots segments, each
/// at a multiple of 8 bytes; those of one snapshot have the same action, moment
/// and root, stand in the order of their numbers, and others may stand between.
/// A snapshot without its last part was not finished.
struct SnapshotPart {
  SnapshotKind kind;
  SnapshotMoment moment;
  /// The pass-execution action, by its number.
  uint64_t action;
  /// The address of the op.
  uint64_t root;
  /// The ops that the addresses mean are those alive when all events up to this
  /// position had happened.
  uint64_t position;
  uint32_t number; ///< From 0.
  uint32_t isLast;
  uint32_t size; ///< Bytes of this piece, without padding.
  uint32_t reserved;
};
static_assert(sizeof(SnapshotPart) == 48);

enum class SnapshotPacking : uint32_t { Plain = 0, Zlib = 1, Zstd = 2 };

/// How the IR was printed.
enum class SnapshotForm : uint32_t {
  Custom = 0, ///< As the dialects print it.
  Generic = 1 ///< A dialect's printer crashed on it.
};

/// The payload of a snapshot: this, then the text and then the ties, each
/// packed for itself. The ties say where each op was printed that begins a line
/// or stands after an indentation: the lines of all of them (u32, from 1), then
/// the columns (u32, from 0), then the addresses (u64), by line and column.
/// Each number is kept as its difference to the one before, modulo its size:
/// most are alike then, and pack in half the time.
struct SnapshotText {
  SnapshotPacking packing;
  SnapshotForm form;
  uint64_t textSize, packedTextSize;
  uint64_t tieCount, packedTiesSize;
};
static_assert(sizeof(SnapshotText) == 40);
/// Bytes of one tie.
inline constexpr uint64_t kTieSize = 16;
/// What is longer than this is cut there.
inline constexpr uint64_t kMaxSnapshotText = uint64_t(1) << 30;
/// What would unpack to more times its size is not packed, so that a reader may
/// refuse a claim beyond it.
inline constexpr uint64_t kMaxPackingRatio = 1024;
constexpr bool packsTooWell(uint64_t size, uint64_t packedSize) {
  return size / kMaxPackingRatio > packedSize;
}

inline constexpr uint32_t kMaxString = 1 << 16;
inline constexpr uint32_t kMaxFused = 1 << 14;

struct DefinitionHeader {
  DefinitionKind kind;
  uint32_t size; ///< Bytes of the payload, without padding.
  uint32_t id;
};
static_assert(sizeof(DefinitionHeader) == 12);

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_TRACEFORMAT_H
