//===- TraceChanges.h - The IR after each action, as it lies in the file --===//
//
// With --changes, a trace also says how each op looks that an action has made
// or changed, and where it stands. A reader that starts with nothing and takes
// these records in, with the deaths among the events, has the IR at any action.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TRACECHANGES_H
#define TRACKDBG_TRACECHANGES_H

#include "trackdbg/TraceFormat.h"

#include <cstdint>

namespace mlir::trackdbg::trace {

/// Records follow each other in the Changes segments of a thread. Each takes
/// some words of 64 bits; the first one is a ChangeHead. The others are:
enum class ChangeRecordKind : uint8_t {
  /// Ops were put into a block, or moved. The first op; the block; the op
  /// before it, or 0; and where there is more than one, how many, which stand
  /// one behind the other.
  OpsPut = 1,
  /// A block was put into a region, or moved. The block; the op that holds it
  /// and, above its 48 bits, the number of the region; the block before it, or
  /// 0.
  BlockPut = 2,
  /// How an op looks now. The op; its template, see op_template (string id),
  /// and, above its
  /// 32 bits, how many operands follow; these, each a ResultRef or an
  /// argumentRef,
  /// or 0 for a null one; its successors, each a block.
  OpText = 3,
  /// The arguments of a block. The block; their types (string id), each ended
  /// by a NUL.
  BlockText = 4,
  /// Ops were moved, each to right behind the same op. The block; that op, or
  /// 0; those that were moved, one after the other.
  OpsStacked = 5,
};

/// The first word of a record: bits 0-7, its kind; 8-22, how many words it
/// takes, this one included; 23-63: what it says is so when all events up to
/// this position have happened, and before the next one.
struct ChangeHead {
  static constexpr uint64_t kMostWords = (uint64_t(1) << 15) - 1;

  ChangeRecordKind kind = {};
  uint64_t words = 0;
  uint64_t position = 0;

  static ChangeHead read(uint64_t word) {
    return {ChangeRecordKind(word & 0xff), word >> 8 & kMostWords, word >> 23};
  }
  uint64_t word() const { return position << 23 | words << 8 | uint64_t(kind); }
};

/// A result of an op, by the op's address and its number, at most 65,535.
inline uint64_t resultRef(uint64_t op, uint64_t number) {
  constexpr uint64_t kMost = 0xffff;
  return op | (number < kMost ? number : kMost) << 48;
}

/// What an op prints, but for the names of values and blocks and for what its
/// regions hold, so that ops that differ in nothing else have the same. It is a
/// text with marks in it. A mark is kMark, a letter, numbers with periods
/// between them, and ';'.
///
///   o3;     operand 3
///   v0;     result 0 of the op itself
///   a1.0;   argument 0 of the entry block of region 1
///   s0;     successor 0
///   r0.7;   region 0; the sum of 1 if the arguments of the entry block are
///           printed, 2 if terminators are, and 4 if an empty block has a label
///   i0.1;   op 1 of the entry block of region 0, in this line
///   n2;     a new line, indented by 2 more than the op
///   u;      a value that is neither of these
///
/// Before the text, up to kTextBegin, the op says how to name things. Each part
/// ends with kNameEnd.
///
///   r0.c0         result 0 is called %c0, where that name is free
///   a0.1.init     argument 1 of the entry block of region 0 is called %init
///   w0.1.3        it has the name of operand 3
///   darith        in its regions, "arith." is left out
///   n2            it has 2 results
namespace op_template {
inline constexpr char kMark = '\x01', kTextBegin = '\x02', kNameEnd = '\x03';
/// The sum that a mark of a region has.
inline constexpr unsigned kEntryArguments = 1, kTerminators = 2,
                          kEmptyBlock = 4;
} // namespace op_template

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_TRACECHANGES_H
