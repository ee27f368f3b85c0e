//===- PlanCacheTest.cpp --------------------------------------------------===//

#include "support/TestFolder.h"

#include "injection/PlanCache.h"

#include "gtest/gtest.h"

using namespace mlir::trackdbg;

namespace {

struct PlanCacheTest : testing::Test {
  TestFolder folder;
  PlanCache cache{folder.pathOf("")};
  KnownFile known{
      "patch", "stamp", {"22.1.8", false, true, true}, {1, 2, 3, 4}, "a b"};
};

TEST_F(PlanCacheTest, WhatIsKeptIsFound) {
  EXPECT_FALSE(cache.find("key"));
  cache.keep("key", known);
  std::optional<KnownFile> found = cache.find("key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, "patch");
  EXPECT_EQ(found->stamp, "stamp");
  EXPECT_EQ(found->held.version, "22.1.8");
  EXPECT_FALSE(found->held.hasChecks);
  EXPECT_TRUE(found->held.hasLibcxx);
  EXPECT_TRUE(found->held.isSplit);
  EXPECT_EQ(found->plan, known.plan);
  EXPECT_EQ(found->unseen, "a b");
  EXPECT_FALSE(cache.find("another"));
}

/// A bit that is another one must not choose another tracker.
TEST_F(PlanCacheTest, WhatIsDamagedIsNotThere) {
  cache.keep("key", known);
  const std::string whole = folder.contents("key.plan");
  for (size_t at = 0; at < whole.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = char(damaged[at] ^ (1 << bit));
      folder.file("key.plan", damaged);
      std::optional<KnownFile> found = cache.find("key");
      // The name of a field may change whose value is false.
      ASSERT_TRUE(!found ||
                  (found->held.version == known.held.version &&
                   found->held.hasChecks == known.held.hasChecks &&
                   found->held.hasLibcxx == known.held.hasLibcxx &&
                   found->held.isSplit == known.held.isSplit &&
                   found->kind == known.kind && found->stamp == known.stamp &&
                   found->unseen == known.unseen && found->plan == known.plan))
          << at;
    }
  for (size_t size = 0; size < whole.size(); ++size) {
    folder.file("key.plan", whole.substr(0, size));
    ASSERT_FALSE(cache.find("key")) << size;
  }
}

} // namespace
