//===- ScreenLayout.h - What is shown above the prompt --------------------===//

#ifndef TRACKDBG_COMMANDS_SCREENLAYOUT_H
#define TRACKDBG_COMMANDS_SCREENLAYOUT_H

#include <cstdint>

namespace mlir::trackdbg {

enum class ScreenLayout : uint8_t { Split, Source, IR };

enum class PaneName : uint8_t { Source, IR };

/// How far the text of a pane is moved away from where it is shown by itself.
struct PaneShift {
  int64_t lines = 0;   ///< Towards the end; negative: towards the begin.
  int64_t columns = 0; ///< Of each line, this many are hidden on the left.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SCREENLAYOUT_H
