//===- Protocol.h - What the debugger and the tracker say to each other ---===//
//
// One Unix socket per compiler process, JSON objects, one per line. The
// tracker connects and says Hello, the debugger answers with Configure; then
// the compiler runs and nothing crosses the socket until it stops. At a stop
// the tracker sends Stopped and answers Look requests until a Resume comes.
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
//                      <------     Look            any number of these
//     Answer           ------>
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

#include "trackdbg/TraceFormat.h"

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

inline constexpr int64_t kProtocolVersion = 1;

/// How the debugger passes on to the compiler where to connect, and which
/// tracker the preloaded library is to load.
inline constexpr char kSocketVariable[] = "MLIR_TRACK_DBG_SOCKET";
inline constexpr char kTrackerVariable[] = "MLIR_TRACK_DBG_TRACKER";

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
  /// Never stop again, whatever breakpoints there are; used to let go.
  Detach
};

/// Whether the action at the stop has run.
enum class When { Before, After };

/// A point of a run where it may stop.
struct Place {
  int64_t action = 0;
  When when = When::Before;
  /// Of the newest event of the trace at that point.
  int64_t position = 0;
  /// Actions begun by then, this one included.
  int64_t begun = 0;
  /// After a pass, and after what it left was found invalid.
  bool isVerified = false;

  bool operator==(const Place &) const = default;
};

/// An op that is watched from its birth on.
struct WatchedOp {
  uint64_t address = 0;
  int64_t born = 0; ///< The position of its birth event.

  bool operator==(const WatchedOp &) const = default;
};

/// One thing to stop at. Names match exactly, as a suffix that starts at a
/// word (see Names.h), or, written /like this/, as a regular expression found
/// anywhere.
struct BreakpointSpec {
  enum class Kind {
    Location,
    Pass,
    Pattern,
    Op,
    Tag,
    Action,
    // These stop after the innermost action that did it.
    Watch,       ///< Changes, moves, replaces or ends one of `ops`.
    CatchCreate, ///< Makes an op.
    CatchErase,
    CatchFail, ///< A pass that fails.
    CatchDiagnostic,
    CatchVerify,
    CatchOrder,
    CatchCrash ///< The debugger's own: nobody stops for it.
  };
  int64_t id = 0;
  Kind kind = Kind::Location;
  /// The file of a Location (matched by suffix, at a `/`), the name of a Pass,
  /// Pattern, Op or Tag; of the op of a CatchCreate or CatchErase; the severity
  /// of a CatchDiagnostic, or empty; a Watch as it was typed.
  std::string name;
  int64_t line = 0;   ///< Location: 1-based; 0 matches ops without a line.
  int64_t column = 0; ///< Location: 0 matches any column.
  int64_t action = 0; ///< Action: the number, from 1.
  /// Hits to pass over before the next stop.
  int64_t ignoreCount = 0;
  bool enabled = true;
  /// What must hold for a match to be a hit (see Expression.h), or empty.
  std::string condition = {};
  /// Watch. Each is still there at the stop from which it is sent first, and
  /// was at all earlier ones since its birth.
  std::vector<WatchedOp> ops = {};
  /// Watch: of which compiler of a run; the debugger's own. 0: of each.
  int64_t inferior = 0;

  bool operator==(const BreakpointSpec &) const = default;
};

/// One action on the stack, innermost first.
struct Frame {
  int64_t action = 0;
  std::string tag; ///< As the Action says, for example "apply-pattern".
  /// Pass name, pattern debug name, transform op's name, or empty.
  std::string name;
  std::string argument; ///< A pass's command-line argument, or empty.
  std::string op;       ///< Name of the op it works on, or empty.
  std::string file;     ///< First file location of that op, or empty.
  int64_t line = 0, column = 0;
  std::string location; ///< The whole location, as MLIR prints it, cut short.
  std::string symbol;   ///< Enclosing or own symbol name, or empty.
  uint64_t address = 0; ///< The op's, as in the trace, or 0.
  bool alive = true;    ///< False once that op has been erased.

  bool operator==(const Frame &) const = default;
};

/// What of a run may be left out, one by one.
enum class ActionClass { Actions, Patterns, Passes };

/// Actions that are not run, as if the user had skipped each. A dialect
/// conversion is left out whole or not at all, because without some of its
/// patterns it fails. So does a greedy rewrite without its last iteration:
/// iterations are not left out, only what is in them.
struct Omission {
  ActionClass of = ActionClass::Actions;
  /// From this number on; 0: none.
  int64_t from = 0;
  /// Where not empty: all are left out but these RewriteSites, each as its text
  /// in hexadecimal, a point, its index, and a blank.
  std::string kept;

  bool operator==(const Omission &) const = default;
};

/// What a process that connects is.
enum class ProcessKind {
  Compiler,   ///< One that a command started.
  Checkpoint, ///< A copy of a compiler that waits.
  Restarted   ///< A copy of a checkpoint that goes on from there.
};

