//===- BreakpointSetTest.cpp - What breakpoints match ---------------------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"
#include "trackdbg/Names.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

using namespace mlir;
using namespace mlir::trackdbg;
using Kind = BreakpointSpec::Kind;

static bool endsIn(StringRef name, StringRef suffix) {
  return endsInWord(name, suffix);
}

TEST(NameMatcher, MatchesExactlyOrAsASuffixAtAWord) {
  EXPECT_TRUE(endsIn("FoldAdd", "FoldAdd"));
  EXPECT_TRUE(endsIn("(anonymous namespace)::FoldAdd", "FoldAdd"));
  EXPECT_TRUE(endsIn("linalg.matmul", "matmul"));
  EXPECT_FALSE(endsIn("FoldAdd", "Add"));
  EXPECT_FALSE(endsIn("Fold_Add", "Add"));
  EXPECT_FALSE(endsIn("FoldAdd", ""));
}

TEST(NameMatcher, NeedsNoTemplateArguments) {
  EXPECT_TRUE(matchesName("(anonymous namespace)::Lower<scf::ForOp>", "Lower"));
  EXPECT_TRUE(matchesName("Lower<a::B<c>, d>", "Lower"));
  EXPECT_TRUE(matchesName("Lower<a::B<c>, d>", "Lower<a::B<c>, d>"));
  EXPECT_FALSE(matchesName("Lower<a::Op>", "Op"));
  EXPECT_EQ(withoutTemplateArguments("operator>"), "operator>");
  EXPECT_EQ(withoutTemplateArguments(">"), ">");
}

TEST(NameMatcher, KnowsBothNamesOfTheUnnamedNamespace) {
  EXPECT_EQ(withUnnamedNamespace("a::{anonymous}::B<{anonymous}::C>"),
            "a::(anonymous namespace)::B<(anonymous namespace)::C>");
  EXPECT_EQ(withoutUnnamedNamespace("a::(anonymous namespace)::B"), "a::B");
  EXPECT_EQ(withUnnamedNamespace(""), "");
  for (StringRef name : {"a::{anonymous}::Fold<{anonymous}::Op>",
                         "a::(anonymous namespace)::Fold<(anonymous "
                         "namespace)::Op>"}) {
    for (StringRef wanted :
         {"Fold", "a::Fold", "{anonymous}::Fold", "a::{anonymous}::Fold",
          "(anonymous namespace)::Fold", "Fold<Op>", "Fold<{anonymous}::Op>"})
      EXPECT_TRUE(matchesName(name, wanted)) << wanted.str();
    for (StringRef wanted : {"", "old", "Op", "a", "{anonymous}", "b::Fold"})
      EXPECT_FALSE(matchesName(name, wanted)) << wanted.str();
  }
  NameMatcher matcher;
  constexpr StringRef kNames[] = {"{anonymous}::Fold", "a::Fold", "Fold", "b"};
  for (auto [id, name] : llvm::enumerate(kNames))
    matcher.add(id, name);
  SmallVector<int64_t> ids;
  matcher.match("a::(anonymous namespace)::Fold", ids);
  EXPECT_EQ(ids, (SmallVector<int64_t>{0, 1, 2}));
}

TEST(NameMatcher, FindsEveryKindOfPattern) {
  NameMatcher matcher;
  matcher.add(1, "ns::FoldAdd");
  matcher.add(2, "FoldAdd");
  matcher.add(3, "/old/");
  matcher.add(4, "Add");
  matcher.add(5, "/[/"); // not an expression: matches nothing
  SmallVector<int64_t> ids;
  matcher.match("a::ns::FoldAdd", ids);
  llvm::sort(ids);
  EXPECT_EQ(ids, (SmallVector<int64_t>{1, 2, 3}));
}

namespace {
/// A module at a location, and the breakpoints that an action on it hits.
struct BreakAt : ::testing::Test {
  std::vector<int64_t> hitsAt(Location location) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(location);
    run.reported.clear();
    run.breakpoints->assign(run.specs);
    run.dispatch<Outer>([] {}, IRUnit(module->getOperation()));
    return run.reported.empty() ? std::vector<int64_t>() : run.reported.front();
  }
  Location at(StringRef file, unsigned line, unsigned column) {
    return FileLineColLoc::get(&run.context, file, line, column);
  }
  void breakAt(StringRef file, int64_t line, int64_t column = 0) {
    BreakpointSpec spec;
    spec.id = run.specs.size() + 1;
    spec.name = file.str();
    spec.line = line;
    spec.column = column;
    run.specs.push_back(spec);
  }
  using Ids = std::vector<int64_t>;
  ScriptedRun run;
};
} // namespace

TEST_F(BreakAt, FilesMatchBySuffixAtAFolder) {
  breakAt("t.f90", 8);
  EXPECT_EQ(hitsAt(at("/src/t.f90", 8, 3)), Ids{1});
  EXPECT_EQ(hitsAt(at("t.f90", 8, 3)), Ids{1});
  EXPECT_EQ(hitsAt(at("/src/part.f90", 8, 3)), Ids{});
  EXPECT_EQ(hitsAt(at("/src/t.f90", 9, 3)), Ids{});
}

