//===- NameMatcher.h - Exact, by suffix, or /by expression/ ---------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <vector>

namespace mlir::trackdbg {

/// Whether `name` ends in `suffix` and the suffix starts at a word of it:
/// "ns::FoldAdd" ends in "FoldAdd" and in "ns::FoldAdd", not in "Add".
bool endsInWord(llvm::StringRef name, llvm::StringRef suffix);

/// A set of name patterns with ids.
class NameMatcher {
public:
  void add(int64_t id, llvm::StringRef name);
  bool empty() const { return exact.empty() && expressions.empty(); }
  /// Appends the ids of all that match. Linear in the length of the name and in
  /// the number of /expressions/, not in the number of plain names.
  void match(llvm::StringRef name, llvm::SmallVectorImpl<int64_t> &ids) const;

private:
  llvm::StringMap<llvm::SmallVector<int64_t, 1>> exact;
  std::vector<std::pair<llvm::Regex, int64_t>> expressions;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H
