//===- TraceEvents.h - What happened, as 32 bytes each --------------------===//
//
// The events of a trace, and how the birth of an op also says what the op uses
// and where it stands, at no cost for most ops.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TRACEEVENTS_H
#define TRACKDBG_TRACEEVENTS_H

#include <cstdint>

namespace mlir::trackdbg::trace {

/// What happened. `subject`, `object`, `name` and `location` of an Event mean:
enum class EventKind : uint8_t {
  None = 0,
  /// subject: first op of the action's context, or 0; object: time in ticks;
  /// name: action kind id; location: what the action prints of itself, where
  /// it is the compiler's own (string id), or 0.
  ActionBegin = 1,
  /// subject, name: as in its ActionBegin; object: time in ticks. The result
  /// is in the flags.
  ActionEnd = 2,
  /// An action without a text in which nothing was recorded: begin and end in
  /// one event.
  /// object: time of its begin; location: duration in ticks.
  ActionLeaf = 3,
  /// subject: the new op; object: the block it was put into, or 0; name: op
  /// name (string id); location: location id. See BirthNotes for the
  /// rest.
  Create = 4,
  /// subject: the new op; object: the op it is a copy of; name, location: as
  /// in Create. This is the new op's birth; there is no Create for it.
  Clone = 5,
  /// subject: the op; object: the block it was put into. An op that was in a
  /// block before has been moved.
  Insert = 6,
  /// subject: the op, about to be freed; location: the last one it had. See
  /// DeathNotes for the rest.
  Erase = 7,
  /// subject: the op whose results are replaced; object: the replacement, a
  /// ValueRef, or 0 where it is missing. One event for each distinct defining
  /// op, and for each argument of a block.
  Replace = 8,
  /// subject: an op that a rewriter was told to erase. In a dialect
  /// conversion the op dies later, or not at all if the conversion fails.
  Drop = 9,
  /// subject: the op that a rewriter changed in place; location: its location.
  Modify = 10,
  /// subject, object: two ops that were found equal. A merge if one of them
  /// dies in the same action without being replaced otherwise.
  Equal = 11,
  /// subject: a block; object: the op that holds it now; name: 1 if it is the
  /// first one of its region, else 0.
  BlockParent = 12,
  /// subject: a block, about to be freed; its address may come again.
  BlockErase = 13,
  /// subject: an op; location: the location it was given after its birth.
  Relocate = 14,
  /// subject: an op outside every block, freed outside every action with all
  /// that it holds. Nothing inside it gets an Erase of its own; the lineage
  /// counts these ops as alive at the end.
  Teardown = 15,
  /// Two or more ops went, one after the other, from one block to another of
  /// the same region, as when a block is split. subject: the first of them;
  /// object: the block they are in now; name: how many. The op that holds them
  /// is still the same.
  Transfer = 16,
  /// subject: an op born before; object: the op that it is a copy of. For what
  /// copies an op without Operation::clone.
  CopyOf = 17,
  /// subject: an op; name: its symbol name (string id). Right after its birth,
  /// and each time it is seen that the op has another name.
  Symbol = 18,
  /// subject: an op of the Teardown at work, about to be freed; location: the
  /// last one it had. A location may be changed without a word.
  LastLocation = 19,
  /// Why the action of this thread that ended last did not apply, as it said
  /// itself. subject: as in its end; name: the reason (string id).
  Reason = 20,
  /// The compiler reports something. subject: the op that it is about, or 0;
  /// object: a Severity; name: what it says (string id), or 0 behind many of
  /// them; location: its location id. Until format 6 only of Severity::Illegal,
  /// without a location.
  Diagnostic = 21,
  /// What the op that this thread makes next uses, where that does not fit its
  /// birth. subject, object, and name and location together: each a ValueRef,
  /// in the order of the operands; 0 behind the last.
  Operands = 22,
  /// subject: an op just put into its first block; object: the op behind it;
  /// name and location together: the op before it. 0 where there is none.
  Place = 23,
  /// A function of MLIR begins that works on one op, which is not dispatched as
  /// an action. subject: the op, or 0; name: what it is called (string id);
  /// object: the op whose contents it copies or moves to there, or 0.
  CallBegin = 24,
  /// The innermost open CallBegin of this thread is over. name: as in that;
  /// subject: likewise, but where that names none, perhaps the address of an op
  /// that is known only now, and may have died; object: a second op on which
  /// the function worked, which may have died, or 0; the result is in the
  /// flags.
  CallEnd = 25,
  /// What used a result of an op that died in this pass, uses another value
  /// now; nobody said so. subject: the position of the op's Erase; object: the
  /// other value, a ValueRef; name: the number of the result.
  UsesTaken = 26,
  /// subject: an op that is moved; object: the op in whose place it is put, in
  /// the innermost open CallBegin of this thread.
  MovedFor = 27,
  // When a pass is over, and its op is compared with how it was before:
  /// subject: an op that differs; location: a ChangeKind, and above its 8 bits
  /// which one of several; object: what was there and, above its 32 bits, what
  /// is there now; name: what it is called (string id), or 0.
  Changed = 28,
  /// subject: an op that uses something else, and above its 48 bits as which
  /// operand, at most 65,535; object: what it used, a ValueRef, or 0 where that
  /// is not known; name and location together: what it uses now, a ValueRef.
  /// See kWasTold.
  OperandChanged = 29,
  /// subject: an op that a rewriter said it had changed, which looks as before.
  Unchanged = 30,
  /// subject: an op; object: the address of the op for which the innermost open
  /// CallBegin of this thread has made it. That op may have died in the call.
  MadeFor = 31,
};

/// What a Changed event is about. Its `from` and `to` are the string ids of
/// texts, 0 for nothing, where no other meaning is named.
enum class ChangeKind : uint8_t {
  Attribute = 1,
  /// A part of the op's properties that is not told apart from others.
  Properties = 2,
  Location = 3, ///< `from`, `to`: location ids.
  ResultType = 4,
  ArgumentType = 5, ///< Of its blocks' arguments, counted over all of them.
  Successor = 6,    ///< Without texts.
  OperandCount = 7, ///< `from`, `to`: how many.
  ResultCount = 8,
  ArgumentCount = 9,
  /// As Location, of an op that the pass made.
  BirthLocation = 10,
};

/// How serious a Diagnostic is.
enum class Severity : uint8_t {
  Illegal =
      0, ///< An error: a dialect conversion gives up on the op, and fails.
  Error = 1,
  Warning = 2,
  Remark = 3 ///< Or a note by itself.
};

enum class ActionResult : uint8_t {
  Unknown = 0,
  Success = 1,
  Failure = 2,
  Skipped = 3, ///< The user said `skip`: the action did not run.
  /// A pass of LLVM that said that it has changed nothing.
  Unchanged = 4
};

/// What a process can address.
inline constexpr uint64_t kLow48 = (uint64_t(1) << 48) - 1;

/// One recorded event. Ops and blocks are named by their address, which is
/// unique only among those alive at this point of the order.
struct Event {
  /// bits 0-4: EventKind; 5-7: ActionResult; 8-48: position in the one order
  /// over all threads, from 1; 49-63: of a birth, see BirthNotes; of an
  /// OperandChanged kWasTold or 0; else 0.
  uint64_t order;
  uint64_t subject;
  uint64_t object;
  uint32_t name;
  uint32_t location;