struct Hello {
  int64_t version = kProtocolVersion;
  ProcessKind kind = ProcessKind::Compiler;
  /// The process that it is a copy of; 0 for a Compiler.
  int64_t origin = 0;
  Place place; ///< Checkpoint: where it stands.
  /// Checkpoint: whether the debugger asked for it.
  bool wanted = false;
  int64_t processId = 0;
  std::vector<std::string> commandLine;
  std::string workingDirectory;
  std::string mlirVersion; ///< "22.1"
  std::string wayIn;       ///< "preload", "linked" or "attach"

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
  /// Make checkpoints now and then, beside those that are asked for.
  bool checkpoints = false;
  /// Each fold is an action.
  bool folds = false;
  /// Record why patterns did not match.
  bool reasons = false;
  /// Where present, MLIR's threads are off, so that actions have the same
  /// numbers in every run.
  std::optional<Omission> omission;

  bool operator==(const Configure &) const = default;
};

/// Hits so far of one breakpoint. Only counted while it is enabled; every one
/// that matches an action is counted, not just the first.
struct HitCount {
  int64_t id = 0;
  int64_t hits = 0;
  int64_t ignoreCount = 0; ///< What is left of it.

  bool operator==(const HitCount &) const = default;
};

/// What a watchpoint or a catchpoint saw in the action that has just run.
struct Sighting {
  int64_t breakpoint = 0;
  BreakpointSpec::Kind kind = BreakpointSpec::Kind::Watch;
  std::string name; ///< The spec's.
  /// "erased", "moved"; "created 2 arith.addi". Empty: the texts say it.
  std::string what;
  /// Watch: the op as it was, and as it is or what stands for it, in one line
  /// each. Empty where there is none.
  std::string before, after;

  bool operator==(const Sighting &) const = default;
};

struct Stopped {
  When when = When::Before;
  /// The breakpoints that match, empty at a step or an interrupt.
  std::vector<int64_t> breakpoints;
  bool interrupted = false;
  std::vector<Frame> stack;
  /// After an action: what it did.
  std::string result; ///< "succeeded", "failed", or empty where not known.
  /// Why a pattern did not match, or what a fold gives; or empty.
  std::string reason;
  /// False where the compiler has no hooks: the counts below say nothing then.
  bool changesKnown = true;
  int64_t created = 0, erased = 0, replaced = 0, modified = 0, moved = 0;
  std::vector<HitCount> hits; ///< All breakpoints with at least one hit.
  Place place;                ///< Of the innermost action.
  /// The stop that a `step` would have come from; no action at the first event
  /// of all. Its action and side only.
  Place previous;
  int64_t copies = 0; ///< Checkpoints that this process has made.
  /// After a RunTo with noteHits: the last action before the target that a
  /// breakpoint matches, or 0, and on which side of it.
  int64_t lastHit = 0;
  When lastHitWhen = When::Before;
  /// Of `breakpoints`.
  std::vector<Sighting> sightings;

  bool operator==(const Stopped &) const = default;
};

/// A question about the IR at the stop.
struct Look {
  enum class Kind {
    Context,      ///< The IR units of frame `index`, one line each.
    Print,        ///< One unit; see `unit`, `regions`.
    CursorSelect, ///< Unit `index` of the context becomes the cursor.
    CursorParent,
    CursorChild, ///< `index` counts from 0.
    CursorPrevious,
    CursorNext,
    Diff,    ///< The function around the innermost action, before and after it.
    Frame,   ///< Frame `index` becomes the selected one; its first unit the
             ///< cursor.
    Resolve, ///< Only the address of the op that `unit` names.
    Evaluate,   ///< The expression in `unit`, at the selected frame: a literal.
    Checkpoint, ///< Makes one here.
    Handles,    ///< Of the transform script that is being interpreted.
    Pipeline,   ///< The outermost pass on the stack, as `--pass-pipeline` takes
                ///< it, in `title`; the whole module before it, in `before`.
    /// A copy runs on to the end without action `index` (0: with all of them)
    /// and what `omission` leaves out behind it; what it writes goes into files
    /// of the folder `text`.
    Trial,
    TryPasses, ///< The pipeline `text`, in a copy: the text before and after.
    // Between passes, with IR that is valid afterwards, or not at all:
    SetAttribute, ///< `name` of the op `unit` becomes `text`.
    Erase,        ///< The op `unit`, which has no uses.
    ReplaceUses,  ///< Of the value `unit` by the value `name`.
    RunPasses,    ///< The pipeline `text`, on the op around `unit`.
    EditedText,   ///< What ReplaceText would replace, as text.
    ReplaceText   ///< What is in the op around `unit` becomes `text`; `name`
                  ///< is its file's.
  };
  Kind kind = Kind::Context;
  int64_t index = 0;
  /// Empty: the cursor. "%5", "@f/%5", "@f", or "0x..." for an op's address,
  /// which the asker knows to be alive.
  std::string unit;
  bool regions = true;
  /// Elide constants with more elements than this; negative: never.
  int64_t elementLimit = 16;
  bool locations = false;           ///< Print `loc(...)` too.
  std::string name, text;           ///< See `kind`.
  std::optional<Omission> omission; ///< Trial

