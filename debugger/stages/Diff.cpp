//===- Diff.cpp -----------------------------------------------------------===//
//
// E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), in the
// form that needs linear space: find the middle of a shortest path through the
// edit graph, then do both halves. Lines that only one side has are taken out
// first; IR where every value was renumbered consists of little else.
//
//===----------------------------------------------------------------------===//

#include "stages/Diff.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cstdint>
#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

namespace {

std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line);
    text = rest;
  }
  return lines;
}

/// Lines as small numbers, and where each of those stands in the whole text.
struct Side {
  std::vector<uint32_t> lines;
  std::vector<uint32_t> positions;
};

/// Finds the lines that change. Diagonal k holds the points with x - y = k.
class Comparison {
public:
  Comparison(const Side &before, const Side &after, std::vector<bool> &removed,
             std::vector<bool> &added)
      : before(before), after(after), removed(removed), added(added) {
    size_t diagonals = before.lines.size() + after.lines.size() + 3;
    forward.resize(diagonals);
    backward.resize(diagonals);
    origin = int64_t(after.lines.size()) + 1;
  }

  void run() {
    compare({0, int64_t(before.lines.size()), 0, int64_t(after.lines.size())});
  }

private:
  struct Box {
    int64_t left, right; ///< In `before`.
    int64_t top, bottom; ///< In `after`.
  };
  struct Point {
    int64_t x, y;
  };

  bool equal(int64_t x, int64_t y) const {
    return before.lines[x] == after.lines[y];
  }

  void compare(Box box) {
    while (true) {
      while (box.left < box.right && box.top < box.bottom &&
             equal(box.left, box.top))
        ++box.left, ++box.top;
      while (box.left < box.right && box.top < box.bottom &&
             equal(box.right - 1, box.bottom - 1))
        --box.right, --box.bottom;
      if (box.left == box.right || box.top == box.bottom)
        break;
      Point middle = findMiddle(box);
      compare({box.left, middle.x, box.top, middle.y});
      box.left = middle.x;
      box.top = middle.y;
    }
    for (int64_t x = box.left; x < box.right; ++x)
      removed[before.positions[x]] = true;
    for (int64_t y = box.top; y < box.bottom; ++y)
      added[after.positions[y]] = true;
  }

  /// A point inside the box, other than both its corners, on a shortest path
  /// through it; or, where that is far to seek, the farthest one reached.
  Point findMiddle(const Box &box) {
    const int64_t low = box.left - box.bottom, high = box.right - box.top;
    const int64_t first = box.left - box.top, last = box.right - box.bottom;
    const bool odd = (first - last) & 1;
    int64_t forwardLow = first, forwardHigh = first;
    int64_t backwardLow = last, backwardHigh = last;
    forward[first + origin] = box.left;
    backward[last + origin] = box.right;
    for (int64_t cost = 1;; ++cost) {
      widen(forward, forwardLow, forwardHigh, low, high, -1);
      for (int64_t k = forwardHigh; k >= forwardLow; k -= 2) {
        int64_t below = forward[k - 1 + origin],
                above = forward[k + 1 + origin];
        int64_t x = below < above ? above : below + 1;
        while (x < box.right && x - k < box.bottom && equal(x, x - k))
          ++x;
        forward[k + origin] = x;
        if (odd && k >= backwardLow && k <= backwardHigh &&
            backward[k + origin] <= x)
          return {x, x - k};
      }
      widen(backward, backwardLow, backwardHigh, low, high,
            std::numeric_limits<int64_t>::max());
      for (int64_t k = backwardHigh; k >= backwardLow; k -= 2) {
        int64_t below = backward[k - 1 + origin],
                above = backward[k + 1 + origin];
        int64_t x = below < above ? below : above - 1;
        while (x > box.left && x - k > box.top && equal(x - 1, x - k - 1))
          --x;
        backward[k + origin] = x;
        if (!odd && k >= forwardLow && k <= forwardHigh &&
            x <= forward[k + origin])
          return {x, x - k};
      }
      if (cost >= tooExpensive)
        return farthest(box, forwardLow, forwardHigh);
    }
  }

