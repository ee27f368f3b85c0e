//===- InsideSetTest.cpp - Breakpoints inside actions ---------------------===//

#include "breakpoints/InsideSet.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::trackdbg;
using Kind = BreakpointSpec::Kind;

namespace {

class Inside : public testing::Test {
protected:
  Inside() { context.allowUnregisteredDialects(); }
  ~Inside() override {
    for (Operation *op : ops)
      op->destroy();
  }

  Operation *make(StringRef name) {
    OperationState state(UnknownLoc::get(&context), name);
    ops.push_back(Operation::create(state));
    return ops.back();
  }
  void add(int64_t id, Kind kind, StringRef name, int64_t number = 0) {
    BreakpointSpec spec;
    spec.id = id;
    spec.kind = kind;
    spec.name = name.str();
    spec.action = number;
    set.add(spec);
  }
  std::vector<int64_t> match(OpEvent event, Operation *op,
                             uint64_t births = 0) {
    SmallVector<int64_t> ids;
    set.match(event, op, births, ids);
    return {ids.begin(), ids.end()};
  }
  using Ids = std::vector<int64_t>;

  MLIRContext context;
  std::vector<Operation *> ops;
  InsideSet set;
};

TEST_F(Inside, EachEventHasItsOwn) {
  EXPECT_TRUE(set.empty());
  add(1, Kind::AtCreate, "a.b");
  add(2, Kind::AtReplace, "a.b");
  add(3, Kind::AtErase, "/c$/");
  EXPECT_FALSE(set.empty());
  Operation *b = make("a.b"), *c = make("a.c");
  EXPECT_EQ(match(OpEvent::Created, b, 1), Ids{1});
  EXPECT_EQ(match(OpEvent::Replaced, b), Ids{2});
  EXPECT_EQ(match(OpEvent::Erased, b), Ids{});
  EXPECT_EQ(match(OpEvent::Created, c, 2), Ids{});
  EXPECT_EQ(match(OpEvent::Erased, c), Ids{3});
  set.clear();
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(match(OpEvent::Created, b, 3), Ids{});
}

TEST_F(Inside, AnOpIsKnownByItsNumberFromItsBirthOn) {
  add(1, Kind::AtErase, "", 7);
  add(2, Kind::AtCreate, "", 7);
  Operation *sixth = make("a.b"), *seventh = make("a.b");
  set.noteBirth(sixth, 6);
  EXPECT_EQ(match(OpEvent::Created, seventh, 7), Ids{2});
  EXPECT_EQ(match(OpEvent::Erased, sixth), Ids{});
  EXPECT_EQ(match(OpEvent::Erased, seventh), Ids{1});
  // The next op may lie where it did.
  set.noteBirth(seventh, 8);
  EXPECT_EQ(match(OpEvent::Erased, seventh), Ids{});
}

TEST_F(Inside, AnOpThatIsThereIsKnownByItsAddress) {
  Operation *op = make("a.b");
  BreakpointSpec spec;
  spec.id = 4;
  spec.kind = Kind::AtReplace;
  spec.action = 3;
  spec.ops = {{reinterpret_cast<uint64_t>(op), 0}};
  set.add(spec);
  EXPECT_EQ(match(OpEvent::Replaced, op), Ids{4});
  EXPECT_EQ(match(OpEvent::Replaced, make("a.b")), Ids{});
}

} // namespace
