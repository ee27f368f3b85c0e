//===- Heap.cpp - The tracker's own memory, beside the compiler's ---------===//
//
// Where an op lies may decide what a compiler does: some of MLIR's passes walk
// sets of addresses. A run that is gone through again must have the same
// addresses, however often the user stopped in it and whatever was printed
// then. So what a thread allocates while it is at a stop comes from a region of
// its own, and the allocator of the process is left as it was.
//
// Preloaded into compilers that may stop. It stands in front of malloc and its
// family, whichever library implements them, and tells by the address which
// heap freed memory belongs to. Links nothing but libc.
//
//===----------------------------------------------------------------------===//

#include "preload/AtFork.h"
#include "preload/Page.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

constexpr size_t kLeastAlignment = 16;

/// Blocks of classes of sizes: up to 1024 bytes in steps of 16, beyond that
/// four between two powers of two. What is freed is kept for the next of its
/// class.
class Region {
public:
  /// Before anything else maps memory, so that what the compiler maps lies
  /// where it does in every run.
  void reserve();
  /// Where the compiler has no room for `size` bytes: leaves to it what has not
  /// been used yet. False if there is nothing, or that many cannot be had.
  bool giveBack(size_t size);
  bool holds(const void *pointer) const {
    return pointer >= begin && pointer < end.load(std::memory_order_relaxed);
  }
  /// Null where the region is full.
  void *allocate(size_t size, size_t alignment);
  void free(void *pointer);
  /// Bytes that may be used at `pointer`.
  static size_t sizeOf(const void *pointer);
  void unlock() { locked.clear(std::memory_order_release); }

private:
  /// Before each pointer that is given out.
  struct Header {
    uint32_t sizeClass;
    uint32_t offset; ///< Of the pointer in its block.
    uint64_t padding;
  };
  static_assert(sizeof(Header) == kLeastAlignment);
  struct Free {
    Free *next;
  };

  static constexpr unsigned kFineClasses = 64, kMostClasses = 160;
  static constexpr unsigned classFor(size_t size);
  static constexpr size_t sizeOfClass(unsigned sizeClass);
  static Header &headerOf(const void *pointer) {
    return *reinterpret_cast<Header *>(
        const_cast<char *>(static_cast<const char *>(pointer)) -
        sizeof(Header));
  }
  void lock() {
    while (locked.test_and_set(std::memory_order_acquire))
      ;
  }
  char *takeBlock(unsigned sizeClass);

  char *begin = nullptr, *next = nullptr;
  std::atomic<char *> end = nullptr; ///< Comes down in giveBack().
  Free *freed[kMostClasses] = {};
  std::atomic_flag locked = ATOMIC_FLAG_INIT;
};

constexpr unsigned Region::classFor(size_t size) {
  if (size <= kFineClasses * 16)
    return unsigned((size + 15) / 16);
  unsigned log = 63 - unsigned(__builtin_clzll(size - 1));
  size_t quarter = (size - 1 - (size_t(1) << log)) >> (log - 2);
  return kFineClasses + 1 + (log - 10) * 4 + unsigned(quarter);
}

constexpr size_t Region::sizeOfClass(unsigned sizeClass) {
  if (sizeClass <= kFineClasses)
    return size_t(sizeClass) * 16;
  sizeClass -= kFineClasses + 1;
  unsigned log = 10 + sizeClass / 4;
  return (size_t(1) << log) + (sizeClass % 4 + 1) * (size_t(1) << (log - 2));
}

/// How much the process may map.
size_t addressSpace() {
  constexpr size_t kUnlimited = size_t(1) << 40;
  rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kUnlimited
             ? limit.rlim_cur
             : kUnlimited;
}

