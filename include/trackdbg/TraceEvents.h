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
  /// subject: the op, about to be freed; location: the last one it had.
  Erase = 7,
  /// subject: the op whose results are replaced; object: the op that defines
  /// the replacement, or 0 where that is a block argument. One event for each
  /// distinct defining op.
  Replace = 8,
  /// subject: an op that a rewriter was told to erase. In a dialect
  /// conversion the op dies later, or not at all if the conversion fails.
  Drop = 9,
  /// subject: the op that a rewriter changed in place; location: its location.
  Modify = 10,
  /// subject, object: two ops that were found equal. A merge if one of them
  /// dies in the same action without being replaced otherwise.
  Equal = 11,
  /// subject: a block; object: the op that holds it now.
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
  /// subject: an op just born; name: its symbol name (string id).
  Symbol = 18,
  /// subject: an op of the Teardown at work, about to be freed; location: the
  /// last one it had. A location may be changed without a word.
  LastLocation = 19,
  /// Why the action of this thread that ended last did not apply, as it said
  /// itself. subject: as in its end; name: the reason (string id).
  Reason = 20,
  /// subject: an op that a dialect conversion could not make legal, which is
  /// why it fails; name: the diagnostic (string id).
  LeftIllegal = 21,
  /// What the op that this thread makes next uses, where that does not fit its
  /// birth. subject, object, and name and location together: each a ValueRef,
  /// in the order of the operands; 0 behind the last.
  Operands = 22,
  /// subject: an op just put into its first block; object: the op behind it;
  /// name and location together: the op before it. 0 where there is none.
  Place = 23,
  /// A function of MLIR begins that works on one op, which is not dispatched as
  /// an action. subject: the op, or 0; name: what it is called (string id).
  CallBegin = 24,
  /// The innermost open CallBegin of this thread is over. subject, name: as in
  /// that; the result is in the flags.
  CallEnd = 25,
  /// Uses of a value were handed over by name, not those of all results of an
  /// op. subject: the value, object: what is used instead, both ValueRefs;
  /// name: a ValuesReplaced.
  ValueReplaced = 26,
  /// subject: an op that is moved; object: the op in whose place it is put, in
  /// the innermost open CallBegin of this thread.
  MovedFor = 27,
};

enum class ActionResult : uint8_t {
  Unknown = 0,
  Success = 1,
  Failure = 2,
  Skipped = 3 ///< The user said `skip`: the action did not run.
};

/// What a process can address.
inline constexpr uint64_t kLow48 = (uint64_t(1) << 48) - 1;

/// One recorded event. Ops and blocks are named by their address, which is
/// unique only among those alive at this point of the order.
struct Event {
  /// bits 0-4: EventKind; 5-7: ActionResult; 8-48: position in the one order
  /// over all threads, from 1; 49-63: of a birth, see BirthNotes; else 0.
  uint64_t order;
  uint64_t subject;
  uint64_t object;
  uint32_t name;
  uint32_t location;

  EventKind kind() const { return EventKind(order & 31); }
  bool isBirth() const {
    return kind() == EventKind::Create || kind() == EventKind::Clone;
  }
  /// Without what a birth has above its addresses.
  uint64_t subjectAddress() const {
    return isBirth() ? subject & kLow48 : subject;
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

/// A value, by who defines it: an op's address, or a block's address with the
/// lowest bit set for one of the block's arguments. 0: none.
using ValueRef = uint64_t;

/// Which uses of a value were handed over.
enum class ValuesReplaced : uint32_t {
  All = 0,
  Some = 1,
};

/// What a Create or Clone says beside its fields, in the bits that addresses
/// and positions leave free: the highest 15 of `order`, and 16 of `subject` and
/// `object`.
///
///   bits 0-20, 21-41   the first and second operand, each as a Near; 0 behind
///                      the last
///   42                 the operands were recorded: here, or in the Operands
///                      events right before on this thread
///   43                 the op was put right behind the one that this thread
///                      made before it
class BirthNotes {
public:
  static constexpr uint64_t kRecorded = uint64_t(1) << 42;
  static constexpr uint64_t kBehindPrevious = uint64_t(1) << 43;

  /// A ValueRef, relative to the op that uses it: bit 20 is set for an
  /// argument, and the rest is the distance in units of 16 bytes, so shifted
  /// that it is positive. 0 where it is too far.
  static uint32_t near(uint64_t op, ValueRef value) {
    uint64_t isArgument = value & 1;
    uint64_t distance = (value - isArgument) - op + (uint64_t(1) << 23);
    if (distance == 0 || distance >= (uint64_t(1) << 24) || distance % 16 != 0)
      return 0;
    return uint32_t(distance / 16 | isArgument << 20);
  }
  static ValueRef far(uint64_t op, uint32_t near) {
    if (near == 0)
      return 0;
    uint64_t distance = uint64_t(near & kDistance) * 16;
    return op + distance - (uint64_t(1) << 23) + (near >> 20);
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
    return far(op, bits >> (21 * index) & (kDistance | 1 << 20));
  }
  uint64_t raw() const { return bits; }

private:
  static constexpr uint32_t kDistance = (1 << 20) - 1;
  uint64_t bits = 0;
};

/// Two fields of an event as one.
inline uint64_t nameAndLocation(const Event &event) {
  return event.name | uint64_t(event.location) << 32;
}

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_TRACEEVENTS_H
