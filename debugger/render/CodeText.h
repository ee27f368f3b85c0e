//===- CodeText.h - Words that answers about code have in common ----------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_CODETEXT_H
#define TRACKDBG_DEBUGGER_RENDER_CODETEXT_H

#include "render/Render.h"

#include "finalcode/CodeAnswers.h"

#include <string>

namespace mlir::trackdbg {

/// "#12 llvm.fmul a.f90:7:12 + #14 llvm.fadd a.f90:7:20".
std::string renderCodeOps(llvm::ArrayRef<OpRef> ops, const RenderStyle &style);
/// The op, or how many there are. `trace` is the file of the one that has them,
/// or empty.
std::string renderAsked(llvm::ArrayRef<OpRef> asked, llvm::StringRef trace,
                        const RenderStyle &style);
/// "a612 LoopVectorize".
std::string renderPass(llvm::StringRef pass, ActionId action);

/// A paragraph that says where an answer does not hold; empty where it may.
std::string renderCheck(CodeCheck check, const RenderStyle &style);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_CODETEXT_H
