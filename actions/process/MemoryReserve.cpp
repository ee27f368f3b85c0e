//===- MemoryReserve.cpp - Memory for the moment when there is none -------===//

#include "process/MemoryReserve.h"

#include <atomic>
#include <new>
#include <sys/mman.h>

using namespace mlir::trackdbg;

static char *begin = nullptr;
static std::atomic<unsigned> left = 0;
static void (*whenShort)() = nullptr;
static std::new_handler handlerBefore = nullptr;

/// `operator new` calls it as long as it gets no memory.
static void giveBack() {
  unsigned parts = left.load(std::memory_order_relaxed);
  while (parts != 0 && !left.compare_exchange_weak(parts, parts - 1))
    ;
  if (parts == 0) {
    // The compiler's turn; without a handler, `operator new` gives up.
    std::set_new_handler(handlerBefore);
    return;
  }
  munmap(begin + (parts - 1) * MemoryReserve::kPartSize,
         MemoryReserve::kPartSize);
  if (parts == MemoryReserve::kParts)
    whenShort();
}

void MemoryReserve::keep(void (*callback)()) {
  void *pages = mmap(nullptr, kParts * kPartSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return;
  begin = static_cast<char *>(pages);
  whenShort = callback;
  left = kParts;
  handlerBefore = std::set_new_handler(giveBack);
}

unsigned MemoryReserve::partsLeft() { return left; }
