//===- ShownWordsTest.cpp - Lines that differ, in so much room ------------===//

#include "render/ShownWords.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using llvm::StringRef;
using namespace mlir::trackdbg;

namespace {
std::vector<std::string> textsOf(const std::vector<ShownColumns::Row> &rows) {
  std::vector<std::string> texts;
  for (const ShownColumns::Row &row : rows) {
    texts.emplace_back();
    for (const ShownWord &word : row)
      texts.back() += word.text;
  }
  return texts;
}
using Texts = std::vector<std::string>;

TEST(ShownColumns, WhatFitsIsShownAsItIs) {
  ShownColumns columns = shownColumns("  %0 = a.b %1", "    %0 = a.b %2", 20);
  EXPECT_EQ(textsOf(columns.before), Texts{"  %0 = a.b %1"});
  EXPECT_EQ(textsOf(columns.after), Texts{"    %0 = a.b %2"});
}

TEST(ShownColumns, WhatDiffersIsSeenWhereverItStands) {
  std::string same(60, 'x');
  ShownColumns columns =
      shownColumns("  " + same + " here " + same + " end",
                   "  " + same + " there " + same + " end", 38);
  ASSERT_EQ(columns.before.size(), 1u);
  ASSERT_EQ(columns.after.size(), 1u);
  EXPECT_NE(textsOf(columns.before)[0].find("here"), std::string::npos);
  EXPECT_NE(textsOf(columns.after)[0].find("there"), std::string::npos);
  EXPECT_LE(textsOf(columns.after)[0].size(), 38u);
}

TEST(ShownWords, TheNameOfTheOpStays) {
  auto shownOf = [](StringRef before, StringRef after) {
    std::string text;
    for (const ShownWord &each :
         shownWords(diffWords(before, after), /*room=*/75, /*marks=*/4))
      text += (each.isSame() ? "" : "|") + each.text;
    return text;
  };
  std::string before = "llvm.cond_br %8, ^bb5(%9, %10 : i64, i64), ^bb6(%11, "
                       "%12, %13 : i64, i64, i64)",
              after = "llvm.cond_br %18, ^bb7(%19, %20 : i64, i64), ^bb8(%21, "
                      "%22, %23 : i64, i64, i64)";
  EXPECT_TRUE(StringRef(shownOf(before, after)).starts_with("llvm.cond_br "));
  EXPECT_TRUE(StringRef(shownOf("%1 = " + before, "%2 = " + after))
                  .contains(" = llvm.cond_br "));
  EXPECT_TRUE(StringRef(shownOf("%1:2 = " + before, "%1:2 = " + after))
                  .starts_with("%1:2 = llvm.cond_br "));
}

TEST(ShownColumns, ManyDifferencesTakeSeveralRows) {
  std::string before, after;
  for (int i = 0; i < 12; ++i) {
    before += "%a" + std::to_string(i) + ", ";
    after += "%b" + std::to_string(i) + ", ";
  }
  ShownColumns columns = shownColumns(before, after + "%more", 20);
  ASSERT_GT(columns.before.size(), 1u);
  EXPECT_EQ(columns.before.size(), columns.after.size());
  std::string all;
  for (const std::string &text : textsOf(columns.after)) {
    EXPECT_LE(text.size(), 20u);
    all += text;
  }
  EXPECT_EQ(all, after + "%more");
}

TEST(ShownColumns, ACharacterStaysWhole) {
  std::string text;
  for (int i = 0; i < 30; ++i)
    text += "\xc3\xa9";
  for (const std::string &each : textsOf(shownColumns("a", text, 19).after))
    EXPECT_TRUE(llvm::json::isUTF8(each)) << each;
  // What is no UTF-8 comes to an end too.
  EXPECT_FALSE(
      textsOf(shownColumns("a", std::string(100, '\x80'), 18).after).empty());
}
} // namespace
