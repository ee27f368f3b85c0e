//===- ArgumentPlaces.cpp -------------------------------------------------===//

#include "stages/ArgumentPlaces.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mlir::trackdbg {

llvm::SmallVector<uint32_t, 4> alignArguments(const ArgumentVotes &votes,
                                              uint32_t before, uint32_t after) {
  llvm::SmallVector<uint32_t, 4> places;
  for (uint32_t j = 0; j != after; ++j)
    places.push_back(before + j);
  // More are matched by their places.
  constexpr uint32_t kMostAligned = 512;
  if (std::max(before, after) > kMostAligned) {
    std::iota(places.begin(), places.begin() + std::min(before, after), 0);
    return places;
  }
  // best[i][j]: of the first i arguments and j ones.
  std::vector<std::vector<uint32_t>> best(before + 1,
                                          std::vector<uint32_t>(after + 1));
  for (uint32_t i = 1; i <= before; ++i)
    for (uint32_t j = 1; j <= after; ++j)
      best[i][j] =
          std::max({best[i - 1][j], best[i][j - 1],
                    best[i - 1][j - 1] + votes.lookup({i - 1, j - 1})});
  for (uint32_t i = before, j = after; i != 0 && j != 0;) {
    uint32_t own = votes.lookup({i - 1, j - 1});
    if (own != 0 && best[i][j] == best[i - 1][j - 1] + own)
      places[--j] = --i;
    else if (best[i][j] == best[i - 1][j])
      --i;
    else
      --j;
  }
  // What nothing is known of goes into the places that are left between.
  for (uint32_t j = 0, next = 0; j != after; ++j) {
    if (places[j] < before) {
      next = places[j] + 1;
      continue;
    }
    uint32_t end = before;
    for (uint32_t later = j + 1; later != after; ++later)
      if (places[later] < before) {
        end = places[later];
        break;
      }
    if (next < end)
      places[j] = next++;
  }
  return places;
}

} // namespace mlir::trackdbg
