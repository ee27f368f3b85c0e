//===- ScriptTest.cpp -----------------------------------------------------===//

#include "terminal/Script.h"
#include "terminal/LineReader.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

std::vector<std::pair<size_t, std::string>> parsed(StringRef text) {
  std::vector<std::pair<size_t, std::string>> lines;
  for (const ScriptLine &line : parseScript(text))
    lines.push_back({line.number, line.command});
  return lines;
}

using Lines = std::vector<std::pair<size_t, std::string>>;

TEST(Script, LeavesOutCommentsAndEmptyLines) {
  EXPECT_EQ(parsed("# one\n\n  break x:1  \r\n\t# two\nrun"),
            Lines({{3, "break x:1"}, {5, "run"}}));
}

TEST(Script, BackslashContinuesALine) {
  EXPECT_EQ(parsed("break \\\n  x:1\nrun\n"),
            Lines({{1, "break   x:1"}, {3, "run"}}));
  EXPECT_EQ(parsed("echo a\\\\\nrun\n"),
            Lines({{1, "echo a\\\\"}, {2, "run"}}));
  EXPECT_EQ(parsed("run \\"), Lines({{1, "run"}}));
}

TEST(Script, BodyIsLeftAsItIs) {
  std::vector<ScriptLine> lines =
      parseScript("py\n  for i in x:\r\n\n    # one \\\n end \nrun\n"
                  "python print(1)\nend\npython\nlast");
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0].body, "  for i in x:\n\n    # one \\\n");
  EXPECT_EQ(lines[1].command, "run");
  EXPECT_EQ(lines[1].number, 6u);
  EXPECT_EQ(lines[1].body, std::nullopt);
  EXPECT_EQ(lines[2].body, std::nullopt);
  EXPECT_EQ(lines[3].command, "end");
  EXPECT_EQ(lines[4].number, 9u);
  EXPECT_EQ(lines[4].body, "last\n");
}

TEST(Script, MissingFileIsAnErrorThatNamesIt) {
  Expected<std::vector<ScriptLine>> lines = readScript("/no/such/file");
  ASSERT_FALSE(bool(lines));
  EXPECT_EQ(toString(lines.takeError()),
            "/no/such/file: No such file or directory.");
}

TEST(LineReader, CandidatesShareAStart) {
  EXPECT_EQ(commonStart({"cursor-next", "cursor-parent"}), "cursor-");
  EXPECT_EQ(commonStart({"one"}), "one");
  EXPECT_EQ(commonStart({}), "");
}

TEST(LineReader, CandidatesStandInColumns) {
  EXPECT_EQ(inColumns({"a", "bb", "c", "d"}, 8), "a   c\nbb  d\n");
  EXPECT_EQ(inColumns({"long-one", "b"}, 4), "long-one\nb\n");
}

} // namespace
