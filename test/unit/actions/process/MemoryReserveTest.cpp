//===- MemoryReserveTest.cpp - What happens where memory ends -------------===//

#include "process/MemoryReserve.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {
constexpr size_t kBlock = size_t(256) << 10;
unsigned timesShort = 0;

/// Allows this process little more address space than it has.
void limitMemory() {
  unsigned long pages = 0;
  FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%lu", &pages) != 1)
    _exit(2);
  std::fclose(file);
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * size_t(sysconf(_SC_PAGESIZE)) + kBlock;
  setrlimit(RLIMIT_AS, &limit);
}

/// Bytes that can be had; they are never freed.
size_t takeAll() {
  static char *volatile last;
  size_t taken = 0;
  while (char *block = new (std::nothrow) char[kBlock]) {
    last = block;
    taken += kBlock;
  }
  (void)last;
  return taken;
}

/// In a process of its own: it has no memory in the end.
[[noreturn]] void useUpMemory() {
  MemoryReserve::keep([] { ++timesShort; });
  if (MemoryReserve::partsLeft() != MemoryReserve::kParts)
    _exit(3);
  limitMemory();
  size_t taken = takeAll();
  // A block takes a little more than its size.
  size_t kept = MemoryReserve::kParts * MemoryReserve::kPartSize;
  if (taken < kept / 2 || MemoryReserve::partsLeft() != 0 || timesShort != 1)
    _exit(4);
  // The reserve is no more than it was.
  _exit(std::get_new_handler() == nullptr && takeAll() == 0 ? 0 : 5);
}
} // namespace

TEST(MemoryReserve, IsGivenBackBeforeAnAllocationFails) {
  EXPECT_EXIT(useUpMemory(), testing::ExitedWithCode(0), "");
}