  EventKind kind() const { return EventKind(order & 31); }
  /// Rewriters said what replaces the value that an op used, and that they
  /// changed the op.
  static constexpr uint64_t kWasTold = uint64_t(1) << 49;
  bool wasTold() const {
    return kind() == EventKind::OperandChanged && (order & kWasTold) != 0;
  }
  bool isBirth() const {
    return kind() == EventKind::Create || kind() == EventKind::Clone;
  }
  /// Without what some events have above their addresses.
  uint64_t subjectAddress() const {
    return isBirth() || kind() == EventKind::OperandChanged ? subject & kLow48
                                                            : subject;
  }
  uint64_t objectAddress() const {
    return isBirth() ? object & kLow48 : object;
  }
  ActionResult result() const { return ActionResult((order >> 5) & 7); }
  uint64_t position() const { return order << 15 >> 23; }
  static uint64_t pack(uint64_t position, EventKind kind,
                       ActionResult result = ActionResult::Unknown) {
    return position << 8 | uint64_t(result) << 5 | uint64_t(kind);
  }
};
static_assert(sizeof(Event) == 32);

/// What a Changed event says.
struct Change {
  ChangeKind kind = ChangeKind::Attribute;
  uint32_t index = 0;
  uint32_t name = 0;
  uint32_t from = 0, to = 0;

  explicit Change(const Event &event)
      : kind(ChangeKind(event.location & 0xff)), index(event.location >> 8),
        name(event.name), from(uint32_t(event.object)),
        to(uint32_t(event.object >> 32)) {}
  /// Whether `from` and `to` are string ids.
  bool hasTexts() const {
    return kind == ChangeKind::Attribute || kind == ChangeKind::Properties ||
           kind == ChangeKind::ResultType || kind == ChangeKind::ArgumentType;
  }
};

/// A value, by who defines it: an op's address; or a block's address with the
/// lowest bit set and, above its 48 bits, the number of the block's argument,
/// at most 65,535. 0: none.
using ValueRef = uint64_t;

inline ValueRef argumentRef(uint64_t block, uint64_t number) {
  constexpr uint64_t kMost = 0xffff;
  return block | 1 | (number < kMost ? number : kMost) << 48;
}
inline bool isArgument(ValueRef value) { return value & 1; }
inline uint64_t blockOf(ValueRef argument) { return argument & kLow48 & ~1ull; }
inline uint32_t numberOf(ValueRef argument) { return argument >> 48; }

/// What a Create or Clone says beside its fields, in the bits that addresses
/// and positions leave free: the highest 15 of `order`, and 16 of `subject` and
/// `object`.
///
///   bits 0-20, 21-41   the first and second operand, each as a Near; 0 behind
///                      the last
///   42                 the operands were recorded: here, or in the Operands
///                      events right before on this thread
///   43                 the op was put right behind the one that this thread
///                      made before it, and right before what was behind that
class BirthNotes {
public:
  static constexpr uint64_t kRecorded = uint64_t(1) << 42;
  static constexpr uint64_t kBehindPrevious = uint64_t(1) << 43;

