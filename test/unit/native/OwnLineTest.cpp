//===- OwnLineTest.cpp - The line of the engineer's own C++ ---------------===//

#include "native/OwnLine.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

NativeFrame at(const char *function, const char *file, uint32_t line,
               const char *module = "/work/my-opt") {
  NativeFrame frame;
  frame.function = function;
  frame.file = file;
  frame.line = line;
  frame.module = module;
  return frame;
}
constexpr const char *kMLIR = "/usr/lib/libMLIR.so.22.1";

TEST(OwnLine, HeadersAreNotTheEngineers) {
  NativeStack stack;
  stack.frames = {
      at("mlir::OpBuilder::create", "", 0, kMLIR),
      at("mlir::arith::AddIOp::create", "/b/include/mlir/ArithOps.cpp.inc", 9),
      at("create<AddIOp>", "/usr/include/mlir/IR/Builders.h", 500),
      at("makeDouble(int)", "/src/opt.cpp", 16),
      at("MulByTwo::matchAndRewrite(int)", "/src/opt.cpp", 27),
      at("OpRewritePattern", "/usr/include/mlir/IR/PatternMatch.h", 300),
  };
  std::optional<OwnLine> line = ownLineOf(stack);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->frame.line, 16u);
  ASSERT_TRUE(line->caller);
  EXPECT_EQ(line->caller->line, 27u);
}

TEST(OwnLine, MLIRsFilesComeAfterTheEngineers) {
  NativeStack stack;
  stack.frames = {
      at("mlir::OpBuilder::create", "/l/mlir/lib/IR/Builders.cpp", 400),
      at("mlir::linalg::tile", "/l/mlir/lib/Dialect/Linalg/Tiling.cpp", 80),
      at("Mine::matchAndRewrite", "/src/opt.cpp", 5),
  };
  EXPECT_EQ(ownLineOf(stack)->frame.line, 5u);
  EXPECT_FALSE(ownLineOf(stack)->caller);
  // Of a pattern of MLIR's own, it is that one.
  stack.frames.pop_back();
  EXPECT_EQ(ownLineOf(stack)->frame.line, 80u);
}

TEST(OwnLine, WithoutLinesThereIsTheFunction) {
  NativeStack stack;
  stack.frames = {
      at("mlir::OpBuilder::create(mlir::OperationState const&)", "", 0, kMLIR),
      at("", "", 0, kMLIR),
      at("(anonymous namespace)::AddIAddConstant::matchAndRewrite", "", 0,
         kMLIR),
  };
  std::optional<OwnLine> line = ownLineOf(stack);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->frame.function,
            "(anonymous namespace)::AddIAddConstant::matchAndRewrite");
}

TEST(OwnLine, WhatMLIRPassesOnCallsNoPattern) {
  NativeStack stack;
  stack.frames = {
      at("(anonymous namespace)::Mine::matchAndRewrite", "", 0, kMLIR),
      at("mlir::PatternApplicator::matchAndRewrite(int)::{callback}", "", 0,
         kMLIR),
  };
  EXPECT_FALSE(ownLineOf(stack)->caller);
  // What a pass hands to MLIR is the pass's.
  stack.frames = {
      at("mlir::OpBuilder::create", "", 0, kMLIR),
      at("Other::runOnOperation()::{callback}", "", 0, kMLIR),
  };
  EXPECT_EQ(ownLineOf(stack)->frame.function, stack.frames[1].function);
}

TEST(OwnLine, NothingIsKnownOfNothing) {
  EXPECT_FALSE(ownLineOf({}));
  NativeStack stack;
  stack.frames = {at("", "", 0, kMLIR), at("", "", 0)};
  EXPECT_EQ(ownLineOf(stack)->frame.module, kMLIR);
}

TEST(OwnLine, WhereThereIsOnlyMachineryItsCallerIsTold) {
  NativeStack stack;
  stack.frames = {
      at("mlir::Operation::erase()", "", 0, kMLIR),
      at("mlir::RewriterBase::eraseOp(mlir::Operation*)", "", 0, kMLIR),
      at("", "", 0, kMLIR)};
  EXPECT_EQ(ownLineOf(stack)->frame.function,
            "mlir::RewriterBase::eraseOp(mlir::Operation*)");
}

TEST(OwnLine, TheCLibraryIsNobodysOwn) {
  NativeStack stack;
  stack.frames = {at("main", "/src/opt.cpp", 191),
                  at("__libc_start_main", "libc-start.c", 360,
                     "/lib/x86_64-linux-gnu/libc.so.6")};
  EXPECT_EQ(ownLineOf(stack)->frame.line, 191u);
  EXPECT_FALSE(ownLineOf(stack)->caller);
  // Not even where nothing else has a name, as in a stripped program.
  stack.frames[0] = at("", "", 0);
  EXPECT_EQ(ownLineOf(stack)->frame.line, 0u);
  stack.frames.erase(stack.frames.begin());
  EXPECT_FALSE(ownLineOf(stack));
}

TEST(OwnLine, WhatCallsMainIsNotTheCaller) {
  NativeStack stack;
  stack.frames = {at("calc::parse(int)", "", 0), at("main", "", 0),
                  at("__libc_start_main@@GLIBC_2.34", "", 0),
                  at("_start", "", 0)};
  std::optional<OwnLine> line = ownLineOf(stack);
  EXPECT_EQ(line->frame.function, "calc::parse(int)");
  ASSERT_TRUE(line->caller);
  EXPECT_EQ(line->caller->function, "main");
}

} // namespace
