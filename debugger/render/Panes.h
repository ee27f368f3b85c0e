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

/// The upper part of the screen: so many rows, each `style.width` columns wide,
/// escape sequences aside. The first row has the titles, the last one the
/// status. Empty where there is not room enough.
std::vector<std::string> renderPanes(const SplitView &view, ScreenLayout layout,
                                     size_t rows, const RenderStyle &style);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_PANES_H
