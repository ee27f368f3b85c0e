//===- ShortFilesTest.cpp - Files by their base names ---------------------===//

#include "render/ShortFiles.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
TEST(ShortFiles, AFileIsShownByItsBaseName) {
  ShortFiles files;
  files.add("/a/b/conv.mlir");
  files.add("x/y.py");
  EXPECT_EQ(files.shorten("#1 f at /a/b/conv.mlir:3:5, x/y.py:7.\n"),
            "#1 f at conv.mlir:3:5, y.py:7.\n");
  EXPECT_EQ(files.shorten("(/a/b/conv.mlir:3)"), "(conv.mlir:3)");
  EXPECT_EQ(files.shorten("on builtin.module at /a/b/conv.mlir\n"),
            "on builtin.module at conv.mlir\n");
  EXPECT_EQ(files.shorten("in /a/b/conv.mlir."), "in conv.mlir.");
  EXPECT_EQ(files.shorten("\033[32m/a/b/conv.mlir:3\033[0m"),
            "\033[32mconv.mlir:3\033[0m");
}

TEST(ShortFiles, TwoFilesOfOneNameStayAsTheyAre) {
  ShortFiles files;
  files.add("/a/conv.mlir");
  files.add("/a/conv.mlir");
  EXPECT_EQ(files.shorten("/a/conv.mlir:3"), "conv.mlir:3");
  files.add("/b/conv.mlir");
  EXPECT_EQ(files.shorten("/a/conv.mlir:3 /b/conv.mlir:4"),
            "/a/conv.mlir:3 /b/conv.mlir:4");
}

TEST(ShortFiles, AreInQuotesInLocations) {
  ShortFiles files;
  files.add("/a/conv.mlir");
  EXPECT_EQ(files.shortenQuoted("\"/a/conv.mlir\":3:5"), "\"conv.mlir\":3:5");
  EXPECT_EQ(files.shortenQuoted("fused[\"/a/conv.mlir\":3:5, \"/b/x\":1:2]"),
            "fused[\"conv.mlir\":3:5, \"/b/x\":1:2]");
  for (const char *text : {"", "unknown", "\"", "\"\"", "\"/a/", "a\"b\"\""})
    EXPECT_EQ(files.shortenQuoted(text), text);
}

TEST(ShortFiles, OtherTextStaysAsItIs) {
  ShortFiles files;
  files.add("/a/conv.mlir");
  for (const char *text :
       {"", "loc(\"/a/conv.mlir\":3:5)", "/a/conv.mlir.bak:3", "/a/:3",
        "/b/other.mlir:3", "a\n\n  b  ", "\033[", "\033[31", "::", "/"})
    EXPECT_EQ(files.shorten(text), text);
}
} // namespace