  /// Lets the search reach one more diagonal on both sides, or one less where
  /// the box ends. What lies beyond never wins.
  void widen(std::vector<int64_t> &reached, int64_t &from, int64_t &to,
             int64_t low, int64_t high, int64_t never) {
    if (from > low)
      reached[--from - 1 + origin] = never;
    else
      ++from;
    if (to < high)
      reached[++to + 1 + origin] = never;
    else
      --to;
  }

  Point farthest(const Box &box, int64_t low, int64_t high) const {
    Point best{box.left, box.top};
    for (int64_t k = high; k >= low; k -= 2) {
      int64_t x = std::min(forward[k + origin], box.right);
      int64_t y = x - k;
      if (y > box.bottom) {
        y = box.bottom;
        x = y + k;
      }
      if (x + y > best.x + best.y && x >= box.left && y >= box.top)
        best = {x, y};
    }
    return best;
  }

  /// Steps after which a middle is taken as it comes.
  static constexpr int64_t tooExpensive = 2000;

  const Side &before, &after;
  std::vector<bool> &removed, &added;
  std::vector<int64_t> forward, backward; ///< Farthest x per diagonal.
  int64_t origin;                         ///< Index of diagonal 0.
};

/// Lines as numbers; the same for the same text.
std::vector<uint64_t> numberLines(ArrayRef<StringRef> lines,
                                  DenseMap<StringRef, uint64_t> &numbers) {
  std::vector<uint64_t> result;
  for (StringRef line : lines)
    result.push_back(numbers.try_emplace(line, numbers.size()).first->second);
  return result;
}

/// Collects the lines of a hunk, side by side through both texts.
class HunkBuilder {
public:
  HunkBuilder(ArrayRef<StringRef> before, ArrayRef<StringRef> after, size_t x,
              size_t y)
      : before(before), after(after), x(x), y(y) {
    hunk.firstBefore = x;
    hunk.firstAfter = y;
  }
  void keepUpTo(size_t end) {
    for (; x < end; ++x, ++y)
      hunk.lines.push_back({DiffLine::Kind::Same, before[x]});
  }
  void apply(const ChangedRun &change) {
    keepUpTo(change.x);
    for (; x < change.endX; ++x)
      hunk.lines.push_back({DiffLine::Kind::Removed, before[x]});
    for (; y < change.endY; ++y)
      hunk.lines.push_back({DiffLine::Kind::Added, after[y]});
  }
  DiffHunk take() {
    hunk.countBefore = x - hunk.firstBefore;
    hunk.countAfter = y - hunk.firstAfter;
    return std::move(hunk);
  }

private:
  ArrayRef<StringRef> before, after;
  size_t x, y; // The next lines.
  DiffHunk hunk;
};

} // namespace

SequenceChanges compareSequences(ArrayRef<uint64_t> before,
                                 ArrayRef<uint64_t> after) {
  SequenceChanges changes{std::vector<bool>(before.size()),
                          std::vector<bool>(after.size())};
  DenseMap<uint64_t, uint32_t> ids;
  std::vector<std::pair<bool, bool>> seen; // In before, in after.
  auto number = [&](ArrayRef<uint64_t> elements, bool isAfter) {
    std::vector<uint32_t> numbers;
    for (uint64_t element : elements) {
      auto [entry, isNew] = ids.try_emplace(element, ids.size());
      if (isNew)
        seen.push_back({false, false});
      (isAfter ? seen[entry->second].second : seen[entry->second].first) = true;
      numbers.push_back(entry->second);
    }
    return numbers;
  };
  std::vector<uint32_t> beforeIds = number(before, false);
  std::vector<uint32_t> afterIds = number(after, true);
  auto keepShared = [&](ArrayRef<uint32_t> numbers,
                        std::vector<bool> &changed) {
    Side side;
    for (auto [position, id] : llvm::enumerate(numbers)) {
      if (seen[id].first && seen[id].second) {
        side.lines.push_back(id);
        side.positions.push_back(position);
      } else {
        changed[position] = true;
      }
    }
    return side;
  };
  Side left = keepShared(beforeIds, changes.removed);
  Side right = keepShared(afterIds, changes.added);
  Comparison(left, right, changes.removed, changes.added).run();
  return changes;
}

