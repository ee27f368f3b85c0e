//===- CatchSetTest.cpp - What is caught, and to whom it is laid ----------===//

#include <gtest/gtest.h>

#include "breakpoints/CatchSet.h"
#include "support/ScriptedRun.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::trackdbg;
using trace::EventKind;
using Kind = BreakpointSpec::Kind;

namespace {
/// Modules in a module, and an action in an action.
struct Catching : ::testing::Test {
  using Seen = std::vector<Sighting>;

  Catching() {
    around.number = 1;
    inside.number = 2;
  }
  Operation *make(StringRef name, unsigned line = 0) {
    Location location =
        line ? Location(placeAt(line)) : Location(UnknownLoc::get(&context));
    auto op = ModuleOp::create(location, name);
    module->push_back(op);
    return op;
  }
  FileLineColLoc placeAt(unsigned line) {
    return FileLineColLoc::get(&context, "a.mlir", line, 1);
  }
  void catchThe(Kind kind, StringRef name = "") {
    BreakpointSpec &spec = specs.emplace_back();
    spec.id = specs.size();
    spec.kind = kind;
    spec.name = name.str();
    set.assign(specs);
  }
  void create(const ActiveAction *top, Operation *op) {
    set.happened(top, EventKind::Create, op);
  }
  void erase(const ActiveAction *top, Operation *op) {
    set.dying(top, op);
    op->erase();
  }
  void report(const ActiveAction *top, DiagnosticSeverity severity,
              const Twine &text) {
    set.diagnosed(top, Diagnostic(placeAt(3), severity) << text);
  }
  Seen endOf(const ActiveAction &action,
             Attention attention = Attention::Everything) {
    Seen seen;
    set.ended(action, attention, seen);
    return seen;
  }
  Seen beforeNext() {
    Seen seen;
    set.beginning(seen);
    return seen;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::vector<BreakpointSpec> specs;
  CatchSet set;
  Outer outer;
  Inner inner;
  ActiveAction around{nullptr, outer, 0};
  ActiveAction inside{&around, inner, 1};
};
} // namespace

TEST_F(Catching, ABirthIsLaidToTheInnermostAction) {
  catchThe(Kind::CatchCreate, "builtin.module");
  create(&inside, make("made"));
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].breakpoint, 1);
  EXPECT_EQ(seen[0].kind, Kind::CatchCreate);
  EXPECT_EQ(seen[0].what, "created builtin.module");
  EXPECT_NE(seen[0].after.find("@made"), std::string::npos);
  EXPECT_TRUE(endOf(around).empty());
}

TEST_F(Catching, OtherNamesAndWhatAParserMakesDoNotCount) {
  catchThe(Kind::CatchCreate, "arith.addi");
  create(&inside, make("made"));
  EXPECT_TRUE(endOf(inside).empty());
  catchThe(Kind::CatchCreate, "module");
  create(nullptr, make("parsed"));
  EXPECT_TRUE(beforeNext().empty());
  EXPECT_TRUE(endOf(inside).empty());
}

TEST_F(Catching, ManyOfAKindAreCountedAndAFewShown) {
  catchThe(Kind::CatchCreate, "/module/");
  for (int i = 0; i < 6; ++i)
    create(&inside, make("made" + std::to_string(i)));
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "created builtin.module (6 times)");
  EXPECT_EQ(StringRef(seen[0].after).count('@'), 4u);
}

TEST_F(Catching, AnOpThatHasGoneAgainIsNotShown) {
  catchThe(Kind::CatchCreate, "module");
  Operation *op = make("made");
  create(&inside, op);
  erase(&inside, op);
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].after, "");
}

TEST_F(Catching, AnEndIsCaught) {
  catchThe(Kind::CatchErase, "module");
  erase(&around, make("op"));
  erase(nullptr, make("other"));
  EXPECT_TRUE(endOf(inside).empty());
  Seen seen = endOf(around);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "erased builtin.module");
}

TEST_F(Catching, APassThatFailsWithAnInnerOneIsNotToldAgain) {
  catchThe(Kind::CatchFail);
  around.isPass = inside.isPass = true;
  around.result = inside.result = trace::ActionResult::Failure;
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "pass failed");
  EXPECT_TRUE(endOf(around).empty());
}

TEST_F(Catching, APatternThatFailsIsNoPass) {
  catchThe(Kind::CatchFail);
  inside.result = trace::ActionResult::Failure;
  EXPECT_TRUE(endOf(inside).empty());
}

TEST_F(Catching, DiagnosticsAreChosenByTheirSeverity) {
  catchThe(Kind::CatchDiagnostic, "error");
  report(&inside, DiagnosticSeverity::Warning, "odd");
  report(&inside, DiagnosticSeverity::Error, "wrong");
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "a.mlir:3:1: error: wrong");
}

TEST_F(Catching, WhatIsSaidOutsideEveryActionIsToldBeforeTheNext) {
  catchThe(Kind::CatchDiagnostic);
  report(nullptr, DiagnosticSeverity::Remark, "by the way");
  Seen seen = beforeNext();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "a.mlir:3:1: remark: by the way");
  EXPECT_TRUE(beforeNext().empty());
}

TEST_F(Catching, InvalidIRIsToldWithTheNewestError) {
  catchThe(Kind::CatchVerify);
  report(nullptr, DiagnosticSeverity::Error, "no terminator");
  Seen seen;
  set.invalid(seen);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what,
            "verification failed: a.mlir:3:1: error: no terminator");
}

TEST_F(Catching, AnOpThatIsPutBehindALaterLineIsCaught) {
  catchThe(Kind::CatchOrder);
  make("first", 1);
  Operation *second = make("second", 2), *third = make("third", 3);
  set.happened(&inside, EventKind::Insert, third);
  EXPECT_TRUE(endOf(inside).empty());
  second->moveAfter(third);
  set.happened(&inside, EventKind::Insert, second);
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what,
            "builtin.module of line 2 is behind builtin.module of line 3");
  EXPECT_TRUE(endOf(around).empty());
}

TEST_F(Catching, WhereNobodyReadsThemThereAreNoTexts) {
  catchThe(Kind::CatchCreate, "module");
  create(&inside, make("made"));
  Seen seen = endOf(inside, Attention::Hits);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].after, "");
}

TEST_F(Catching, WhatIsTooMuchIsCounted) {
  catchThe(Kind::CatchDiagnostic);
  for (int i = 0; i < 1005; ++i)
    report(&inside, DiagnosticSeverity::Remark, Twine(i));
  Seen seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1000u);
  EXPECT_EQ(seen[0].what,
            "a.mlir:3:1: remark: 0; 5 more are not told one by one");
  EXPECT_EQ(seen[1].what, "a.mlir:3:1: remark: 1");
  report(&inside, DiagnosticSeverity::Remark, "later");
  seen = endOf(inside);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "a.mlir:3:1: remark: later");
}
