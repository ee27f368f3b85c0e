//===- PanesTest.cpp - Source and IR side by side -------------------------===//

#include "render/Panes.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
RenderStyle styleOf(unsigned width) {
  RenderStyle style;
  style.width = width;
  style.isForScreen = true;
  return style;
}

SplitView exampleView() {
  SplitView view;
  view.source.title = "a.mlir";
  view.source.firstNumber = 9;
  view.source.lines = {{"one"}, {"\ttwo", PaneLine::Mark::Current}, {"three"}};
  view.source.focus = 1;
  view.ir.title = "func.func @f";
  view.ir.isIR = true;
  view.ir.lines = {{"    %0 = a.b", PaneLine::Mark::Current},
                   {"      %1 = c.d", PaneLine::Mark::Related},
                   {"    a.very_long_operation_that_has_no_room"}};
  return view;
}

TEST(Panes, BothHaveTheirPart) {
  std::vector<std::string> rows =
      renderPanes(exampleView(), {ScreenLayout::Split}, 6, styleOf(40));
  std::vector<std::string> expected = {
      "-- a.mlir ------+== func.func @f =======",
      "     9 one      |> %0 = a.b             ",
      ">   10         t|*   %1 = c.d           ",
      "    11 three    |  a.very_long_operation",
      "                |                       ",
      " No action                              "};
  EXPECT_EQ(rows, expected);
}

TEST(Panes, OneAloneHasTheWholeWidth) {
  std::vector<std::string> rows =
      renderPanes(exampleView(), {ScreenLayout::IR}, 5, styleOf(30));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[1], "> %0 = a.b                    ");
  rows = renderPanes(exampleView(), {ScreenLayout::Source}, 5, styleOf(30));
  EXPECT_EQ(rows[1], "     9 one                    ");
}

TEST(Panes, TheFocusIsSeen) {
  SplitView view = exampleView();
  view.source.lines.assign(100, {"x"});
  view.source.firstNumber = 1;
  for (size_t focus : {0, 50, 99}) {
    view.source.focus = focus;
    std::vector<std::string> rows =
        renderPanes(view, {ScreenLayout::Source}, 7, styleOf(30));
    size_t first = 0;
    sscanf(rows[1].c_str(), "%zu", &first);
    EXPECT_LE(first, focus + 1);
    EXPECT_GT(first + 5, focus + 1);
  }
}

TEST(Panes, ALongFocusBeginsNearTheTop) {
  SplitView view = exampleView();
  view.ir.lines.assign(100, {"x"});
  for (size_t i = 50; i < 53; ++i)
    view.ir.lines[i].mark = PaneLine::Mark::New;
  view.ir.focus = 50;
  auto newRows = [&] {
    std::string signs;
    for (const std::string &row :
         renderPanes(view, {ScreenLayout::IR}, 9, styleOf(30)))
      signs += row.front();
    return signs;
  };
  view.ir.focusLines = 3;
  EXPECT_EQ(newRows(), "-  +++   "); // The last row has the status.
  view.ir.focusLines = 40;
  EXPECT_EQ(newRows(), "- +++    ");
}

/// Pane lines "line 0" to "line 99", with the focus in the middle.
Pane longPane() {
  Pane pane;
  for (int i = 0; i < 100; ++i)
    pane.lines.push_back({"line " + std::to_string(i)});
  pane.focus = 50;
  return pane;
}

TEST(Panes, TheTextMovesByLinesAndColumns) {
  SplitView view = exampleView();
  view.ir = longPane();
  auto firstRow = [&](PaneShift shift) {
    return renderPanes(view,
                       {ScreenLayout::IR, PaneName::IR, /*source=*/{}, shift},
                       12, styleOf(20))[1];
  };
  EXPECT_EQ(firstRow({}), "  line 45           ");
  EXPECT_EQ(firstRow({3, 0}), "  line 48           ");
  EXPECT_EQ(firstRow({-3, 2}), "  ne 42             ");
  EXPECT_EQ(firstRow({1000, 0}), "  line 90           ");
  EXPECT_EQ(firstRow({-1000, 1000}), "                    ");
}

TEST(Panes, AShiftLeavesTextToBeSeen) {
  Pane pane = longPane();
  auto nearest = [&](PaneShift shift, size_t rows) {
    PaneShift found = nearestShift(pane, shift, rows);
    return std::pair(found.lines, found.columns);
  };
  using Pair = std::pair<int64_t, int64_t>;
  EXPECT_EQ(nearest({5, 0}, 12), Pair(5, 0));
  EXPECT_EQ(nearest({1000, -1}, 12), Pair(45, 0));
  EXPECT_EQ(nearest({-1000, 0}, 12), Pair(-45, 0));
  pane.lines.back().text.assign(30, 'x');
  EXPECT_EQ(nearest({0, 1000}, 12), Pair(0, 22));
  // All lines are seen.
  EXPECT_EQ(nearest({-3, 0}, 200), Pair(0, 0));
  EXPECT_EQ(nearest({3, 0}, 0), Pair(3, 0));
  pane.lines.clear();
  pane.focus = 0;
  EXPECT_EQ(nearest({3, 3}, 12), Pair(0, 0));
}

TEST(Panes, TheActiveOneOfTwoIsMarked) {
  std::vector<std::string> rows = renderPanes(
      exampleView(), {ScreenLayout::Split, PaneName::Source}, 6, styleOf(40));
  EXPECT_EQ(rows.front(), "== a.mlir ======+-- func.func @f -------");
}

TEST(Panes, WideAndOddCharactersKeepTheWidth) {
  SplitView view = exampleView();
  view.source.lines = {{"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97"
                        "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97"},
                       {std::string("\033[2J\xff\x00 z", 8)},
                       {""}};
  for (unsigned width : {20u, 21u, 40u, 41u})
    for (const std::string &row :
         renderPanes(view, {ScreenLayout::Split}, 6, styleOf(width)))
      EXPECT_EQ(row.find('\033'), std::string::npos) << row;
}

TEST(Panes, NothingWithoutRoom) {
  EXPECT_TRUE(renderPanes(exampleView(), {ScreenLayout::Split}, 3, styleOf(80))
                  .empty());
  EXPECT_TRUE(renderPanes(exampleView(), {ScreenLayout::Split}, 9, styleOf(19))
                  .empty());
}

TEST(Panes, TheCurrentLineAndOpHaveOneColour) {
  RenderStyle style = styleOf(40);
  style.colors = Colors::On;
  std::vector<std::string> rows =
      renderPanes(exampleView(), {ScreenLayout::Split}, 6, style);
  EXPECT_EQ(rows[2], "\033[30;46m>   10         t\033[0m|\033[30;46m*   %1 = "
                     "c.d           \033[0m");
  SplitView view = exampleView();
  view.ir.lines[1].mark = PaneLine::Mark::New;
  rows = renderPanes(view, {ScreenLayout::Split}, 6, style);
  EXPECT_EQ(rows[2], "\033[30;46m>   10         t\033[0m|\033[30;42m+   %1 = "
                     "c.d           \033[0m");
}

} // namespace
