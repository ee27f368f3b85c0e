//===- UnwinderTest.cpp - From a function to its caller -------------------===//

#include "native/Unwinder.h"

#include "llvm/ADT/ArrayRef.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <execinfo.h>
#include <pthread.h>
#include <vector>

using namespace mlir::trackdbg;

namespace {

struct Walks {
  std::vector<uint64_t> ours, theirs;
  bool reachedEnd = false;
};

[[gnu::noinline]] uint64_t endOfStack() {
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void *begin = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uint64_t>(begin) + size;
}

/// The callers of this function, as we and as the C library find them.
[[gnu::noinline]] Walks walkHere(UnwindRules &rules) {
  Walks walks;
  UnwindPoint point{reinterpret_cast<uint64_t>(__builtin_return_address(0)),
                    reinterpret_cast<uint64_t>(__builtin_dwarf_cfa()),
                    *static_cast<const uint64_t *>(__builtin_frame_address(0))};
  void *addresses[256];
  int count = backtrace(addresses, 256);
  for (void *each : llvm::ArrayRef(addresses, count))
    walks.theirs.push_back(reinterpret_cast<uint64_t>(each));
  uint64_t end = endOfStack();
  while (true) {
    walks.ours.push_back(point.address);
    const UnwindRule &rule = rules.at(point.address);
    if (!point.leave(rule, end) || point.address == 0) {
      walks.reachedEnd = rule.isOutermost || point.address == 0;
      break;
    }
  }
  // Theirs begin in this function, and may end behind the first one of all.
  auto first =
      std::find(walks.theirs.begin(), walks.theirs.end(), walks.ours.front());
  walks.theirs.erase(walks.theirs.begin(), first);
  walks.theirs.resize(std::min(walks.theirs.size(), walks.ours.size()));
  return walks;
}

/// Frames of different sizes, with saved registers.
template <int depth>
[[gnu::noinline]] Walks walkBelow(UnwindRules &rules, volatile char *noise) {
  volatile char room[16 * depth + 8];
  room[0] = noise ? noise[0] : char(depth);
  Walks walks = walkBelow<depth - 1>(rules, room);
  room[1] = char(walks.ours.size());
  return walks;
}
template <>
[[gnu::noinline]] Walks walkBelow<0>(UnwindRules &rules, volatile char *) {
  return walkHere(rules);
}

/// A size that is known only now, so that the frame pointer is used.
[[gnu::noinline]] Walks walkBelowAlloca(UnwindRules &rules, size_t size) {
  auto *room = static_cast<volatile char *>(__builtin_alloca(size));
  room[0] = 1;
  Walks walks = walkBelow<3>(rules, room);
  room[size - 1] = char(walks.ours.size());
  return walks;
}

TEST(Unwinder, FindsTheSameCallersAsTheCLibrary) {
  UnwindRules rules;
  ASSERT_TRUE(rules.isUsable());
  Walks walks = walkBelow<12>(rules, nullptr);
  EXPECT_GT(walks.ours.size(), 12u);
  EXPECT_EQ(walks.ours, walks.theirs);
  EXPECT_TRUE(walks.reachedEnd);
}

TEST(Unwinder, FollowsTheFramePointer) {
  UnwindRules rules;
  for (size_t size : {24, 200, 5000}) {
    Walks walks = walkBelowAlloca(rules, size);
    EXPECT_EQ(walks.ours, walks.theirs);
    EXPECT_TRUE(walks.reachedEnd);
  }
}

TEST(Unwinder, KnowsNothingOfWhatIsNoCode) {
  UnwindRules rules;
  static char data[64];
  for (uint64_t address :
       {uint64_t(1), uint64_t(4096), reinterpret_cast<uint64_t>(data + 8),
        ~uint64_t(0), uint64_t(1) << 47}) {
    UnwindRule rule = findUnwindRule(address);
    EXPECT_EQ(rule.base, UnwindRule::Base::None);
    EXPECT_FALSE(rule.isOutermost);
  }
}

TEST(Unwinder, ReadsNothingOutsideTheStack) {
  uint64_t words[8] = {};
  auto at = [&](int index) {
    return reinterpret_cast<uint64_t>(words + index);
  };
  UnwindRule rule{};
  rule.base = UnwindRule::Base::StackPointer;
  rule.returnAddress = -1;
  auto leave = [&](int32_t size, int16_t returnAddress) {
    rule.frameSize = size;
    rule.returnAddress = returnAddress;
    UnwindPoint point{1, at(2), 0};
    return point.leave(rule, at(8));
  };
  EXPECT_TRUE(leave(16, -1));
  EXPECT_TRUE(leave(48, -1));  // Up to the end.
  EXPECT_FALSE(leave(56, -1)); // Behind it.
  EXPECT_FALSE(leave(48, 0));
  EXPECT_FALSE(leave(0, -1)); // It does not get on.
  EXPECT_FALSE(leave(-16, -1));
  EXPECT_FALSE(leave(16, -5)); // Below the stack pointer.
  EXPECT_FALSE(leave(12, -1)); // Between two words.
  rule.base = UnwindRule::Base::FramePointer;
  UnwindPoint wild{1, at(2), 0x4141414141414140};
  EXPECT_FALSE(wild.leave(rule, at(8)));
}

TEST(Unwinder, KeepsMoreRulesThanItHasRoomFor) {
  UnwindRules rules;
  auto here = reinterpret_cast<uint64_t>(__builtin_return_address(0));
  UnwindRule before = rules.at(here);
  for (uint64_t address = 1; address < 100'000; ++address)
    EXPECT_EQ(rules.at(address).address, address);
  EXPECT_EQ(rules.at(here).base, before.base);
  EXPECT_EQ(rules.at(here).frameSize, before.frameSize);
}

} // namespace
