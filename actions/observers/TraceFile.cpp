//===- TraceFile.cpp - The mapped file that a recording grows into --------===//

#include "observers/TraceFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static uint64_t nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

uint64_t mlir::trackdbg::readTicks() {
#if defined(__x86_64__)
  // Two readings per action: clock_gettime would be the larger half of what a
  // failed pattern costs.
  return __rdtsc();
#else
  return nanoseconds(CLOCK_MONOTONIC);
#endif
}

std::unique_ptr<TraceFile> TraceFile::create(llvm::StringRef path) {
  int descriptor =
      ::open(path.str().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0)
    return nullptr;
  std::unique_ptr<TraceFile> file(new TraceFile(descriptor, nullptr));
  if (!file->reserve(0, kHeaderSize))
    return nullptr;
  void *page = mmap(nullptr, kHeaderSize, PROT_READ | PROT_WRITE, MAP_SHARED,
                    descriptor, 0);
  if (page == MAP_FAILED)
    return nullptr;
  auto *header = new (page) FileHeader();
  header->version = kFormatVersion;
  header->headerSize = kHeaderSize;
  header->segmentSize = kSegmentSize;
  header->eventSize = sizeof(Event);
  header->processId = getpid();
  header->startedAt = nanoseconds(CLOCK_REALTIME);
  header->firstTicks = readTicks();
  header->firstNanoseconds = nanoseconds(CLOCK_MONOTONIC);
  // The magic comes last: a file that has it has a whole header.
  std::atomic_thread_fence(std::memory_order_release);
  memcpy(header->magic, kMagic, sizeof(kMagic));
  file->fileHeader = header;
  file->anchorClock();
  return file;
}

bool TraceFile::reserve(uint64_t offset, uint64_t size) {
  // Growing past RLIMIT_FSIZE would not fail but kill the compiler (SIGXFSZ).
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      offset + size > limit.rlim_cur) {
    errno = EFBIG;
    return false;
  }
  int error;
  do
    error = posix_fallocate(descriptor, offset, size);
  while (error == EINTR);
  errno = error;
  return error == 0;
}

SegmentHeader *TraceFile::addSegment(SegmentKind kind, uint32_t thread) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isRecording())
    return nullptr;
  uint64_t offset = kHeaderSize + segmentCount * kSegmentSize;
  void *pages = MAP_FAILED;
  if (reserve(offset, kSegmentSize))
    pages = mmap(nullptr, kSegmentSize, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_POPULATE, descriptor, offset);
  if (pages == MAP_FAILED) {
    fileHeader->endError = errno;
    fileHeader->state = RecordingState::OutOfSpace;
    recording.store(false, std::memory_order_relaxed);
    return nullptr;
  }
  auto *segment = new (pages) SegmentHeader();
  segment->magic = kSegmentMagic;
  segment->kind = kind;
  segment->thread = thread;
  segment->used = sizeof(SegmentHeader);
  fileHeader->segmentCount.store(++segmentCount, std::memory_order_release);
  return segment;
}

void TraceFile::release(SegmentHeader *segment) {
  munmap(segment, kSegmentSize);
}

void TraceFile::anchorClock() {
  fileHeader->lastTicks.store(readTicks(), std::memory_order_relaxed);
  fileHeader->lastNanoseconds.store(nanoseconds(CLOCK_MONOTONIC),
                                    std::memory_order_relaxed);
}

void TraceFile::finish() {
  anchorClock();
  RecordingState expected = RecordingState::Recording;
  fileHeader->state.compare_exchange_strong(expected, RecordingState::Finished);
}
