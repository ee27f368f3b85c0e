//===- ControlCharacters.h - Text that steers no terminal -----------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H
#define TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H

#include "render/Render.h"

namespace mlir::trackdbg {

/// Names, locations and messages come from traces and compilers, and may hold
/// anything. In what this returns every control character but newline and tab
/// is written out, as "\x1b"; the colours of `style` stay what they are.
std::string showControls(llvm::StringRef text, const RenderStyle &style = {});

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CONTROLCHARACTERS_H
