//===- OmittedActionsTest.cpp - Actions that are not run ------------------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
using Strings = std::vector<std::string>;

TRACKDBG_TEST_ACTION(Pattern, "apply-pattern")
TRACKDBG_TEST_ACTION(Conversion, "apply-conversion")
TRACKDBG_TEST_ACTION(Iteration, "GreedyPatternRewriteIteration")

struct OmittingRun : ScriptedRun {
  explicit OmittingRun(const Omission &omission)
      : omitted(omission, recorder->interner()) {
    execution->setOmitted(&omitted);
  }
  OmittedActions omitted;
};

TEST(OmittedActions, FromANumberOn) {
  OmittingRun run({ActionClass::Actions, 3, ""});
  run.runTree();
  EXPECT_EQ(run.executed, (Strings{"outer", "middle"}));
  EXPECT_EQ(run.file->header().actionsBegun, 4u);
}

TEST(OmittedActions, NoneWithoutANumber) {
  OmittingRun run({ActionClass::Actions, 0, ""});
  run.runTree();
  EXPECT_EQ(run.executed, (Strings{"outer", "middle", "inner", "sibling"}));
}

TEST(OmittedActions, BreakpointsDoNotSeeThem) {
  OmittingRun run({ActionClass::Actions, 2, ""});
  run.breakOnTag("/middle|outer/");
  run.runTree();
  EXPECT_EQ(run.stops, Strings{"before outer"});
}

TEST(OmittedActions, OfAClass) {
  OmittingRun run({ActionClass::Patterns, 1, ""});
  run.dispatch<Iteration>([&] {
    run.dispatch<Pattern>([] {});
    run.dispatch<Inner>([] {});
  });
  EXPECT_EQ(run.executed, (Strings{"GreedyPatternRewriteIteration", "inner"}));
}

TEST(OmittedActions, AConversionIsOne) {
  OmittingRun run({ActionClass::Actions, 2, ""});
  run.dispatch<Conversion>([&] { run.dispatch<Pattern>([] {}); });
  run.dispatch<Iteration>([&] { run.dispatch<Pattern>([] {}); });
  run.dispatch<Conversion>([&] { run.dispatch<Pattern>([] {}); });
  EXPECT_EQ(run.executed, (Strings{"apply-conversion", "apply-pattern",
                                   "GreedyPatternRewriteIteration"}));
}

/// Two modules at different lines, and a third like the second.
struct Modules {
  explicit Modules(MLIRContext &context)
      : first(at(context, 1)), second(at(context, 2)), third(at(context, 2)) {}
  static OwningOpRef<ModuleOp> at(MLIRContext &context, unsigned line) {
    return ModuleOp::create(FileLineColLoc::get(&context, "a.mlir", line, 5));
  }
  OwningOpRef<ModuleOp> first, second, third;
};

std::string site(uint64_t line, uint64_t index) {
  RewriteText text{"apply-pattern", "", "builtin.module", "a.mlir",
                   int64_t(line),   5};
  return llvm::utohexstr(text.hash()) + "." + std::to_string(index) + " ";
}

TEST(OmittedActions, AllButSomeSites) {
  OmittingRun run({ActionClass::Patterns, 0, site(1, 0) + site(2, 1)});
  EXPECT_TRUE(run.omitted.wantsDeaths());
  Modules modules(run.context);
  Strings ran;
  auto apply = [&](ModuleOp module, const char *name) {
    run.dispatch<Pattern>([&] { ran.push_back(name); },
                          {module.getOperation()});
  };
  apply(*modules.first, "first");
  apply(*modules.second, "second");
  apply(*modules.third, "third");
  // An op stays the same one, however often it is tried.
  apply(*modules.first, "first");
  apply(*modules.second, "second");
  apply(*modules.third, "third");
  EXPECT_EQ(ran, (Strings{"first", "third", "first", "third"}));
  // And one in the place of another is a new one.
  run.omitted.noteDeath(*modules.third);
  apply(*modules.third, "third");
  EXPECT_EQ(ran.size(), 4u);
}

TEST(OmittedActions, OnlyInSomePasses) {
  OmittingRun run({ActionClass::Actions, 1, "", "canonicalize\n"});
  run.runTree();
  EXPECT_EQ(run.executed, (Strings{"outer", "middle", "inner", "sibling"}));
}

TEST(OmittedActions, SitesThatAreNoneKeepNothing) {
  OmittingRun run({ActionClass::Patterns, 0, "x 1.y . 5"});
  Modules modules(run.context);
  run.dispatch<Pattern>([] {}, {modules.first->getOperation()});
  EXPECT_TRUE(run.executed.empty());
}

} // namespace
