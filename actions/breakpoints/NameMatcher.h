//===- NameMatcher.h - Exact, by suffix, or /by expression/ ---------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H

#include "trackdbg/UserRegex.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace mlir::trackdbg {

/// A set of name patterns with ids. A plain one matches as matchesName says,
/// one written /like this/ as a regular expression found anywhere. The names
/// that are matched have the unnamed namespace as Interner::actionKind has it.
class NameMatcher {
public:
  void add(int64_t id, llvm::StringRef name);
  bool empty() const { return exact.empty() && expressions.empty(); }
  /// Appends the ids of all that match. Linear in the length of the name and in
  /// the number of /expressions/, not in the number of plain names.
  void match(llvm::StringRef name, llvm::SmallVectorImpl<int64_t> &ids) const;

private:
  void matchForms(llvm::StringRef name,
                  llvm::SmallVectorImpl<int64_t> &ids) const;
  void matchSuffixes(llvm::StringRef name,
                     llvm::SmallVectorImpl<int64_t> &ids) const;

  llvm::StringMap<llvm::SmallVector<int64_t, 1>> exact;
  std::vector<std::pair<UserRegex, int64_t>> expressions;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_NAMEMATCHER_H
