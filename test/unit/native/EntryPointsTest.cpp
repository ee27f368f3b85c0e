//===- EntryPointsTest.cpp - Where a pattern's own code begins ------------===//

#include "native/EntryPoints.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

std::vector<size_t> ownOf(std::vector<const char *> functions,
                          const char *name) {
  std::vector<NativeFrame> frames(functions.size());
  for (size_t i = 0; i < functions.size(); ++i) {
    frames[i].function = functions[i];
    frames[i].module = "/usr/lib/libMLIR.so.22.1";
  }
  return ownFunctions(frames, name);
}
using Indices = std::vector<size_t>;

TEST(EntryPoints, AreThoseOfThePatternsClass) {
  EXPECT_EQ(ownOf({"mlir::OpRewritePattern<A>::matchAndRewrite",
                   "(anonymous namespace)::Fold::matchAndRewrite"},
                  "(anonymous namespace)::Fold"),
            Indices({1}));
}

TEST(EntryPoints, AreFoundWhereOneNameHasMoreArguments) {
  EXPECT_EQ(ownOf({"mlir::ConversionPattern::matchAndRewrite",
                   "mlir::VectorPattern<AddIOp, Convert, false>::match"},
                  "mlir::VectorPattern<AddIOp, Convert>"),
            Indices({1}));
  EXPECT_EQ(ownOf({"mlir::ConversionPattern::matchAndRewrite",
                   "MaxMin<MaxSIOp, (mlir::CmpIPredicate)4>::match"},
                  "MaxMin<MaxSIOp, mlir::CmpIPredicate::sgt>"),
            Indices({1}));
}

TEST(EntryPoints, OfAnotherClassComeBeforeThoseOfMLIRs) {
  EXPECT_EQ(ownOf({"mlir::ConversionPattern::matchAndRewrite",
                   "(anonymous namespace)::Base::matchAndRewrite"},
                  "(anonymous namespace)::Derived"),
            Indices({1}));
}

TEST(EntryPoints, AreNotWhatKeepsAVTableInOnePlace) {
  EXPECT_EQ(ownOf({"mlir::detail::OpOrInterfaceRewritePatternBase<RemSIOp>::"
                   "matchAndRewrite",
                   "mlir::RewritePattern::anchor"},
                  ""),
            Indices({0, 1}));
}

TEST(EntryPoints, AreAllWhereNothingTellsThemApart) {
  EXPECT_EQ(ownOf({"", ""}, "Fold"), Indices({0, 1}));
  EXPECT_EQ(ownOf({}, "Fold"), Indices());
}

} // namespace
