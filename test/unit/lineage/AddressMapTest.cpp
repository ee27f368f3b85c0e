//===- AddressMapTest.cpp - The living ops by their address ---------------===//

#include "lineage/AddressMap.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

using namespace mlir::trackdbg;

namespace {
struct Record {
  uint64_t address = 0;
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
      continue;
    }
    ops.push_back({address});
    map.insert(ops.size() - 1);
    expected[address] = ops.size() - 1;
  }
  size_t count = 0;
  map.forEach([&](uint32_t op) {
    ++count;
    EXPECT_EQ(expected[ops[op].address], op);
  });
  EXPECT_EQ(count, expected.size());
}
} // namespace
