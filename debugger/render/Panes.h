//===- Panes.h - Source and IR side by side -------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_PANES_H
#define TRACKDBG_DEBUGGER_RENDER_PANES_H

#include "commands/SplitView.h"
#include "render/Render.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

inline constexpr size_t kFewestPaneRows = 4;
inline constexpr unsigned kFewestPaneColumns = 20;

/// What the user has chosen to see of a view.
struct ShownPanes {
  ScreenLayout layout = ScreenLayout::Split;
  PaneName active = PaneName::IR; ///< Where both are shown.
  PaneShift source = {}, ir = {};
};

/// The upper part of the screen: so many rows, each `style.width` columns wide,
/// escape sequences aside. The first row has the titles, the last one the
/// status. Empty where there is not room enough.
std::vector<std::string> renderPanes(const SplitView &view,
                                     const ShownPanes &shown, size_t rows,
                                     const RenderStyle &style);

/// The lines of a pane that are seen with so many rows for all.
constexpr size_t linesOfPane(size_t rows) { return rows < 2 ? 0 : rows - 2; }

/// The shift that comes nearest to this one and leaves text to be seen, with so
/// many rows for all. Linear in the lines.
PaneShift nearestShift(const Pane &pane, PaneShift shift, size_t rows);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_PANES_H
