//===- Protocol.h - What the debugger and the tracker say to each other ---===//
//
// One Unix socket per compiler process, JSON objects, one per line. The
// tracker connects and says Hello, the debugger answers with Configure; then
// the compiler runs and nothing crosses the socket until it stops. At a stop
// the tracker sends Stopped and answers requests (Requests.h) until a Resume
// comes.
// The end of the socket is the end of the compiler.
//
// A checkpoint is a copy of the compiler that connects too, says Hello, and
// waits. To a Restart it does not answer itself: it forks the process that goes
// on from there, and that one connects, says Hello, and is at a stop.
//
//   tracker                      debugger
//     Hello            ------>
//                      <------     Configure
//     (runs)
//     Stopped          ------>
//                      <------     Request         any number of these
//     Response         ------>
//                      <------     Resume
//     Farewell         ------>
//
// Every message is an object with one key, its name. Unknown keys are ignored,
// missing ones keep their default, so that both sides can grow; a change that
// the other side would misread raises kProtocolVersion.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_PROTOCOL_H
#define TRACKDBG_PROTOCOL_H

#include "trackdbg/Requests.h"
#include "trackdbg/TraceFormat.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

#define TRACKDBG_PROTOCOL_VERSION 7
inline constexpr int64_t kProtocolVersion = TRACKDBG_PROTOCOL_VERSION;

/// What stands in the file of a program that has the tracker linked in. The
/// debugger finds it there, and the version behind it.
#define TRACKDBG_TEXT_OF(Number) #Number
#define TRACKDBG_MARK_OF(Version)                                              \
  "mlir-track-dbg tracker, protocol " TRACKDBG_TEXT_OF(Version)
#define TRACKDBG_LINKED_IN_MARK TRACKDBG_MARK_OF(TRACKDBG_PROTOCOL_VERSION)

/// How the debugger passes on to the compiler where to connect.
inline constexpr char kSocketVariable[] = "MLIR_TRACK_DBG_SOCKET";

/// What goes on after a stop. Step, Next, Finish and Skip mean what they mean
/// in the MLIR Actions RFC; `Apply` and `Continue` both run to the next
/// breakpoint.
enum class Control {
  Continue,
  Apply,
  Skip,
  Step,
  Next,
  Finish,
  /// To after the next action that itself, and not one nested in it, made,
  /// ended, moved or changed ops; or to a breakpoint before that.
  StepChange,
  /// To the `target` of the Resume.
  RunTo,
  /// Never stop again, whatever breakpoints there are; used to detach.
  Detach
};

/// What a process that connects is.
enum class ProcessKind {
  Compiler,   ///< Started by a command, or forked off by another one.
  Checkpoint, ///< A copy of a compiler that waits.
  Restarted   ///< A copy of a checkpoint that goes on from there.
};

/// How the tracker got into the compiler.
enum class WayIn {
  Preloaded,
  Linked,  ///< By the linker's --wrap.
  Attached ///< Linked in without hooks; the compiler called attach().
};

struct Hello {
  int64_t version = kProtocolVersion;
  ProcessKind kind = ProcessKind::Compiler;
  /// The process that it is a copy of; 0 for a Compiler.
  int64_t origin = 0;
  Mark mark; ///< Checkpoint: where it stands.
  /// Checkpoint: whether the debugger asked for it.
  bool wanted = false;
  int64_t processId = 0;
  std::vector<std::string> commandLine;
  std::string workingDirectory;
  std::string mlirVersion; ///< "22.1"
  WayIn wayIn = WayIn::Preloaded;

  bool operator==(const Hello &) const = default;
};

