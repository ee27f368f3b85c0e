//===- PrintedArgumentsTest.cpp - Arguments by their printed names --------===//

#include "stages/StageText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
using List = std::vector<std::string>;

/// Each line that begins an op is tied to one, numbered by its line.
StageText textOf(llvm::StringRef text) {
  std::vector<Tie> ties;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (uint32_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i].ltrim();
    if (!line.empty() && !line.starts_with("}") && !line.starts_with("^") &&
        !line.starts_with("("))
      ties.push_back({i + 1, uint32_t(lines[i].size() - line.size()), i + 1});
  }
  return StageText(text.str(), ties);
}

/// "1 of 2 entry": the number, the holder, and what block it is in.
List argumentsOf(const StageText &text, llvm::StringRef name) {
  List found;
  for (const PrintedArgument &each : text.argumentsNamed(name, text.ties()))
    found.push_back(fmt::format("{} of {}{}", each.number, each.holder.op,
                                each.isOfEntry ? " entry" : ""));
  return found;
}

TEST(PrintedArguments, OfFunctionsAndLoops) {
  StageText text = textOf("module {\n"
                          "  func.func @f(%arg0: i32, %arg1: i32) {\n"
                          "    scf.for %arg2 = %arg0 to %arg1 step %arg0 "
                          "iter_args(%arg3 = %0) {\n"
                          "      test.use %arg1\n"
                          "    }\n"
                          "    scf.for %arg2 = %arg1 to %arg0 step %arg0 {\n"
                          "    }\n"
                          "  }\n"
                          "  func.func @g(%arg0: i32) {\n"
                          "    test.use %arg0\n"
                          "  }\n"
                          "  func.func private @h(i32)\n"
                          "}\n");
  EXPECT_EQ(argumentsOf(text, "%arg0"), List({"0 of 2 entry", "0 of 9 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg1"), List({"1 of 2 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg2"), List({"0 of 3 entry", "0 of 6 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg3"), List({"1 of 3 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg4"), List());
  EXPECT_EQ(argumentsOf(text, "%arg"), List());
  EXPECT_EQ(argumentsOf(text, "%0"), List());
}

TEST(PrintedArguments, OfLabels) {
  StageText text = textOf("func.func @f(%arg0: i32) {\n"
                          "  test.br\n"
                          "^bb1(%0: i32, %1: tensor<4xf32>):\n"
                          "  %2 = test.op ({\n"
                          "  ^bb0(%arg1: i32, %arg2: i32):\n"
                          "    test.use %1, %arg0\n"
                          "  })\n"
                          "^bb2(%3: i32):\n"
                          "  return\n"
                          "}\n");
  EXPECT_EQ(argumentsOf(text, "%0"), List({"0 of 1"}));
  EXPECT_EQ(argumentsOf(text, "%1"), List({"1 of 1"}));
  EXPECT_EQ(argumentsOf(text, "%3"), List({"0 of 1"}));
  EXPECT_EQ(argumentsOf(text, "%arg2"), List({"1 of 4 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg0"), List({"0 of 1 entry"}));
}

TEST(PrintedArguments, AreNumberedAsInTheirBlockAndNotAsPrinted) {
  StageText text = textOf("func.func @f(%arg0: index) {\n"
                          "  gpu.launch blocks(%arg1, %arg2, %arg3) in "
                          "(%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) "
                          "threads(%arg4, %arg5, %arg6) in (%arg10 = %arg0) {\n"
                          "    gpu.terminator\n"
                          "  }\n"
                          "}\n");
  EXPECT_EQ(argumentsOf(text, "%arg4"), List({"3 of 2 entry"}));
  EXPECT_EQ(argumentsOf(text, "%arg7"), List({"6 of 2 entry"}));
}

TEST(PrintedArguments, WithNamesOfTheirOwn) {
  StageText text = textOf("func.func @f(%arg0: tensor<4xf32>) {\n"
                          "  %0 = linalg.map ins(%arg0 : tensor<4xf32>) "
                          "outs(%arg0 : tensor<4xf32>)\n"
                          "    (%in: f32, %init: f32) {\n"
                          "      linalg.yield %in : f32\n"
                          "    }\n"
                          "}\n");
  EXPECT_EQ(argumentsOf(text, "%in"), List({"0 of 2 entry"}));
  EXPECT_EQ(argumentsOf(text, "%init"), List({"1 of 2 entry"}));
}

TEST(PrintedArguments, BlocksHaveTheOpsRightInThem) {
  StageText text = textOf("func.func @f() {\n"
                          "  test.a\n"
                          "  scf.if {\n"
                          "    test.b\n"
                          "  }\n"
                          "^bb1(%0: i32):\n"
                          "  test.c\n"
                          "}\n");
  std::vector<StageText::PrintedBlock> blocks =
      text.blocksOf(text.ties().front());
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].ops, std::vector<OpId>({2, 3}));
  EXPECT_EQ(blocks[1].label, 6u);
  EXPECT_EQ(blocks[1].ops, std::vector<OpId>({7}));
}
} // namespace
