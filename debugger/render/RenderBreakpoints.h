//===- RenderBreakpoints.h - Breakpoints as text --------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_RENDERBREAKPOINTS_H
#define TRACKDBG_DEBUGGER_RENDER_RENDERBREAKPOINTS_H

#include "render/Render.h"

namespace mlir::trackdbg {

/// "Breakpoint 1 at pass cse.", with what is known of its chances.
std::string renderAdded(const BreakpointAddedReply &reply,
                        const RenderStyle &style);
/// The table of `info breakpoints`.
std::string renderBreakpoints(const BreakpointsReply &reply,
                              const RenderStyle &style);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_RENDERBREAKPOINTS_H
