//===- DiffTest.cpp -------------------------------------------------------===//

#include "stages/Diff.h"

#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

std::vector<std::string> linesOf(StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line.str());
    text = rest;
  }
  return lines;
}

/// Applies the hunks as patch(1) does, and checks their numbers on the way.
std::vector<std::string> patched(StringRef before,
                                 const std::vector<DiffHunk> &hunks) {
  std::vector<std::string> lines = linesOf(before), result;
  size_t next = 0;
  for (const DiffHunk &hunk : hunks) {
    for (; next < hunk.firstBefore; ++next)
      result.push_back(lines[next]);
    EXPECT_EQ(result.size(), hunk.firstAfter);
    size_t countBefore = 0, countAfter = 0;
    for (const DiffLine &line : hunk.lines) {
      if (line.kind != DiffLine::Kind::Added) {
        EXPECT_EQ(lines[next], line.text);
        ++next, ++countBefore;
      }
      if (line.kind != DiffLine::Kind::Removed) {
        result.push_back(line.text.str());
        ++countAfter;
      }
    }
    EXPECT_EQ(countBefore, hunk.countBefore);
    EXPECT_EQ(countAfter, hunk.countAfter);
  }
  for (; next < lines.size(); ++next)
    result.push_back(lines[next]);
  return result;
}

size_t changesIn(const std::vector<DiffHunk> &hunks) {
  size_t count = 0;
  for (const DiffHunk &hunk : hunks)
    for (const DiffLine &line : hunk.lines)
      count += line.kind != DiffLine::Kind::Same;
  return count;
}

TEST(Diff, EqualTextsHaveNone) {
  EXPECT_TRUE(diffTexts("", "").empty());
  EXPECT_TRUE(diffTexts("a\nb\n", "a\nb\n").empty());
}

TEST(Diff, KeepsThreeLinesAround) {
  auto hunks =
      diffTexts("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n");
  ASSERT_EQ(hunks.size(), 1u);
  EXPECT_EQ(hunks[0].firstBefore, 1u);
  EXPECT_EQ(hunks[0].lines.size(), 8u);
  EXPECT_EQ(hunks[0].lines.front().text, "2");
  EXPECT_EQ(hunks[0].lines[3].kind, DiffLine::Kind::Removed);
  EXPECT_EQ(hunks[0].lines[4].kind, DiffLine::Kind::Added);
}

TEST(Diff, JoinsHunksThatTouch) {
  std::string before, near, far;
  for (int i = 0; i < 20; ++i) {
    std::string line = std::to_string(i) + "\n";
    before += line;
    near += i == 5 || i == 12 ? "x\n" : line;
    far += i == 5 || i == 13 ? "x\n" : line;
  }
  EXPECT_EQ(diffTexts(before, near).size(), 1u);
  EXPECT_EQ(diffTexts(before, far).size(), 2u);
}

TEST(Diff, OneSideMayBeEmpty) {
  EXPECT_EQ(patched("", diffTexts("", "a\nb\n")), linesOf("a\nb\n"));
  EXPECT_EQ(patched("a\nb\n", diffTexts("a\nb\n", "")), linesOf(""));
}

// Applying the difference gives the second text, whatever the two are; and it
// is never longer than rewriting everything.
TEST(Diff, AppliedItGivesTheSecondText) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    int letters = 1 + random() % 6;
    auto text = [&] {
      std::string lines;
      for (int count = random() % 40; count > 0; --count)
        lines += std::string(1, 'a' + random() % letters) + "\n";
      return lines;
    };
    std::string before = text(), after = text();
    auto hunks = diffTexts(before, after, random() % 4);
    ASSERT_EQ(patched(before, hunks), linesOf(after)) << before << "/" << after;
    ASSERT_LE(changesIn(hunks), linesOf(before).size() + linesOf(after).size());
  }
}

TEST(Diff, FindsAShortestOne) {
  // The example of Myers's paper: five edits.
  auto hunks = diffTexts("A\nB\nC\nA\nB\nB\nA\n", "C\nB\nA\nB\nA\nC\n");
  EXPECT_EQ(changesIn(hunks), 5u);
}

TEST(Diff, TenThousandLinesTakeWellUnderASecond) {
  std::mt19937 random(7);
  std::string before, renumbered, shuffled;
  std::vector<std::string> lines;
  for (int i = 0; i < 10000; ++i) {
    before += "  %" + std::to_string(i) + " = arith.addi %a, %b : i32\n";
    renumbered +=
        "  %" + std::to_string(i + 1) + " = arith.addi %a, %b : i32\n";
    lines.push_back(std::to_string(random() % 500) + "\n");
    shuffled += lines.back();
  }
  std::string other;
  std::shuffle(lines.begin(), lines.end(), random);
  for (const std::string &line : lines)
    other += line;
  auto start = std::chrono::steady_clock::now();
  auto first = diffTexts(before, renumbered);
  auto second = diffTexts(shuffled, other);
  auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(patched(before, first), linesOf(renumbered));
  EXPECT_EQ(patched(shuffled, second), linesOf(other));
  // Generous: a loaded machine and a sanitizer are ten times slower.
  EXPECT_LT(took, std::chrono::seconds(10));
}

} // namespace
