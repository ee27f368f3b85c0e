//===- BreakpointTextTest.cpp - What many breakpoints cost ----------------===//
//
// Counts the bytes that are allocated: a time would differ from machine to
// machine, and from run to run.
//
//===----------------------------------------------------------------------===//

#include "trackdbg/Protocol.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cstdlib>
#include <new>

using namespace mlir::trackdbg;

static std::atomic<size_t> allocated = 0;

// The sanitizers have an allocator of their own, which must see both sides.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsCounted = false;
#else
constexpr bool kIsCounted = true;

void *operator new(size_t size) {
  allocated += size;
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  std::abort();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
#endif

namespace {
/// Of reading that many breakpoints, each with a name of its own.
size_t bytesToRead(size_t count) {
  Message message;
  auto &specs = message.configure.emplace().breakpoints;
  for (size_t i = 0; i < count; ++i) {
    BreakpointSpec &spec = specs.emplace_back();
    spec.id = int64_t(i) + 1;
    spec.kind = BreakpointSpec::Kind::Op;
    spec.name = "test.op" + std::to_string(i);
  }
  std::string line = encode(message);
  size_t before = allocated;
  llvm::Expected<Message> read = decode(line);
  size_t bytes = allocated - before;
  EXPECT_TRUE(read && *read == message);
  return bytes;
}
} // namespace

TEST(BreakpointText, TwiceAsManyTakeTwiceTheWork) {
  if (!kIsCounted)
    GTEST_SKIP() << "nothing is counted under a sanitizer";
  size_t some = bytesToRead(4096), many = bytesToRead(16384);
  EXPECT_LT(many, 5 * some);
}
