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
  EXPECT_EQ(range("a.mlir:3:4 to 5:6").str(), "a.mlir:3:4 to 5:6");
  EXPECT_EQ(range("a.mlir:3:4 to :9, b:1").str(), "a.mlir:3:4 to :9, b:1");
  EXPECT_EQ(range("from a to b:3").places().front().file, "from a to b");
  EXPECT_EQ(SourceRange().str(), "unknown");
}

TEST(SourceRange, RefusesWhatIsNoPlace) {
  for (StringRef text :
       {"", "a.mlir", "a.mlir:0", ":3", "a.mlir:3:x", "a.mlir:99999999999",
        "a.mlir:1, ", "a.mlir:3:4 to 2:9", "a.mlir:3:4 to :4",
        "a.mlir:3:4 to 5", "a.mlir:3:4 to ::6"})
    EXPECT_NE(problemOf(text), "none") << text.str();
  EXPECT_EQ(problemOf("nowhere"),
            "Invalid source place \"nowhere\": write FILE:LINE or "
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

TEST(SourceRange, OfARangeAllPlacesInItCount) {
  SourceRange lines = range("a:3:4 to 5:6");
  for (StringRef inside : {"a:3:4", "a:3:9", "a:4:1", "a:5:6", "a:4", "a:3",
                           "a:5:6 to 9:9", "a:1:1 to 3:4", "a:1:1 to 9:9"}) {
    EXPECT_TRUE(lines.overlaps(range(inside))) << inside.str();
    EXPECT_TRUE(range(inside).overlaps(lines)) << inside.str();
  }
  for (StringRef outside :
       {"a:3:3", "a:5:7", "a:2", "a:6", "a:1:1 to 3:3", "b:4:1"}) {
    EXPECT_FALSE(lines.overlaps(range(outside))) << outside.str();
    EXPECT_FALSE(range(outside).overlaps(lines)) << outside.str();
  }
}

TEST(SourceRange, APlaceInsideAnotherIsLeftOut) {
  EXPECT_EQ(range("a:4:1, a:3:4 to 5:6, a:3:4, a:5:7, b:4:1").str(),
            "a:3:4 to 5:6, a:5:7, b:4:1");
  EXPECT_EQ(range("a:3:4 to 4:1, a:3:4 to 5:6").str(), "a:3:4 to 5:6");
  EXPECT_EQ(range("a:3:4 to 4:1, a:3:9 to 5:6").str(),
            "a:3:4 to 4:1, a:3:9 to 5:6");
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
  EXPECT_EQ(cantFail(range("lines.txt:2:1 to 3:2, lines.txt:1:1 to :3, "
                           "lines.txt:3:3")
                         .content(folder)),
            "one\ntwo\nthree\n");
  Expected<std::string> end = range("lines.txt:2:1 to 30:1").content(folder);
  ASSERT_FALSE(bool(end));
  EXPECT_EQ(toString(end.takeError()), "lines.txt has no line 30");
  Expected<std::string> beyond = range("lines.txt:30").content(folder);
  ASSERT_FALSE(bool(beyond));
  EXPECT_EQ(toString(beyond.takeError()), "lines.txt has no line 30");
  Expected<std::string> missing = range("nosuch.txt:1").content(folder);
  ASSERT_FALSE(bool(missing));
  consumeError(missing.takeError());
}

} // namespace
