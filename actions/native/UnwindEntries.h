//===- UnwindEntries.h - The entries of .eh_frame ---------------*- C++ -*-===//
//
// What compilers write about each function for those that unwind its frames.
// The format is that of the Linux Standard Base, section "Exception Frames",
// which takes its numbers and instructions from DWARF's .debug_frame.
// Every function here may be called on any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_UNWINDENTRIES_H
#define TRACKDBG_ACTIONS_NATIVE_UNWINDENTRIES_H

#include <cstdint>
#include <cstring>
#include <optional>

namespace mlir::trackdbg {

/// Reads numbers one after the other. Behind the end there are zeros, and
/// isWhole() is false from then on.
class EntryBytes {
public:
  EntryBytes(const uint8_t *begin, const uint8_t *end) : at(begin), end(end) {}

  bool isEmpty() const { return at == end; }
  bool isWhole() const { return whole; }
  const uint8_t *place() const { return at; }

  uint8_t byte() {
    if (at == end) {
      whole = false;
      return 0;
    }
    return *at++;
  }
  template <typename Number> Number number() {
    Number result = 0;
    const uint8_t *from = at;
    skip(sizeof(Number));
    if (whole)
      std::memcpy(&result, from, sizeof(Number));
    return result;
  }
  /// DWARF's LEB128.
  uint64_t unsignedNumber() {
    uint64_t result = 0;
    for (unsigned shift = 0;; shift += 7) {
      uint8_t next = byte();
      if (shift < 64)
        result |= uint64_t(next & 0x7f) << shift;
      if (!(next & 0x80))
        return result;
    }
  }
  int64_t signedNumber() {
    uint64_t result = 0;
    for (unsigned shift = 0;;) {
      uint8_t next = byte();
      if (shift < 64)
        result |= uint64_t(next & 0x7f) << shift;
      shift += 7;
      if (next & 0x80)
        continue;
      if (shift < 64 && next & 0x40)
        result |= ~uint64_t(0) << shift;
      return int64_t(result);
    }
  }
  void skip(uint64_t count) {
    if (count > uint64_t(end - at)) {
      whole = false;
      count = end - at;
    }
    at += count;
  }
  /// The next `count` bytes.
  EntryBytes take(uint64_t count) {
    const uint8_t *from = at;
    skip(count);
    return {from, at};
  }

private:
  const uint8_t *at, *end;
  bool whole = true;
};

/// The contents of the entry that begins with its length. None of an entry of
/// the form for 64-bit lengths, which no compiler writes.
std::optional<EntryBytes> contentsOfEntry(const uint8_t *entry);

/// The entry of one function (an FDE). It lives as long as the library that
/// holds it.
struct UnwindEntry {
  const uint8_t *bytes = nullptr;
  uint64_t function = 0; ///< Where its function begins.
};

/// The entry for the function around an address of code; one without bytes
/// where there is none, or no runtime that unwinds for exceptions. The cost is
/// that of a search among the libraries of the process.
UnwindEntry findUnwindEntry(uint64_t call);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_UNWINDENTRIES_H