TEST_F(BreakAt, FoldersOfTheBreakpointMustMatchToo) {
  breakAt("src/t.f90", 8);
  breakAt("/src/t.f90", 8);
  EXPECT_EQ(hitsAt(at("/a/src/t.f90", 8, 3)), Ids{1});
  EXPECT_EQ(hitsAt(at("/src/t.f90", 8, 3)), (Ids{1, 2}));
  EXPECT_EQ(hitsAt(at("/other/t.f90", 8, 3)), Ids{});
}

TEST_F(BreakAt, ColumnsAndLinesMayBeZero) {
  breakAt("jax.py", 7, 0);
  breakAt("jax.py", 0, 0);
  breakAt("jax.py", 7, 5);
  EXPECT_EQ(hitsAt(at("jax.py", 7, 0)), Ids{1});
  EXPECT_EQ(hitsAt(at("jax.py", 0, 0)), Ids{2});
  EXPECT_EQ(hitsAt(at("jax.py", 7, 5)), (Ids{1, 3}));
}

TEST_F(BreakAt, NestedLocationsAreSearchedThrough) {
  breakAt("callee.mlir", 3);
  MLIRContext *context = &run.context;
  Location callee = at("callee.mlir", 3, 1), caller = at("main.mlir", 9, 1);
  Location named = NameLoc::get(StringAttr::get(context, "add"), callee);
  EXPECT_EQ(hitsAt(CallSiteLoc::get(callee, caller)), Ids{1});
  EXPECT_EQ(hitsAt(CallSiteLoc::get(caller, callee)), Ids{1});
  EXPECT_EQ(hitsAt(named), Ids{1});
  EXPECT_EQ(hitsAt(FusedLoc::get(context, {caller, named})), Ids{1});
  EXPECT_EQ(hitsAt(UnknownLoc::get(context)), Ids{});
}

TEST_F(BreakAt, DeepLocationsNeedNoStack) {
  breakAt("callee.mlir", 3);
  Location location = at("callee.mlir", 3, 1);
  for (unsigned i = 0; i < 200'000; ++i)
    location = CallSiteLoc::get(at("main.mlir", i, 1), location);
  EXPECT_EQ(hitsAt(location), Ids{1});
}

TEST_F(BreakAt, DisabledBreakpointsDoNotMatch) {
  breakAt("t.f90", 8);
  run.specs.front().enabled = false;
  EXPECT_EQ(hitsAt(at("t.f90", 8, 3)), Ids{});
}

TEST_F(BreakAt, OpsAndActionNumbersMatch) {
  run.specs.resize(2);
  run.specs[0].id = 1;
  run.specs[0].kind = Kind::Op;
  run.specs[0].name = "module";
  run.specs[1].id = 2;
  run.specs[1].kind = Kind::Action;
  run.specs[1].action = 2;
  EXPECT_EQ(hitsAt(at("a", 1, 1)), Ids{1});
  EXPECT_EQ(hitsAt(at("a", 1, 1)), (Ids{1, 2}));
}

TEST_F(BreakAt, SymbolsMatchWhatIsInThem) {
  auto moduleNamed = [&](StringRef name) {
    ModuleOp module = ModuleOp::create(UnknownLoc::get(&run.context));
    if (!name.empty())
      module.setSymName(name);
    return module;
  };
  OwningOpRef<ModuleOp> outer = moduleNamed("a");
  ModuleOp middle = moduleNamed("b"), unnamed = moduleNamed("");
  outer->push_back(middle);
  middle.push_back(unnamed);
  constexpr StringRef kNames[] = {"@a",     "@b", "@a::@b", "@b::@a",
                                  "@c::@a", "@c", "@ab"};
  for (auto [id, name] : llvm::enumerate(kNames)) {
    BreakpointSpec spec;
    spec.id = id + 1;
    spec.kind = Kind::Symbol;
    spec.name = name.str();
    run.specs.push_back(spec);
  }
  auto hitsOf = [&](Operation *op) {
    run.reported.clear();
    run.breakpoints->assign(run.specs);
    run.dispatch<Outer>([] {}, IRUnit(op));
    return run.reported.front();
  };
  EXPECT_EQ(hitsOf(*outer), Ids{1});
  EXPECT_EQ(hitsOf(middle), (Ids{1, 2, 3}));
  EXPECT_EQ(hitsOf(unnamed), (Ids{1, 2, 3}));
  // Of two with one name, the inner one is enough.
  middle.setSymName("a");
  EXPECT_EQ(hitsOf(unnamed), Ids{1});
}

TEST_F(BreakAt, WithoutBreakpointsItIsIdle) {
  EXPECT_TRUE(run.breakpoints->isIdle());
  breakAt("t.mlir", 8);
  run.breakpoints->assign(run.specs);
  EXPECT_FALSE(run.breakpoints->isIdle());
  run.breakpoints->assign({});
  EXPECT_TRUE(run.breakpoints->isIdle());
}
