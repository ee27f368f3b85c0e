//===- SplitView.h - Source and IR of a stop, side by side ----------------===//

#ifndef TRACKDBG_COMMANDS_SPLITVIEW_H
#define TRACKDBG_COMMANDS_SPLITVIEW_H

#include "commands/Console.h"
#include "graph/Lineage.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct PaneLine {
  enum class Mark : uint8_t {
    None,
    Related, ///< Of IR: an op from the current source line.
    New,     ///< Of IR: an op that the selected action has made.
    /// The source line that the stop is about or, of IR, the op or the one in
    /// whose line it is.
    Current
  };
  std::string text; ///< Without a newline.
  Mark mark = Mark::None;
  OpId op = 0; ///< Of IR: the first one that begins there; 0 for none.
};

struct Pane {
  std::string title;
  std::vector<PaneLine> lines; ///< Those around `focus`.
  size_t focus = 0;            ///< The one to be seen, an index.
  size_t focusLines = 1;       ///< So many from there, as far as there is room.
  int64_t firstNumber = 0;     ///< Of lines that have numbers; else 0.
  bool isIR = false;
};

struct SplitView {
  Pane source, ir;
  std::optional<Frame> frame; ///< The selected action; none: not at a stop.
  bool isAfter = false;       ///< It has run.
  bool isUnderWay = false;    ///< It is around the one at the stop.
};

/// The selected action at the stop: its source, and the function around its op
/// as it is now, with the ops that come from the current source line and those
/// that the action has made. The focus is on these, else on its op, else where
/// it was in `before`. At most `mostLines` lines before and behind the focus of
/// each. What cannot be shown is told in its place. Costs a print of the
/// function.
SplitView splitView(Console &console, size_t mostLines,
                    const SplitView *before = nullptr);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SPLITVIEW_H
