//===- ScriptTest.cpp -----------------------------------------------------===//

#include "terminal/Script.h"
#include "terminal/LineReader.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

std::vector<std::pair<size_t, std::string>> parsed(StringRef text) {
  std::vector<std::pair<size_t, std::string>> lines;
  for (const ScriptLine &line : parseScript({text.str(), "", 1}))
    lines.push_back({line.number, line.command});
  return lines;
}

using Lines = std::vector<std::pair<size_t, std::string>>;

TEST(Script, LeavesOutCommentsAndEmptyLines) {
  EXPECT_EQ(parsed("# one\n\n  break x:1  \r\n\t# two\nrun"),
            Lines({{3, "break x:1"}, {5, "run"}}));
}

TEST(Script, BlanksStayBehindWhatIsCompleted) {
  EXPECT_EQ(parsed(" complete track \r\nbreak x:1 \nnonsense "),
            Lines({{1, "complete track "}, {2, "break x:1"}, {3, "nonsense"}}));
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
      parseScript({"py\n  for i in x:\r\n\n    # one \\\n end \nrun\n"
                   "python print(1)\nend\npython\nlast",
                   "file", 1});
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0].body,
            (Block{"  for i in x:\n\n    # one \\\n", "file", 2}));
  EXPECT_EQ(lines[1].command, "run");
  EXPECT_EQ(lines[1].number, 6u);
  EXPECT_EQ(lines[1].body, std::nullopt);
  EXPECT_EQ(lines[2].body, std::nullopt);
  EXPECT_EQ(lines[3].command, "end");
  EXPECT_EQ(lines[4].number, 9u);
  EXPECT_EQ(lines[4].body, (Block{"last\n", "file", 10}));
}

TEST(Script, BodiesNest) {
  std::vector<ScriptLine> lines =
      parseScript({"while 1\n  if 1\n    python\nif x:\n  end\n  else\n"
                   "  end\n  echo \\\nif\nend\ndocument f\nif so\nend\nrun",
                   "f", 5});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].body->text,
            "  if 1\n    python\nif x:\n  end\n  else\n  end\n  echo \\\nif\n");
  EXPECT_EQ(lines[0].body->firstLine, 6u);
  EXPECT_EQ(lines[1].body->text, "if so\n");
  EXPECT_EQ(lines[2].command, "run");
  EXPECT_EQ(lines[2].number, 18u);
}

TEST(Script, ElseBelongsToItsOwnIf) {
  Branches branches = splitAtElse(
      {"if 1\n a\nelse\n b\nend\n else \nif 2\nelse\nend\n", "f", 3});
  EXPECT_EQ(branches.then.text, "if 1\n a\nelse\n b\nend\n");
  EXPECT_EQ(branches.then.firstLine, 3u);
  EXPECT_EQ(branches.otherwise.text, "if 2\nelse\nend\n");
  EXPECT_EQ(branches.otherwise.firstLine, 9u);
}

TEST(Script, MissingFileIsAnErrorThatNamesIt) {
  Expected<Block> lines = readScript("/no/such/file");
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
