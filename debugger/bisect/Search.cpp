//===- Search.cpp - Finding what makes a run go wrong ---------------------===//

#include "bisect/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Where it turns bad
//===----------------------------------------------------------------------===//

/// The middle of the longest stretch between the ends in which nothing was
/// tried: what cannot be told is seldom alone. The upper end if there is none.
static uint64_t nextProbe(const Boundary &ends,
                          const std::set<uint64_t> &untold) {
  uint64_t from = ends.lastGood, best = ends.firstBad, longest = 1;
  auto consider = [&](uint64_t to) {
    if (to - from > longest) {
      longest = to - from;
      best = from + longest / 2;
    }
    from = to;
  };
  for (auto each = untold.upper_bound(ends.lastGood);
       each != untold.end() && *each < ends.firstBad; ++each)
    consider(*each);
  consider(ends.firstBad);
  return best;
}

Expected<Boundary> findBoundary(uint64_t count, PrefixProbe probe,
                                unsigned mostUntold) {
  Boundary ends{0, count};
  std::set<uint64_t> untold;
  while (untold.size() <= mostUntold) {
    uint64_t applied = nextProbe(ends, untold);
    if (applied == ends.firstBad)
      break;
    Expected<Verdict> verdict = probe(applied);
    if (!verdict)
      return verdict.takeError();
    if (*verdict == Verdict::CannotTell)
      untold.insert(applied);
    else
      (*verdict == Verdict::Good ? ends.lastGood : ends.firstBad) = applied;
  }
  return ends;
}

//===----------------------------------------------------------------------===//
// The smallest set
//===----------------------------------------------------------------------===//

namespace {
class DeltaDebugging {
public:
  DeltaDebugging(uint64_t count, SubsetProbe probe,
                 function_ref<bool()> mayGoOn)
      : kept(count), probe(probe), mayGoOn(mayGoOn) {
    std::iota(kept.begin(), kept.end(), 0);
  }
  Expected<SmallestSet> run();

private:
  std::vector<uint64_t> without(size_t begin, size_t end) const;
  Expected<bool> dropSomePart(size_t parts);

  std::vector<uint64_t> kept;
  SubsetProbe probe;
  function_ref<bool()> mayGoOn;
};
} // namespace

std::vector<uint64_t> DeltaDebugging::without(size_t begin, size_t end) const {
  std::vector<uint64_t> rest(kept.begin(), kept.begin() + begin);
  rest.insert(rest.end(), kept.begin() + end, kept.end());
  return rest;
}

/// Tries what is left without each of so many parts, those at the end first:
/// what comes late is seldom needed by others.
Expected<bool> DeltaDebugging::dropSomePart(size_t parts) {
  for (size_t part = parts; part-- > 0 && mayGoOn();) {
    std::vector<uint64_t> rest =
        without(kept.size() * part / parts, kept.size() * (part + 1) / parts);
    Expected<Verdict> verdict = probe(rest);
    if (!verdict)
      return verdict.takeError();
    if (*verdict == Verdict::Bad) {
      kept = std::move(rest);
      return true;
    }
  }
  return false;
}

Expected<SmallestSet> DeltaDebugging::run() {
  size_t parts = std::min<size_t>(2, kept.size());
  bool isMinimal = kept.empty();
  while (!isMinimal && mayGoOn()) {
    Expected<bool> dropped = dropSomePart(parts);
    if (!dropped)
      return dropped.takeError();
    if (*dropped) {
      // The other parts keep their size.
      parts = std::clamp<size_t>(parts - 1, std::min<size_t>(2, kept.size()),
                                 std::max<size_t>(kept.size(), 1));
      isMinimal = kept.empty();
    } else if (parts < kept.size()) {
      parts = std::min(parts * 2, kept.size());
    } else {
      isMinimal = mayGoOn();
    }
  }
  return SmallestSet{std::move(kept), isMinimal};
}

Expected<SmallestSet> minimize(uint64_t count, SubsetProbe probe,
                               function_ref<bool()> mayGoOn) {
  return DeltaDebugging(count, probe, mayGoOn).run();
}

} // namespace mlir::trackdbg
