//===- Screen.cpp ---------------------------------------------------------===//

#include "render/Screen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <numeric>

namespace mlir::trackdbg {

bool fitsOnScreen(llvm::StringRef text) {
  return text.count('\n') <= kScreenLines;
}

std::vector<size_t> shownRows(size_t count, size_t most,
                              llvm::function_ref<uint64_t(size_t)> weight) {
  std::vector<size_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  if (count <= most)
    return rows;
  llvm::stable_sort(rows,
                    [&](size_t a, size_t b) { return weight(a) > weight(b); });
  rows.resize(most);
  llvm::sort(rows);
  return rows;
}

std::string moreRows(size_t count, llvm::StringRef why) {
  return count == 0
             ? ""
             : llvm::formatv("... and {0} more, that {1}; --all lists them.\n",
                             count, why)
                   .str();
}

} // namespace mlir::trackdbg
