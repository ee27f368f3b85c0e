//===- OwnDescriptor.h - An open file of the tracker's own ----------------===//
//
// The tracker shares one table of descriptors with the compiler, which knows
// nothing of it. What the compiler opens must get the number that it would get
// without the tracker, and what the compiler closes must not be touched again:
// the number may be one of the compiler's own files by then.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_OWNDESCRIPTOR_H
#define TRACKDBG_ACTIONS_OWNDESCRIPTOR_H

#include <sys/types.h>

namespace mlir::trackdbg {

/// Owns one open file, or none. The file is closed on exec, and its number is
/// never that of a standard stream: it lies above the process's soft limit
/// where the hard limit permits it, so that the compiler can open as many files
/// as ever, and otherwise as high as it gets.
///
/// The compiler can close it (close_range) and open another file under its
/// number. So ask `get` for the number before each use and do not keep it. That
/// costs one fstat. Any thread may call `get`; the rest is for one at a time.
class OwnDescriptor {
public:
  OwnDescriptor() = default;
  /// Takes over a descriptor that was just opened and gives it a number of the
  /// tracker's. A negative one makes none. Without a free number it is closed,
  /// there is none, and errno is EMFILE. Otherwise errno is kept.
  explicit OwnDescriptor(int opened);
  OwnDescriptor(OwnDescriptor &&other) noexcept;
  OwnDescriptor &operator=(OwnDescriptor &&other) noexcept;
  ~OwnDescriptor() { close(); }

  /// Another descriptor of the same open file as `descriptor`; none, with
  /// errno, where that is not open.
  static OwnDescriptor copyOf(int descriptor);

  /// Its number; -1, with EBADF, if there is none or the compiler has closed
  /// it. May be called by a signal handler.
  int get() const;
  explicit operator bool() const { return get() >= 0; }
  /// Closes it, unless the compiler has done so.
  void close();

private:
  static OwnDescriptor holding(int number);

  int number = -1;
  dev_t device = 0;
  ino_t inode = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OWNDESCRIPTOR_H
