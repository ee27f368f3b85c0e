//===- SourceRangeTest.cpp ------------------------------------------------===//

#include "python/SourceRange.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

SourceRange range(StringRef text) { return cantFail(SourceRange::parse(text)); }

std::string problemOf(StringRef text) {
  Expected<SourceRange> parsed = SourceRange::parse(text);
  return parsed ? "none" : toString(parsed.takeError());
}

TEST(SourceRange, ReadsWhatItWrites) {
  EXPECT_EQ(range("a.mlir:3:4").str(), "a.mlir:3:4");
  EXPECT_EQ(range("a.mlir:3").str(), "a.mlir:3");
  EXPECT_EQ(range("C:x/a b.mlir:3:4").places().front().file, "C:x/a b.mlir");
  EXPECT_EQ(range("b:2:1, a:9, b:2:1").str(), "a:9, b:2:1");
  EXPECT_EQ(SourceRange().str(), "unknown");
}

TEST(SourceRange, RefusesWhatIsNoPlace) {
  for (StringRef text : {"", "a.mlir", "a.mlir:0", ":3", "a.mlir:3:x",
                         "a.mlir:99999999999", "a.mlir:1, "})
    EXPECT_NE(problemOf(text), "none") << text.str();
  EXPECT_EQ(problemOf("nowhere"),
            "\"nowhere\" is no place in a source file; write FILE:LINE or "
            "FILE:LINE:COLUMN, both counted from 1");
}

TEST(SourceRange, OverlapsAtAPlaceAndNotBetweenPlaces) {
  EXPECT_TRUE(range("a:3:4").overlaps(range("a:3:4")));
  EXPECT_FALSE(range("a:3:4").overlaps(range("a:3:5")));
  EXPECT_FALSE(range("a:2:4, a:4:4").overlaps(range("a:3:4")));
  EXPECT_TRUE(range("a:2:4, a:4:4").overlaps(range("b:1:1, a:4:4")));
  EXPECT_FALSE(SourceRange().overlaps(SourceRange()));
}

TEST(SourceRange, WithoutAColumnItIsTheLine) {
  EXPECT_TRUE(range("a:3").overlaps(range("a:3:4")));
  EXPECT_TRUE(range("a:3:4").overlaps(range("a:3")));
  EXPECT_FALSE(range("a:3").overlaps(range("a:4")));
}

TEST(SourceRange, FilesMatchByWholeNamesAtTheEnd) {
  EXPECT_TRUE(range("/src/a.mlir:3:4").overlaps(range("a.mlir:3:4")));
  EXPECT_TRUE(range("a.mlir:3:4").overlaps(range("/src/a.mlir:3:4")));
  EXPECT_FALSE(range("/src/aa.mlir:3:4").overlaps(range("a.mlir:3:4")));
}

TEST(SourceRange, ContentIsEachLineOnce) {
  std::string folder = testing::TempDir();
  std::ofstream(folder + "/lines.txt") << "one\ntwo\nthree\n";
  EXPECT_EQ(
      cantFail(
          range("lines.txt:3:1, lines.txt:1:2, lines.txt:1:1").content(folder)),
      "one\nthree\n");
  Expected<std::string> beyond = range("lines.txt:30").content(folder);
  ASSERT_FALSE(bool(beyond));
  EXPECT_EQ(toString(beyond.takeError()), "lines.txt has no line 30");
  Expected<std::string> missing = range("nosuch.txt:1").content(folder);
  ASSERT_FALSE(bool(missing));
  consumeError(missing.takeError());
}

} // namespace