void Region::reserve() {
  // What is reserved counts as mapped, used or not, and the rest has to do for
  // the compiler.
  constexpr size_t kShare = 16, kMost = size_t(4) << 30;
  constexpr size_t kLeast = size_t(16) << 20;
  size_t share = pageBegin(addressSpace() / kShare);
  for (size_t size = share < kMost ? share : kMost; size >= kLeast; size /= 2) {
    void *pages = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
      continue;
    // A huge page for a few bytes would be copied into every checkpoint.
    (void)madvise(pages, size, MADV_NOHUGEPAGE);
    begin = next = static_cast<char *>(pages);
    end = begin + size;
    return;
  }
}

bool Region::giveBack(size_t size) {
  if (size >= addressSpace())
    return false;
  lock();
  auto *unused =
      reinterpret_cast<char *>(pageEnd(reinterpret_cast<uintptr_t>(next)));
  bool isLeft = unused < end && munmap(unused, end - unused) == 0;
  if (isLeft)
    end = unused;
  unlock();
  return isLeft;
}

char *Region::takeBlock(unsigned sizeClass) {
  lock();
  char *block = nullptr;
  if (Free *known = freed[sizeClass]) {
    freed[sizeClass] = known->next;
    block = reinterpret_cast<char *>(known);
  } else if (sizeOfClass(sizeClass) <= size_t(end - next)) {
    block = next;
    next += sizeOfClass(sizeClass);
  }
  unlock();
  return block;
}

void *Region::allocate(size_t size, size_t alignment) {
  if (size >= size_t(end - begin) || alignment >= size_t(end - begin))
    return nullptr;
  size_t room = alignment > kLeastAlignment ? alignment : 0;
  unsigned sizeClass = classFor(size + sizeof(Header) + room);
  if (sizeClass >= kMostClasses)
    return nullptr;
  char *block = takeBlock(sizeClass);
  if (!block)
    return nullptr;
  char *pointer = block + sizeof(Header);
  if (room)
    pointer += -reinterpret_cast<uintptr_t>(pointer) & (alignment - 1);
  headerOf(pointer) = {sizeClass, uint32_t(pointer - block), 0};
  return pointer;
}

void Region::free(void *pointer) {
  constexpr size_t kLarge = size_t(1) << 18;
  Header header = headerOf(pointer);
  char *block = static_cast<char *>(pointer) - header.offset;
  size_t size = sizeOfClass(header.sizeClass);
  if (size >= kLarge) {
    // All but the page with the link in it.
    auto begin = reinterpret_cast<uintptr_t>(block);
    uintptr_t first = pageEnd(begin + pageSize());
    uintptr_t last = pageBegin(begin + size);
    (void)madvise(reinterpret_cast<void *>(first), last - first, MADV_DONTNEED);
  }
  lock();
  auto *entry = reinterpret_cast<Free *>(block);
  entry->next = freed[header.sizeClass];
  freed[header.sizeClass] = entry;
  unlock();
}

size_t Region::sizeOf(const void *pointer) {
  const Header &header = headerOf(pointer);
  return sizeOfClass(header.sizeClass) - header.offset;
}

//===----------------------------------------------------------------------===//
// Whose memory
//===----------------------------------------------------------------------===//

Region region;
/// Greater than 0 while the thread is in the tracker.
thread_local int depth __attribute__((tls_model("initial-exec"))) = 0;

/// What the process would have without us.
struct Allocator {
  void *(*malloc)(size_t);
  void (*free)(void *);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*memalign)(size_t, size_t);
  size_t (*usableSize)(void *);
} others;

/// For those that are asked before they are known: dlsym() allocates too.
char early[1 << 16];
size_t earlyUsed = 0;

bool isEarly(const void *pointer) {
  return pointer >= early && pointer < early + sizeof(early);
}

void *allocateEarly(size_t size) {
  size = (size + kLeastAlignment - 1) & ~(kLeastAlignment - 1);
  if (size > sizeof(early) - earlyUsed)
    return nullptr;
  void *pointer = early + earlyUsed;
  earlyUsed += size;
  return pointer;
}