  /// A ValueRef, relative to the op that uses it: the distance in units of 16
  /// bytes, so shifted that it is positive. Of an argument, bit 20 is set too,
  /// and bits 18 and 19 are its number. 0 where it is too far.
  static uint32_t near(uint64_t op, ValueRef value) {
    bool argument = isArgument(value);
    uint64_t limit = argument ? kArgumentLimit : kLimit;
    uint64_t distance = (argument ? blockOf(value) : value) - op + limit / 2;
    if (distance == 0 || distance >= limit || distance % 16 != 0)
      return 0;
    if (!argument)
      return uint32_t(distance / 16);
    uint32_t number = numberOf(value);
    return number < 4 ? uint32_t(distance / 16) | number << 18 | 1 << 20 : 0;
  }
  static ValueRef far(uint64_t op, uint32_t near) {
    if (near == 0)
      return 0;
    if (!(near >> 20))
      return op + uint64_t(near) * 16 - kLimit / 2;
    uint64_t distance = uint64_t(near & 0x3ffff) * 16;
    return argumentRef(op + distance - kArgumentLimit / 2, near >> 18 & 3);
  }

  BirthNotes() = default;
  explicit BirthNotes(const Event &event)
      : bits(event.order >> 49 | event.subject >> 48 << 15 |
             event.object >> 48 << 31) {}
  /// Puts this into a birth that has none yet.
  void addTo(Event &event) const {
    event.order |= (bits & 0x7fff) << 49;
    event.subject |= (bits >> 15 & 0xffff) << 48;
    event.object |= bits >> 31 << 48;
  }

  void setOperand(unsigned index, uint32_t near) {
    bits |= uint64_t(near) << (21 * index);
  }
  void set(uint64_t flag) { bits |= flag; }
  bool has(uint64_t flag) const { return (bits & flag) != 0; }
  /// The first or second operand of `op`, or 0.
  ValueRef operand(unsigned index, uint64_t op) const {
    return far(op, bits >> (21 * index) & 0x1fffff);
  }

private:
  static constexpr uint64_t kLimit = uint64_t(1) << 24;
  static constexpr uint64_t kArgumentLimit = uint64_t(1) << 22;
  uint64_t bits = 0;
};

/// What an Erase says beside its fields, to tell what the op still used from
/// what it had used before. Nothing is said where `name` is 0.
///
///   name     bits 0-7: how many results the op had, plus 1, at most 255;
///            8-19, 20-31: the next 12 bits of what the first two operands were
///   object   what its first four operands were, 16 bits each: see markOf
class DeathNotes {
public:
  static constexpr unsigned kMarks = 4;

  /// Operands of which 28 bits are known.
  static constexpr unsigned kLongMarks = 2;

  /// Enough to see that a value is not the one that an op was made with: 0 for
  /// none and for an argument of a block, and else a part of the address of the
  /// op that defines it. 28 bits tell the ops in 4 GB apart.
  static uint32_t markOf(ValueRef value) {
    return (value & 1) != 0 ? 0 : uint32_t(value >> 4) & 0xfffffff;
  }

  DeathNotes() = default;
  explicit DeathNotes(const Event &event)
      : results(event.name), marks(event.object) {}
  void addTo(Event &event) const {
    event.name = results;
    event.object = marks;
  }

  void setResults(uint32_t count) {
    constexpr uint32_t kMost = 254;
    results |= (count < kMost ? count : kMost) + 1;
  }
  void setOperand(unsigned index, ValueRef value) {
    uint32_t mark = markOf(value);
    marks |= uint64_t(mark & 0xffff) << (16 * index);
    if (index < kLongMarks)
      results |= (mark >> 16) << (8 + 12 * index);
  }
  bool isRecorded() const { return results != 0; }
  /// Where it is recorded.
  uint32_t resultCount() const { return (results & 0xff) - 1; }
  /// Whether operand `index` was still defined by the op at an address. False
  /// where that is not recorded.
  bool uses(unsigned index, uint64_t op) const {
    return isRecorded() && index < kMarks &&
           uint16_t(marks >> (16 * index)) == uint16_t(markOf(op));
  }
  /// The mark of one of the first operands; 0 where there is none.
  uint32_t longMark(unsigned index) const {
    return uint32_t(marks >> (16 * index) & 0xffff) |
           (results >> (8 + 12 * index) & 0xfff) << 16;
  }

private:
  uint32_t results = 0; ///< And what is above it in the field.
  uint64_t marks = 0;
};

/// Two fields of an event as one.
inline uint64_t nameAndLocation(const Event &event) {
  return event.name | uint64_t(event.location) << 32;
}

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_TRACEEVENTS_H
