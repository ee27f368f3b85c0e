//===- PassRows.h - An answer with a row for each pass --------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_PASSROWS_H
#define TRACKDBG_DEBUGGER_RENDER_PASSROWS_H

#include "render/Render.h"

namespace mlir::trackdbg {

/// What an answer says about a pass.
struct PassRow {
  ActionId action = 0; ///< 0 outside every action.
  std::string pass;    ///< Empty outside of passes.
  /// The same, shorter and shorter: the first that fits is shown.
  std::vector<std::string> texts;
  uint64_t weight = 0; ///< Those with more of it are shown first.
};

/// The rows in their order, in two lines where that is needed and there are
/// few. `shown`, how many there are, is less than all of them where they need
/// more than `mostLines`.
std::string renderPassRows(const std::vector<PassRow> &rows, size_t mostLines,
                           const RenderStyle &style, size_t &shown);
/// One of them; `label` stands in the place of the action.
std::string renderLabelledRow(llvm::StringRef label, llvm::StringRef name,
                              llvm::ArrayRef<std::string> texts,
                              const RenderStyle &style);

/// "7 scf.for, 3 memref.load and 50 others": at most so many names; with none,
/// "60 ops". Casts that a conversion puts in between are left out where there
/// is anything else.
std::string countsText(llvm::ArrayRef<LineageTree::NameCount> counts,
                       size_t most);
/// Whether an op is such a cast.
bool isCast(llvm::StringRef opName);
uint64_t totalOf(llvm::ArrayRef<LineageTree::NameCount> counts);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_PASSROWS_H
