//===- Unwinder.h - From a function to its caller -------------------------===//
//
// Walks the stack of a thread by what its code says about it for exceptions:
// .eh_frame, as the Linux Standard Base and the DWARF standard ("Call Frame
// Information") define it. What that says about a return address is worked out
// once and kept as a small rule: the first time costs a few microseconds, every
// other one some nanoseconds. Nothing is known of signal handlers, of code that
// aligns its stack by itself, and on machines without a folder.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_UNWINDER_H
#define TRACKDBG_ACTIONS_NATIVE_UNWINDER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace mlir::trackdbg {

/// How to get from the function that a return address leads into to its caller.
/// All zeros is a rule: nothing is known.
struct UnwindRule {
  enum class Base : uint8_t { None, StackPointer, FramePointer };
  uint64_t address; ///< The return address.
  /// From the base to where the stack pointer will be.
  int32_t frameSize;
  /// From there to where registers were saved, in units of 8 bytes.
  int16_t returnAddress, framePointer;
  Base base;
  bool savesFramePointer;
  bool isOutermost; ///< There is no caller.
};

/// Works out the rule for a return address. Any thread; takes a lock of the
/// C library's or the compiler runtime's where these take one to find out which
/// library an address is in.
UnwindRule findUnwindRule(uint64_t address);

/// The rules that a thread has needed. Where there are too many, some are
/// worked out again.
class UnwindRules {
public:
  UnwindRules();
  /// False where there is no memory; then at() must not be called.
  bool isUsable() const { return sets != nullptr; }

  /// Valid until the next call.
  const UnwindRule &at(uint64_t address) {
    Set &set = sets[(address * 0x9E3779B97F4A7C15ull) >> (64 - kSetBits)];
    for (const UnwindRule &rule : set)
      if (__builtin_expect(rule.address == address, true))
        return rule;
    return learn(set, address);
  }

private:
  static constexpr unsigned kSetBits = 12;
  using Set = std::array<UnwindRule, 4>;
  static const UnwindRule &learn(Set &set, uint64_t address);

  struct Free {
    void operator()(Set *memory) const { std::free(memory); }
  };
  /// Pages that are touched when they are needed.
  std::unique_ptr<Set[], Free> sets;
};

/// Some machines sign return addresses in the bits above.
inline constexpr uint64_t kCodeAddress = (uint64_t(1) << 48) - 1;

/// Where a function goes on, and the registers that it has then.
struct UnwindPoint {
  uint64_t address, stackPointer, framePointer;

  /// Goes on to the caller. Reads nothing but the stack between the stack
  /// pointer and `end`, which must be memory. False where it cannot be found.
  [[gnu::always_inline]] bool leave(const UnwindRule &rule, uint64_t end) {
    using Base = UnwindRule::Base;
    if (rule.base == Base::None)
      return false;
    uint64_t base =
        rule.base == Base::StackPointer ? stackPointer : framePointer;
    uint64_t next = base + int64_t(rule.frameSize);
    uint64_t saved = next + int64_t(rule.returnAddress) * 8;
    auto mayRead = [&](uint64_t place) {
      return place >= stackPointer && place <= end - 8 && place % 8 == 0;
    };
    if (next <= stackPointer || next > end || !mayRead(saved))
      return false;
    if (rule.savesFramePointer) {
      uint64_t place = next + int64_t(rule.framePointer) * 8;
      if (!mayRead(place))
        return false;
      framePointer = *reinterpret_cast<const uint64_t *>(place);
    }
    address = *reinterpret_cast<const uint64_t *>(saved) & kCodeAddress;
    stackPointer = next;
    return true;
  }
};

/// The caller of the function that this is in.
#define TRACKDBG_CALLER                                                        \
  UnwindPoint {                                                                \
    reinterpret_cast<uint64_t>(                                                \
        __builtin_extract_return_addr(__builtin_return_address(0))),           \
        reinterpret_cast<uint64_t>(__builtin_dwarf_cfa()),                     \
        *static_cast<const uint64_t *>(__builtin_frame_address(0))             \
  }

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_UNWINDER_H
