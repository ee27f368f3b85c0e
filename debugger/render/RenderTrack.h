//===- RenderTrack.h - Which ops became ops of another name, as text ------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_RENDERTRACK_H
#define TRACKDBG_DEBUGGER_RENDER_RENDERTRACK_H

#include "render/Render.h"

namespace mlir::trackdbg {

/// On a screen, as many ops of each kind as it has room for.
std::string renderTrack(const TrackAnswer &answer, bool isWhole,
                        const RenderStyle &style);

/// "... and 9 ops more; --limit N lists more of them.", or nothing.
std::string renderMoreOf(uint64_t count, size_t shown, llvm::StringRef noun);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_RENDERTRACK_H
