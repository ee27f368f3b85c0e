//===- ControlCharacters.h - Text that steers no terminal -----------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H
#define TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H

#include "render/Render.h"

namespace mlir::trackdbg {

/// As plainText writes it, with the newlines and tabs, and the colours of
/// `style`, as they are.
std::string showControls(llvm::StringRef text, const RenderStyle &style = {});

/// Without what `paint` writes to switch colours: for files.
std::string withoutColors(llvm::StringRef text);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H
