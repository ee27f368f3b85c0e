//===- FullScreen.h - A window above the prompt ---------------------------===//
//
// The upper rows of the terminal are ours; the rest is a scrolling region (as
// terminfo calls it: change_scroll_region), in which everything else goes on as
// without this: line editing, pages, what the compiler prints. So nothing but
// these rows has to know of it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TERMINAL_FULLSCREEN_H
#define TRACKDBG_TERMINAL_FULLSCREEN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace mlir::trackdbg {

/// The window, while it lives. One at a time. However the process ends, the
/// terminal scrolls as a whole again, and the rows are empty.
class FullScreen {
public:
  /// Standard output is a terminal. An error if it can do no such thing.
  static llvm::Expected<std::unique_ptr<FullScreen>> open();
  ~FullScreen();
  FullScreen(const FullScreen &) = delete;
  FullScreen &operator=(const FullScreen &) = delete;

  /// Rows for the window and for what scrolls, as they are now. A small
  /// terminal has no window.
  unsigned windowRows() const { return upper; }
  unsigned scrollingRows() const { return rows - upper; }
  unsigned columns() const { return width; }

  /// Takes up another size of the terminal. True if it has one: all that was
  /// there is gone then, and the cursor stands at the begin of the last row.
  bool fit();
  /// Empties the screen, as after another program has drawn on it.
  void clear();
  /// Shows these rows, which are as wide as the terminal. The cursor stays.
  void draw(llvm::ArrayRef<std::string> lines);
  /// Gives the whole terminal to another program; clear() takes it back.
  void leave();
  /// The rows are ours again, after a program that may have taken them. What it
  /// has printed stays.
  void hold();

private:
  FullScreen() = default;
  llvm::Error readCapabilities();
  void reserve();
  std::string at(unsigned row) const;
  std::string region(unsigned first, unsigned last) const;
  std::string leaving() const;
  bool startGuard();

  unsigned rows = 0, upper = 0, width = 0;
  std::string moveTo, setRegion; ///< With parameters.
  std::string save, restore, clearLine, clearAll;
  int guard = -1; ///< A pipe; its other end sees how this process ends.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_FULLSCREEN_H