  bool operator==(const Look &) const = default;
};

struct Unit {
  std::string kind; ///< "op", "block", "region", "value"
  std::string text; ///< As MLIR prints it.
  std::string name; ///< Op name, or empty.
  uint64_t address = 0;
  bool alive = true;

  bool operator==(const Unit &) const = default;
};

/// A value of a transform script, and the payload that it stands for.
struct Handle {
  /// What it stands for: payload ops, values (told by the ops that define them,
  /// or hold the block whose arguments they are), or attributes.
  enum class Kind { Ops, Values, Params };
  /// What the op does to it that is about to be applied.
  enum class Use {
    None,
    Reads,
    Consumes,
    Invalidates ///< It shares payload with one that is consumed.
  };
  std::string name;   ///< As the printer has it: "%0".
  int64_t number = 0; ///< Of the result or argument that it is.
  std::string op;     ///< That defines it; empty for an argument of a region.
  std::string file;   ///< Where it is defined, or empty.
  int64_t line = 0, column = 0;
  /// The op whose region defines it: "transform.named_sequence @main".
  std::string scope;
  Kind kind = Kind::Ops;
  int64_t count = 0;
  std::vector<int64_t> payload; ///< Addresses of ops, the first 1,000.
  std::vector<std::string> params;
  Use use = Use::None;
  int64_t operand = 0; ///< Of that op: through which one it comes to the use.

  // Where it is invalid. Nothing is said of its payload then.
  int64_t endedBy = 0; ///< The action, or 0.
  std::string endOp, endFile;
  int64_t endLine = 0, endColumn = 0;
  int64_t endOperand = 0;
  bool isConsumed = false; ///< Otherwise it shared payload with that operand.

  bool operator==(const Handle &) const = default;
};

struct Answer {
  /// Not empty: the question could not be answered, and why. One sentence
  /// without a period.
  std::string error;
  std::vector<Unit> units;
  /// Diff: the text before and after.
  std::string before, after;
  /// Diff: what the texts show, for example "func.func @main".
  std::string title;
  std::vector<Handle> handles; ///< Handles
  /// Trial: the copy. The units are the files that it writes in place of those
  /// that the compiler has open, with their names in the folder.
  int64_t processId = 0;
  /// After a change: the stop as it is now.
  std::optional<Stopped> stop;

  bool operator==(const Answer &) const = default;
};

struct Resume {
  Control control = Control::Continue;
  /// Replaces the whole set where present.
  std::optional<std::vector<BreakpointSpec>> breakpoints;
  /// RunTo: the only stop but for interrupts; only the action and the side of
  /// it count. Where that action is never dispatched, the stop is before the
  /// first one with a higher number.
  Place target;
  /// RunTo: ask the breakpoints at each action on the way.
  bool noteHits = false;
  /// RunTo: actions on the way that are not run, in ascending order.
  std::vector<int64_t> skipped;
  /// Make a checkpoint before that action; 0 for none.
  int64_t checkpointAt = 0;
  /// What the compiler writes from here on is new; see Restart.
  bool speaksUp = false;

  bool operator==(const Resume &) const = default;
};

/// To a checkpoint: a copy of it is to go on from there. What it would write to
/// stdout and stderr up to `silentUntil` was written before; where that has no
/// action, all of it was.
struct Restart {
  Place silentUntil;

  bool operator==(const Restart &) const = default;
};

/// To a checkpoint: the compiler has ended. Whoever waits for the end of what
/// it wrote into a pipe must not wait for its checkpoints.
struct Settle {
  /// Inodes of those pipes that the debugger holds itself.
  std::vector<int64_t> kept;

  bool operator==(const Settle &) const = default;
};

/// To a checkpoint: its memory is to go to a file in `folder`. It stays in
/// memory where that cannot be done.
struct SwapOut {
  std::string folder; ///< Of a file system on a disk.

  bool operator==(const SwapOut &) const = default;
};

/// To a compiler at a stop, for which a restarted copy has gone on: end as that
/// one did, at once.
struct Leave {
  int64_t code = 0;
  int64_t signal = 0; ///< 0: it exited.

  bool operator==(const Leave &) const = default;
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
  std::optional<Look> look;
  std::optional<Answer> answer;
  std::optional<Resume> resume;
  std::optional<Farewell> farewell;
  std::optional<Restart> restart;
  std::optional<Settle> settle;
  std::optional<SwapOut> swapOut;
  std::optional<Leave> leave;

  bool operator==(const Message &) const = default;
};

/// One line, ended by '\n'. Text that is not UTF-8 is repaired.
std::string encode(const Message &message);

/// Reads what `encode` wrote. A line that is not a message is an error that
/// says where.
llvm::Expected<Message> decode(llvm::StringRef line);

} // namespace mlir::trackdbg

#endif // TRACKDBG_PROTOCOL_H