struct Configure {
  int64_t version = kProtocolVersion;
  /// Stop at all, and with MLIR's threads off. Otherwise only record.
  bool interactive = false;
  std::string tracePath; ///< Absolute; created or overwritten.
  std::vector<BreakpointSpec> breakpoints;
  /// Continue, or Step to stop at the first action of all.
  Control control = Control::Continue;
  /// Which stages of the IR the trace is to hold as text.
  trace::SnapshotMode snapshots = trace::SnapshotMode::None;
  /// SnapshotMode::Ends: the ends are only printed in copies that go back into
  /// the run, once it can be gone back into. The debugger does that where
  /// somebody asks for them.
  bool endsOnDemand = false;
  /// Make checkpoints now and then, beside those that are asked for.
  bool checkpoints = false;
  /// Each fold is an action.
  bool folds = false;
  /// Record why patterns did not match.
  bool reasons = false;
  /// Record how the IR looks after each action. Not for a compiler that goes
  /// back.
  bool changes = false;
  /// Record which C++ functions make and end ops.
  bool stacks = false;
  /// Each pass of LLVM is an action.
  bool llvmPasses = false;
  /// Follow ops into the machine code, in copies of the compiler. With
  /// llvmPasses, where there are no stops.
  bool finalCode = false;
  /// Where present, MLIR's threads are off, so that actions have the same
  /// numbers in every run.
  std::optional<Omission> omission;

  bool operator==(const Configure &) const = default;
};

struct Response {
  /// Why the request failed, in one sentence without a period; empty if it did
  /// not.
  std::string error;
  std::optional<Answer> answer; ///< Present without an error.

  bool operator==(const Response &) const = default;
};

struct Resume {
  Control control = Control::Continue;
  /// Replaces the whole set where present.
  std::optional<std::vector<BreakpointSpec>> breakpoints = {};
  /// RunTo: the only stop but for interrupts; only the action and the side of
  /// it count. Where that action is never dispatched, the stop is before the
  /// first one with a higher number.
  Mark target = {};
  /// RunTo: ask the breakpoints at each action on the way.
  bool noteHits = false;
  /// RunTo: actions on the way that are not run, in ascending order. The one
  /// that the stop is before may be the first of them.
  std::vector<int64_t> skipped = {};
  /// Make a checkpoint before that action; 0 for none.
  int64_t checkpointAt = 0;
  /// What the compiler writes from here on is new; see Restart.
  bool unmutesOutput = false;

  bool operator==(const Resume &) const = default;
};

/// To a checkpoint: a copy of it is to go on from there. What it would write to
/// stdout and stderr up to `silentUntil` was written before; where that has no
/// action, all of it was.
struct Restart {
  Mark silentUntil;
  /// Those of now: the checkpoint has the ones of when it was made. Only told
  /// to the copy itself.
  std::vector<BreakpointSpec> breakpoints;
  /// Where the trace has the start and the end only: from here on, it gets the
  /// text of every stage.
  bool printsStages = false;

  bool operator==(const Restart &) const = default;
};

/// To a checkpoint: the compiler has ended. A reader that waits for the end of
/// its output pipes must not wait for its checkpoints.
struct ReleasePipes {
  /// Inodes of those pipes that the debugger holds itself.
  std::vector<int64_t> kept;

  bool operator==(const ReleasePipes &) const = default;
};

/// To a checkpoint: its memory is to go to a file in `folder`. It stays in
/// memory where that cannot be done.
struct SwapOut {
  std::string folder; ///< Of a file system on a disk.

  bool operator==(const SwapOut &) const = default;
};

/// To a compiler at a stop, for which a restarted copy has gone on: end as that
/// one did, at once.
struct ExitAs {
  int64_t code = 0;
  int64_t signal = 0; ///< 0: it exited.

  bool operator==(const ExitAs &) const = default;
};

/// Sent when an interactive compiler exits in an orderly way.
struct Farewell {
  std::vector<HitCount>
      hits;           ///< As in Stopped, with those since the last stop.
  int64_t copies = 0; ///< As in Stopped.

  bool operator==(const Farewell &) const = default;
};

/// A message of either direction; exactly one is present.
struct Message {
  std::optional<Hello> hello;
  std::optional<Configure> configure;
  std::optional<Stopped> stopped;
  std::optional<Request> request;
  std::optional<Response> response;
  std::optional<Resume> resume;
  std::optional<Farewell> farewell;
  std::optional<Restart> restart;
  std::optional<ReleasePipes> releasePipes;
  std::optional<SwapOut> swapOut;
  std::optional<ExitAs> exitAs;

  bool operator==(const Message &) const = default;
};

/// One line, ended by '\n'. Text that is not UTF-8 is repaired.
std::string encode(const Message &message);

/// Reads what `encode` wrote. A line that is not a message is an error that
/// says where.
llvm::Expected<Message> decode(llvm::StringRef line);

} // namespace mlir::trackdbg

#endif // TRACKDBG_PROTOCOL_H
