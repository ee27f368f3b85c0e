//===- CodeText.h - Words that answers about code have in common ----------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CODETEXT_H
#define TRACKDBG_DEBUGGER_RENDER_CODETEXT_H

#include "render/Render.h"

#include "queries/Queries.h"

#include <string>

namespace mlir::trackdbg {

/// "#12 llvm.fmul a.f90:7:12 + #14 llvm.fadd a.f90:7:20".
std::string renderCodeOps(llvm::ArrayRef<OpRef> ops, const RenderStyle &style);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CODETEXT_H
