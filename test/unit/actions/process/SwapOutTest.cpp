//===- SwapOutTest.cpp - Memory that went to the disk reads the same ------===//

#include "process/SwapOut.h"
#include "process/Fork.h"

#include <gtest/gtest.h>

#include <numeric>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mlir::trackdbg;

namespace {

constexpr char kDisk[] = "/var/tmp";
constexpr size_t kCount = 1 << 20;

std::vector<uint64_t> someNumbers() {
  std::vector<uint64_t> numbers(kCount);
  std::iota(numbers.begin(), numbers.end(), 17);
  return numbers;
}

uint64_t sumOf(const std::vector<uint64_t> &numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), uint64_t(0));
}

TEST(SwapOut, MemoryReadsTheSameAndCanBeWritten) {
  SignalsBlocked blocked;
  std::vector<uint64_t> numbers = someNumbers();
  uint64_t sum = sumOf(numbers);
  ASSERT_GE(swapOut(kDisk), kCount * sizeof(uint64_t));
  EXPECT_EQ(sumOf(numbers), sum);
  numbers[5] += 3;
  std::fill(numbers.begin() + kCount / 2, numbers.end(), 1);
  uint64_t halfSum = sumOf(numbers);
  std::vector<uint64_t> more = someNumbers();
  // What was written since goes again, and what is new.
  ASSERT_GE(swapOut(kDisk), kCount * sizeof(uint64_t));
  EXPECT_EQ(sumOf(more), sum);
  EXPECT_EQ(sumOf(numbers), halfSum);
  EXPECT_EQ(numbers[5], 17u + 5 + 3);
}

TEST(SwapOut, AForkedProcessHasItToo) {
  SignalsBlocked blocked;
  std::vector<uint64_t> numbers = someNumbers();
  uint64_t sum = sumOf(numbers);
  ASSERT_NE(swapOut(kDisk), 0u);
  pid_t child = fork();
  if (child == 0) {
    bool isSame = sumOf(numbers) == sum;
    numbers[0] = 0;
    _exit(isSame ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(sumOf(numbers), sum);
}

TEST(SwapOut, NothingGoesWhereFilesAreMemoryOrCannotBe) {
  SignalsBlocked blocked;
  EXPECT_EQ(swapOut("/dev/shm"), 0u);
  EXPECT_EQ(swapOut("/no/such/folder"), 0u);
  EXPECT_EQ(swapOut("/dev/null"), 0u);
}

} // namespace
