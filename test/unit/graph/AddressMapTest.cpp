//===- AddressMapTest.cpp - The living ops by their address ---------------===//

#include "graph/AddressMap.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

using namespace mlir::trackdbg;

namespace {
struct Record {
  uint64_t value = 0;
  uint64_t address() const { return value; }
};

TEST(AddressMap, AgreesWithAnOrderedMap) {
  std::vector<Record> ops(1);
  AddressMap<std::vector<Record>> map(ops);
  std::map<uint64_t, uint32_t> expected;
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    // Few addresses at first and more later, so that it shrinks and grows.
    uint64_t address = 16 * (1 + random() % (10 + i / 20));
    uint32_t op = map.find(address);
    auto known = expected.find(address);
    ASSERT_EQ(op, known == expected.end() ? 0 : known->second);
    if (op != 0) {
      map.erase(op);
      expected.erase(known);
      if (i % 1000 == 0)
        map.shrink();
      continue;
    }
    ops.push_back({address});
    map.insert(ops.size() - 1);
    expected[address] = ops.size() - 1;
  }
  size_t count = 0;
  map.forEach([&](uint32_t op) {
    ++count;
    EXPECT_EQ(expected[ops[op].address()], op);
  });
  EXPECT_EQ(count, expected.size());
}

TEST(AddressMap, GivesBackWhatIsNoLongerUsed) {
  std::vector<Record> ops(1);
  AddressMap<std::vector<Record>> map(ops);
  for (uint32_t op = 1; op <= 10000; ++op) {
    ops.push_back({16 * op});
    map.insert(op);
  }
  for (uint32_t op = 2; op <= 10000; ++op)
    map.erase(op);
  map.shrink();
  EXPECT_LT(map.bytes(), 1000u);
  EXPECT_EQ(map.find(16), 1u);
  EXPECT_EQ(map.find(32), 0u);
}
} // namespace