template <typename Function> void find(Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// False while they are being looked for, on the one thread that there is then.
bool knowOthers() {
  static bool isLooking = false;
  if (__builtin_expect(others.usableSize != nullptr, 1))
    return true;
  if (isLooking)
    return false;
  isLooking = true;
  find(others.malloc, "malloc");
  find(others.free, "free");
  find(others.calloc, "calloc");
  find(others.realloc, "realloc");
  find(others.memalign, "memalign");
  find(others.usableSize, "malloc_usable_size");
  isLooking = false;
  return others.usableSize;
}

} // namespace

namespace {

__attribute__((constructor(101))) void start() {
  region.reserve();
  knowOthers();
  // A thread that held it is not in the child.
  mlir::trackdbg::callInForkedChildren([] { region.unlock(); });
}

/// Memory of the region for a thread in the tracker; null: the others' turn.
void *allocateOwn(size_t size, size_t alignment = kLeastAlignment) {
  return __builtin_expect(depth > 0, 0) ? region.allocate(size, alignment)
                                        : nullptr;
}

/// What one of the others gives, by `allocate`; where that is nothing, once
/// more with what the region leaves to it.
template <typename Allocate> void *fromOthers(size_t size, Allocate allocate) {
  void *pointer = allocate();
  if (__builtin_expect(pointer != nullptr, 1) || !region.giveBack(size))
    return pointer;
  return allocate();
}

void *reallocateOwn(void *pointer, size_t size) {
  size_t had =
      isEarly(pointer)
          ? size_t(early + sizeof(early) - static_cast<char *>(pointer))
          : Region::sizeOf(pointer);
  if (size <= had && !isEarly(pointer) && size >= had / 2)
    return pointer;
  void *moved = malloc(size);
  if (!moved)
    return nullptr;
  memcpy(moved, pointer, size < had ? size : had);
  free(pointer);
  return moved;
}

} // namespace

//===----------------------------------------------------------------------===//
// In front of the others
//===----------------------------------------------------------------------===//

extern "C" {

/// The calling thread's depth, which OwnHeap.cpp raises and lowers.
int *trackdbg_own_heap() { return &depth; }

void *malloc(size_t size) {
  if (void *own = allocateOwn(size))
    return own;
  if (__builtin_expect(!knowOthers(), 0))
    return allocateEarly(size);
  return fromOthers(size, [&] { return others.malloc(size); });
}

void free(void *pointer) {
  if (__builtin_expect(region.holds(pointer), 0))
    return region.free(pointer);
  if (pointer && !isEarly(pointer))
    others.free(pointer);
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (void *own = allocateOwn(bytes))
    return memset(own, 0, bytes);
  if (__builtin_expect(!knowOthers(), 0))
    return allocateEarly(bytes);
  return fromOthers(bytes, [&] { return others.calloc(count, size); });
}

void *realloc(void *pointer, size_t size) {
  if (!pointer)
    return malloc(size);
  if (!region.holds(pointer) && !isEarly(pointer))
    return size == 0 ? others.realloc(pointer, size) : fromOthers(size, [&] {
      return others.realloc(pointer, size);
    });
  if (size != 0)
    return reallocateOwn(pointer, size);
  free(pointer);
  return nullptr;
}

void *reallocarray(void *pointer, size_t count, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow(count, size, &bytes))
    return realloc(pointer, bytes);
  errno = ENOMEM;
  return nullptr;
}

void *memalign(size_t alignment, size_t size) {
  if (void *own = allocateOwn(size, alignment))
    return own;
  if (__builtin_expect(!knowOthers(), 0))
    return nullptr;
  return fromOthers(size, [&] { return others.memalign(alignment, size); });
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *pointer = memalign(alignment, size);
  if (!pointer)
    return ENOMEM;
  *result = pointer;
  return 0;
}

size_t malloc_usable_size(void *pointer) {
  if (region.holds(pointer))
    return Region::sizeOf(pointer);
  return pointer && !isEarly(pointer) ? others.usableSize(pointer) : 0;
}
}
