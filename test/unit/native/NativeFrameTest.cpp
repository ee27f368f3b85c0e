//===- NativeFrameTest.cpp - How C++ functions are called -----------------===//

#include "native/NativeFrame.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

TEST(NativeFrame, ACallbackIsThatOfTheFunctionThatPassesItOn) {
  EXPECT_EQ(shortFunction("mlir::run(int)::{callback}"),
            "callback of mlir::run");
}

TEST(NativeFrame, FunctionsHaveShortNames) {
  EXPECT_EQ(shortFunction("makeDouble(mlir::OpBuilder&, mlir::Value)"),
            "makeDouble");
  EXPECT_EQ(shortFunction("(anonymous namespace)::MulByTwo::matchAndRewrite("
                          "mlir::arith::MulIOp, mlir::PatternRewriter&) const"),
            "MulByTwo::matchAndRewrite");
  EXPECT_EQ(shortFunction("mlir::Value make<mlir::arith::AddIOp>(mlir::Value)"),
            "make<mlir::arith::AddIOp>");
  EXPECT_EQ(shortFunction("void (anonymous namespace)::f<(int)3, "
                          "std::function<void (int)> >(int)"),
            "f<(int)3, std::function<void (int)> >");
  EXPECT_EQ(shortFunction("A::operator()(int) const"), "A::operator()");
  EXPECT_EQ(shortFunction("A::operator<(A const&) const"), "A::operator<");
  EXPECT_EQ(shortFunction("A::operator bool() const"), "A::operator bool");
  EXPECT_EQ(shortFunction("f(int) [clone .cold]"), "f");
  EXPECT_EQ(shortFunction("main"), "main");
  EXPECT_EQ(shortFunction(""), "");
}

TEST(NativeFrame, LambdasAreOfTheirFunctions) {
  EXPECT_EQ(shortFunction("(anonymous namespace)::OnePass::runOnOperation()::"
                          "{lambda(mlir::arith::MinSIOp)#1}::operator()("
                          "mlir::arith::MinSIOp) const"),
            "lambda in OnePass::runOnOperation");
  EXPECT_EQ(shortFunction("f(int)::'lambda'(int)::operator()(int) const"),
            "lambda in f");
  EXPECT_EQ(shortFunction("f(int)::$_0::operator()(int) const"), "lambda in f");
}

TEST(NativeFrame, OddNamesStayWhatTheyAre) {
  for (const char *odd : {"a<b", ")", "((", "operator", "<<<", "a b c",
                          "::{lambda(", "f(int)::{lambda("})
    (void)shortFunction(odd);
  EXPECT_EQ(shortFunction("a<b"), "a<b");
}

TEST(NativeFrame, WithoutANameThereIsTheAddress) {
  NativeFrame frame;
  frame.address = 0x1234;
  EXPECT_EQ(frameName(frame), "0x1234");
  frame.module = "/usr/lib/libMLIR.so.22.1";
  EXPECT_EQ(frameName(frame), "libMLIR.so.22.1+0x1234");
  frame.function = "f(int)";
  EXPECT_EQ(frameName(frame), "f");
}

} // namespace
