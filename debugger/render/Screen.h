//===- Screen.h - What a screen holds -------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SCREEN_H
#define TRACKDBG_DEBUGGER_RENDER_SCREEN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Lines of an answer; a screen of 24 has room for the command and the prompt.
inline constexpr size_t kScreenLines = 22;

bool fitsOnScreen(llvm::StringRef text);

/// Which of `count` rows a screen shows: all, or the `most` with the greatest
/// weight, in their order.
std::vector<size_t> shownRows(size_t count, size_t most,
                              llvm::function_ref<uint64_t(size_t)> weight);

/// "... and 9 more, that took less time; --all lists them.", or nothing.
std::string moreRows(size_t count, llvm::StringRef why);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SCREEN_H