std::vector<ChangedRun> runsOf(const SequenceChanges &changes) {
  std::vector<ChangedRun> runs;
  size_t x = 0, y = 0;
  const size_t endX = changes.removed.size(), endY = changes.added.size();
  while (x < endX || y < endY) {
    ChangedRun run{x, x, y, y};
    while (run.endX < endX && changes.removed[run.endX])
      ++run.endX;
    while (run.endY < endY && changes.added[run.endY])
      ++run.endY;
    if (run.x != run.endX || run.y != run.endY)
      runs.push_back(run);
    // Both sides now stand at an element that they share, or at their ends.
    x = run.endX + 1;
    y = run.endY + 1;
  }
  return runs;
}

std::vector<DiffHunk> diffTexts(StringRef before, StringRef after,
                                size_t context) {
  std::vector<StringRef> left = splitLines(before), right = splitLines(after);
  DenseMap<StringRef, uint64_t> numbers;
  std::vector<uint64_t> numbersBefore = numberLines(left, numbers);
  std::vector<ChangedRun> changes =
      runsOf(compareSequences(numbersBefore, numberLines(right, numbers)));
  std::vector<DiffHunk> hunks;
  for (size_t i = 0; i < changes.size();) {
    size_t lead = std::min(context, changes[i].x);
    HunkBuilder builder(left, right, changes[i].x - lead, changes[i].y - lead);
    builder.apply(changes[i]);
    size_t last = i++;
    for (;
         i < changes.size() && changes[i].x - changes[last].endX <= 2 * context;
         last = i++)
      builder.apply(changes[i]);
    builder.keepUpTo(std::min(left.size(), changes[last].endX + context));
    hunks.push_back(builder.take());
  }
  return hunks;
}

/// Names with their sign, numbers, runs of blanks, and single signs.
static std::vector<StringRef> splitWords(StringRef line) {
  auto isOfName = [](char c) {
    return isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  std::vector<StringRef> words;
  while (!line.empty()) {
    bool hasSign = StringRef("%@#^!").contains(line.front());
    size_t size = line.front() == ' '
                      ? line.find_first_not_of(' ')
                      : line.find_if_not(isOfName, /*From=*/hasSign);
    size = std::clamp<size_t>(size, 1, line.size());
    words.push_back(line.take_front(size));
    line = line.drop_front(size);
  }
  return words;
}

std::vector<DiffWords> diffWords(StringRef before, StringRef after) {
  std::vector<StringRef> left = splitWords(before), right = splitWords(after);
  DenseMap<StringRef, uint64_t> numbers;
  std::vector<uint64_t> numbersBefore = numberLines(left, numbers);
  std::vector<DiffWords> result;
  // Words that follow each other in a line lie beside each other.
  auto add = [&](DiffLine::Kind kind, ArrayRef<StringRef> words) {
    if (!words.empty())
      result.push_back(
          {kind, StringRef(words.front().data(),
                           words.back().end() - words.front().data())});
  };
  size_t x = 0;
  for (const ChangedRun &run :
       runsOf(compareSequences(numbersBefore, numberLines(right, numbers)))) {
    add(DiffLine::Kind::Same, ArrayRef(left).slice(x, run.x - x));
    add(DiffLine::Kind::Removed, ArrayRef(left).slice(run.x, run.endX - run.x));
    add(DiffLine::Kind::Added, ArrayRef(right).slice(run.y, run.endY - run.y));
    x = run.endX;
  }
  add(DiffLine::Kind::Same, ArrayRef(left).drop_front(x));
  return result;
}

} // namespace mlir::trackdbg
