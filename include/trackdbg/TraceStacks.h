//===- TraceStacks.h - C++ stacks, as they lie in the file ----------------===//
//
// With FileHeader::keepsStacks, a trace also says which C++ functions were at
// work at some of its events: those for which hasStack() holds. Each different
// stack is defined once, and each module that its frames are in.
//
// The Stacks segments of a thread hold an entry for each such event of the
// thread, in the order of the events: the id of a stack, or 0 where none was
// taken. An entry is an unsigned LEB128 number (see the DWARF standard), of two
// bytes for most, and does not go over the end of a segment. The reader counts
// along. In format 9, an entry is a u32.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TRACESTACKS_H
#define TRACKDBG_TRACESTACKS_H

#include "trackdbg/TraceEvents.h"

#include <cstdint>

namespace mlir::trackdbg::trace {

/// Whether an event of that kind has an entry in the Stacks segments.
constexpr bool hasStack(EventKind kind) {
  constexpr uint32_t kKinds =
      1u << unsigned(EventKind::Create) | 1u << unsigned(EventKind::Clone) |
      1u << unsigned(EventKind::Erase) | 1u << unsigned(EventKind::Replace) |
      1u << unsigned(EventKind::Drop);
  return kKinds >> unsigned(kind) & 1;
}

/// Where a stack ends, behind its outermost frame.
enum class StackEnd : uint32_t {
  Action = 0, ///< At the frame that runs the innermost action.
  Thread = 1, ///< Outside every action: where the thread begins.
  /// At a frame of which nothing says how to leave it, as of code without
  /// unwind information, code made at run time, or a signal handler.
  Unknown = 2,
  Full = 3,  ///< There are more than fit.
  Other = 4, ///< It is not the thread's own stack, as in a fiber.
};
inline constexpr uint32_t kMaxStackFrames = 64;
/// Of the stack at a stop, which no event has.
inline constexpr uint32_t kMaxStopFrames = 1024;

/// Bytes that an entry has at most.
inline constexpr int kMaxStackEntry = 5;

// The payloads of three kinds of definitions. The ids of the first two count
// from 1.
//
// Stack: u32 StackEnd; then its frames, innermost first, a u64 each: bits 0-47,
// a return address, counted from where its module was loaded; 48-63, the id of
// the module. Of an address in no module, that id is 0 and the address is one
// in memory. The frames of the tracker are left out.
//
// KindFunction: the function that does what an action of that kind does, such
// as the pattern's own matchAndRewrite(): a u64 like that of a frame, where the
// function begins. A kind may have several, one definition each.
//
// Module: u32, how many bytes its build id has, at most kMaxBuildId; these; the
// path of its file, to the end of the payload.

inline constexpr uint32_t kMaxBuildId = 64;
/// What is in a later module counts as being in none.
inline constexpr uint32_t kMaxModule = 0xffff;

struct StackFrame {
  uint32_t module = 0;
  uint64_t address = 0;

  static StackFrame read(uint64_t word) {
    return {uint32_t(word >> 48), word & kLow48};
  }
  uint64_t word() const { return uint64_t(module) << 48 | (address & kLow48); }
};

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_TRACESTACKS_H
