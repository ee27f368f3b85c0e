//===- WatchSetTest.cpp - What is followed, and what is told of it --------===//

#include <gtest/gtest.h>

#include "breakpoints/WatchSet.h"
#include "support/ScriptedRun.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::trackdbg;
using trace::EventKind;

namespace {
/// Modules in a module, and an action at a time that does something to them.
struct Watching : ::testing::Test {
  using Seen = std::vector<Sighting>;

  Operation *make(StringRef name) {
    auto op = ModuleOp::create(UnknownLoc::get(&context), name);
    module->push_back(op);
    return op;
  }
  std::vector<Operation *> makeMany(size_t count) {
    std::vector<Operation *> ops;
    for (size_t i = 0; i < count; ++i)
      ops.push_back(make("op" + std::to_string(i)));
    return ops;
  }
  /// As the debugger names them: ops that are there, or ops to come.
  void watch(ArrayRef<Operation *> ops, int64_t id = 1, int64_t born = 1) {
    BreakpointSpec &spec = specs.emplace_back();
    spec.id = id;
    spec.kind = BreakpointSpec::Kind::Watch;
    spec.name = "it";
    for (Operation *op : ops)
      spec.ops.push_back({reinterpret_cast<uintptr_t>(op), born});
    set.assign(specs, /*position=*/100);
  }
  Seen during(function_ref<void()> body,
              Attention attention = Attention::Everything) {
    ++action.number;
    set.beginning(action, attention);
    body();
    Seen seen;
    set.ended(action, attention, seen);
    return seen;
  }
  void tell(EventKind kind, Operation *op, Operation *other = nullptr,
            uint64_t position = 0) {
    set.happened(&action, kind, op, other, position);
  }
  void erase(Operation *op) {
    set.dying(&action, op);
    op->erase();
  }
  void change(Operation *op) {
    op->setAttr("changed", Builder(&context).getI64IntegerAttr(++changes));
  }
  /// Whether it is a watched op.
  bool isFollowed(Operation *op) {
    return !during([&] { change(op); }, Attention::Hits).empty();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::vector<BreakpointSpec> specs;
  int64_t changes = 0;
  WatchSet set;
  Outer outer;
  ActiveAction action{nullptr, outer, 0};
};
} // namespace

static size_t linesOf(StringRef text) { return text.count('\n') + 1; }

TEST_F(Watching, AReplacementIsFollowed) {
  Operation *old = make("old"), *fresh = make("fresh");
  watch(old);
  Seen seen = during([&] {
    tell(EventKind::Replace, old, fresh);
    erase(old);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].breakpoint, 1);
  EXPECT_EQ(seen[0].name, "it");
  EXPECT_EQ(seen[0].what, "replaced");
  EXPECT_NE(seen[0].before.find("@old"), std::string::npos);
  EXPECT_NE(seen[0].after.find("@fresh"), std::string::npos);
  EXPECT_TRUE(isFollowed(fresh));
}

TEST_F(Watching, AReplacementByAnArgumentHasNoHeir) {
  Operation *old = make("old");
  watch(old);
  Seen seen = during([&] {
    tell(EventKind::Replace, old);
    erase(old);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what,
            "replaced by a block argument; nothing is left to watch");
  EXPECT_EQ(seen[0].after, "");
}

TEST_F(Watching, ACopyIsFollowedBesideIt) {
  Operation *original = make("original"), *copy = make("copy");
  watch(original);
  // Copying an op does not touch it.
  EXPECT_TRUE(during([&] {
                tell(EventKind::Clone, copy, original);
                change(copy);
              }).empty());
  EXPECT_TRUE(isFollowed(copy));
  EXPECT_TRUE(isFollowed(original));
}

TEST_F(Watching, ACopyTakesThePlaceOfWhatDies) {
  Operation *original = make("original"), *copy = make("copy");
  watch(original);
  Seen seen = during([&] {
    tell(EventKind::Clone, copy, original);
    erase(original);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "replaced");
  EXPECT_NE(seen[0].after.find("@copy"), std::string::npos);
  // The copy died first.
  Operation *gone = make("gone");
  seen = during([&] {
    tell(EventKind::Clone, gone, copy);
    erase(gone);
    erase(copy);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "erased; nothing is left to watch");
}

TEST_F(Watching, AMoveIsTold) {
  Operation *op = make("op"), *target = make("target");
  watch(op);
  Seen seen = during([&] {
    op->remove();
    cast<ModuleOp>(target).push_back(op);
    tell(EventKind::Insert, op);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_TRUE(StringRef(seen[0].what).starts_with("moved from "))
      << seen[0].what;
  EXPECT_TRUE(StringRef(seen[0].what).ends_with("@target")) << seen[0].what;
}

TEST_F(Watching, AnEndIsTold) {
  Operation *op = make("op");
  watch(op);
  Seen seen = during([&] { erase(op); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "erased; nothing is left to watch");
  EXPECT_EQ(seen[0].after, "");
  EXPECT_TRUE(during([] {}).empty());
}

TEST_F(Watching, TheOneItWasMergedWithIsFollowed) {
  Operation *op = make("op"), *same = make("same");
  watch(op);
  Seen seen = during([&] {
    tell(EventKind::Equal, op, same);
    erase(op);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "replaced");
  EXPECT_NE(seen[0].after.find("@same"), std::string::npos);
  EXPECT_TRUE(isFollowed(same));
}

TEST_F(Watching, WhatWasFoundEqualEarlierIsNoHeir) {
  Operation *op = make("op"), *same = make("same");
  watch(op);
  during([&] { tell(EventKind::Equal, op, same); });
  Seen seen = during([&] { erase(op); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "erased; nothing is left to watch");
  EXPECT_FALSE(isFollowed(same));
}

TEST_F(Watching, AChangeThatNobodyToldIsSeen) {
  Operation *op = make("op");
  watch(op);
  set.refreshTexts(&action);
  Seen seen = during([&] { change(op); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(StringRef(seen[0].before).count("changed"), 0u);
  EXPECT_EQ(StringRef(seen[0].after).count("changed"), 1u);
  // An op that a rewriter reports as modified, but did not change, is not
  // touched.
  EXPECT_TRUE(during([&] { tell(EventKind::Modify, op); }).empty());
}

TEST_F(Watching, WhatAnActionOnItMakesBeforeItsEndIsFollowed) {
  Operation *op = make("op"), *made = make("made"), *other = make("other");
  watch(op);
  action.root = op;
  Seen seen = during([&] {
    tell(EventKind::Create, made);
    erase(op);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "replaced");
  EXPECT_NE(seen[0].after.find("@made"), std::string::npos);
  action.root = nullptr;
  EXPECT_TRUE(isFollowed(made));
  EXPECT_FALSE(isFollowed(other));
}

TEST_F(Watching, AnOpIsFollowedFromItsBirth) {
  Operation *op = make("op");
  watch(op, /*id=*/1, /*born=*/200);
  EXPECT_FALSE(isFollowed(op));
  Seen seen = during([&] { tell(EventKind::Create, op, nullptr, 200); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "created");
}

TEST_F(Watching, WatchpointsThatStayKeepWhatTheirOpsBecame) {
  Operation *old = make("old"), *fresh = make("fresh"), *other = make("other");
  watch(old, /*id=*/1);
  watch(other, /*id=*/2);
  during([&] {
    tell(EventKind::Replace, old, fresh);
    erase(old);
  });
  specs.pop_back();
  set.assign(specs, /*position=*/100);
  EXPECT_TRUE(isFollowed(fresh));
  EXPECT_FALSE(isFollowed(other));
  set.assign({}, /*position=*/100);
  EXPECT_TRUE(set.empty());
  EXPECT_FALSE(isFollowed(fresh));
}

TEST_F(Watching, EachWatchpointIsTold) {
  Operation *op = make("op");
  watch(op, /*id=*/1);
  watch(op, /*id=*/2);
  Seen seen = during([&] { change(op); });
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].breakpoint, 1);
  EXPECT_EQ(seen[1].breakpoint, 2);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST_F(Watching, OfManyThatAreTouchedTheRestIsCounted) {
  std::vector<Operation *> ops = makeMany(12);
  watch(ops);
  auto changeAll = [&] { llvm::for_each(ops, [&](auto *op) { change(op); }); };
  Seen seen = during(changeAll);
  ASSERT_EQ(seen.size(), 8u);
  EXPECT_EQ(seen[6].what, "");
  EXPECT_EQ(seen[7].what, "and 4 more were touched");
  Seen next = during([&] { change(make("none")), erase(ops[0]); });
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next[0].what, "erased");
}

TEST_F(Watching, OfManyHeirsTheRestIsCounted) {
  Operation *old = make("old");
  watch(old);
  std::vector<Operation *> heirs = makeMany(12);
  Seen seen = during([&] {
    for (Operation *heir : heirs)
      tell(EventKind::Replace, old, heir);
    erase(old);
  });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(linesOf(seen[0].after), 9u);
  EXPECT_TRUE(StringRef(seen[0].after).ends_with("\n... and 4 more"));
  EXPECT_TRUE(isFollowed(heirs.back()));
}

TEST_F(Watching, WhatIsTooMuchToFollowIsSaidOnce) {
  Operation *op = make("op");
  watch(op);
  std::vector<Operation *> copies = makeMany(1030);
  EXPECT_TRUE(during([&] {
                for (Operation *copy : copies)
                  tell(EventKind::Clone, copy, op);
              }).empty());
  Seen seen = during([&] { change(op); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what,
            "7 of what it became are not followed, 1024 are the most");
  seen = during([&] { op->removeAttr("changed"); });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].what, "");
  EXPECT_TRUE(isFollowed(copies[1022]));
  EXPECT_FALSE(isFollowed(copies[1023]));
}
