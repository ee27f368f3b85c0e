//===- NameCounts.h - Ops counted by their names --------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_NAMECOUNTS_H
#define TRACKDBG_DEBUGGER_QUERIES_NAMECOUNTS_H

#include "queries/Queries.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

/// The most frequent first; of the same count, those with the first name.
inline void sortByFrequency(std::vector<LineageTree::NameCount> &counts) {
  llvm::sort(counts, [](const auto &a, const auto &b) {
    return a.count != b.count ? a.count > b.count : a.name < b.name;
  });
}

/// The counts of a map from string ids, sorted so.
template <typename CountsById>
std::vector<LineageTree::NameCount> byFrequency(const Definitions &definitions,
                                                const CountsById &countsById) {
  std::vector<LineageTree::NameCount> counts;
  for (auto [name, count] : countsById)
    counts.push_back({definitions.string(name).str(), count});
  sortByFrequency(counts);
  return counts;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_NAMECOUNTS_H
