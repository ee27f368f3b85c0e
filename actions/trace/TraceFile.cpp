//===- TraceFile.cpp - The mapped file that a recording grows into --------===//

#include "trace/TraceFile.h"

#include "trace/Clock.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static uint64_t nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::unique_ptr<TraceFile> TraceFile::create(llvm::StringRef path) {
  OwnDescriptor descriptor(
      ::open(path.str().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!descriptor)
    return nullptr;
  std::unique_ptr<TraceFile> file(new TraceFile(std::move(descriptor)));
  if (!file->reserve(0, kHeaderSize))
    return nullptr;
  if (!file->mapHeader())
    return nullptr;
  auto *header = new (file->fileHeader) FileHeader();
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
  file->anchorClock();
  return file;
}

bool TraceFile::mapHeader() {
  void *page = mmap(nullptr, kHeaderSize, PROT_READ | PROT_WRITE, MAP_SHARED,
                    fileDescriptor(), 0);
  if (page == MAP_FAILED)
    return false;
  fileHeader = static_cast<FileHeader *>(page);
  return true;
}

/// Growing past RLIMIT_FSIZE would not fail but kill the compiler (SIGXFSZ).
bool TraceFile::isWithinLimit(uint64_t end) const {
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      end <= limit.rlim_cur)
    return true;
  errno = EFBIG;
  return false;
}

bool TraceFile::reserve(uint64_t offset, uint64_t size) {
  if (!isWithinLimit(offset + size))
    return false;
  int error;
  do
    error = posix_fallocate(fileDescriptor(), offset, size);
  while (error == EINTR);
  errno = error;
  return error == 0;
}

namespace {
/// Keeps the other processes that write to the file away. Where the file system
/// has no locks there are none: copies do without theirs only if they hold one.
class AppendLock {
public:
  explicit AppendLock(int descriptor) : descriptor(descriptor) {
    lock(F_WRLCK);
  }
  ~AppendLock() { lock(F_UNLCK); }

private:
  void lock(short type) {
    struct flock range{};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = kAppendLock;
    range.l_len = 1;
    while (fcntl(descriptor, F_SETLKW, &range) != 0 && errno == EINTR)
      ;
  }
  int descriptor;
};
} // namespace

/// A segment does not begin with a page where pages are larger than the header:
/// so many bytes before it are mapped with it.
static size_t bytesBeforeSegment() {
  return kHeaderSize % uint64_t(sysconf(_SC_PAGESIZE));
}

SegmentHeader *TraceFile::mapSegment(uint64_t index) {
  size_t before = bytesBeforeSegment();
  void *pages =
      mmap(nullptr, before + kSegmentSize, PROT_READ | PROT_WRITE, MAP_SHARED,
           fileDescriptor(), kHeaderSize + index * kSegmentSize - before);
  if (pages == MAP_FAILED)
    return nullptr;
  return reinterpret_cast<SegmentHeader *>(static_cast<char *>(pages) + before);
}

static void unmapSegment(SegmentHeader *segment) {
  size_t before = bytesBeforeSegment();
  munmap(reinterpret_cast<char *>(segment) - before, before + kSegmentSize);
}

/// Takes the page faults of a segment at once, which costs half of what they
/// cost one by one. Unlike MAP_POPULATE, which only reads pages of a shared
/// mapping, so that each is faulted again when it is written.
static void prefault(SegmentHeader *segment) {
  size_t before = bytesBeforeSegment();
  int savedErrno = errno;
  (void)madvise(reinterpret_cast<char *>(segment) - before,
                before + kSegmentSize, MADV_POPULATE_WRITE);
  errno = savedErrno;
}

/// Under an AppendLock. Null, with errno, where there is no room.
SegmentHeader *TraceFile::makeSegment(SegmentKind kind, uint32_t thread) {
  uint64_t count = fileHeader->segmentCount.load(std::memory_order_relaxed);
  if (!reserve(kHeaderSize + count * kSegmentSize, kSegmentSize))
    return nullptr;
  SegmentHeader *pages = mapSegment(count);
  if (!pages)
    return nullptr;
  prefault(pages);
  auto *segment = new (pages) SegmentHeader();
  segment->magic = kSegmentMagic;
  segment->kind = kind;
  segment->thread = thread;
  segment->used = sizeof(SegmentHeader);
  segment->home = kNoHome;
  fileHeader->segmentCount.store(count + 1, std::memory_order_release);
  return segment;
}

SegmentHeader *TraceFile::addSegment(SegmentKind kind, uint32_t thread) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isRecording())
    return nullptr;
  AppendLock appendLock(fileDescriptor());
  if (SegmentHeader *segment = makeSegment(kind, thread))
    return segment;
  endRecording(errno);
  return nullptr;
}

void TraceFile::endRecording(int error) {
  fileHeader->endError = error;
  fileHeader->state = RecordingState::OutOfSpace;
  recording.store(false, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static uint64_t offsetOf(uint64_t segment) {
  return kHeaderSize + segment * kSegmentSize;
}

bool TraceFile::writeAt(uint64_t offset, const void *data, size_t size) {
  if (!isWithinLimit(offset + size))
    return false;
  int file = fileDescriptor();
  const char *rest = static_cast<const char *>(data);
  while (size != 0) {
    ssize_t written = pwrite(file, rest, size, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    rest += written;
    offset += written;
    size -= written;
  }
  return true;
}

bool TraceFile::writeHomeHeader(uint64_t home, uint32_t thread, uint64_t used) {
  SegmentHeader header{};
  header.magic = kSegmentMagic;
  header.kind = SegmentKind::Events;
  header.thread = thread;
  header.used = used;
  return writeAt(offsetOf(home), &header, sizeof(header));
}

/// Adds a segment that is written later. Under an AppendLock. None, with errno,
/// where there is no room.
std::optional<uint64_t> TraceFile::claimHome(uint32_t thread) {
  uint64_t home = fileHeader->segmentCount.load(std::memory_order_relaxed);
  if (!writeHomeHeader(home, thread, sizeof(SegmentHeader)))
    return std::nullopt;
  fileHeader->segmentCount.store(home + 1, std::memory_order_release);
  return home;
}

SegmentHeader *TraceFile::openWindow(uint32_t thread) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isRecording())
    return nullptr;
  AppendLock appendLock(fileDescriptor());
  // The home comes first: of a file that was cut, more can be read so.
  if (std::optional<uint64_t> home = claimHome(thread))
    if (SegmentHeader *window = makeSegment(SegmentKind::Window, thread)) {
      window->home.store(*home, std::memory_order_release);
      return window;
    }
  endRecording(errno);
  return nullptr;
}

bool TraceFile::copyHome(const SegmentHeader *window) {
  uint64_t used = window->used.load(std::memory_order_relaxed);
  uint64_t home = window->home.load(std::memory_order_relaxed);
  // The header says how much there is: it comes last.
  constexpr size_t kBegin = sizeof(SegmentHeader);
  return writeAt(offsetOf(home) + kBegin,
                 reinterpret_cast<const char *>(window) + kBegin,
                 used - kBegin) &&
         writeHomeHeader(home, window->thread, used);
}

bool TraceFile::flushWindow(SegmentHeader *window) {
  if (!isRecording())
    return false;
  if (copyHome(window))
    return true;
  endRecording(errno);
  return false;
}

bool TraceFile::turnWindow(SegmentHeader *window) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!isRecording())
    return false;
  AppendLock appendLock(fileDescriptor());
  if (copyHome(window))
    if (std::optional<uint64_t> home = claimHome(window->thread)) {
      // A reader that copies the window meanwhile sees that it has changed.
      window->home.store(kNoHome, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      window->used.store(sizeof(SegmentHeader), std::memory_order_relaxed);
      window->home.store(*home, std::memory_order_release);
      return true;
    }
  endRecording(errno);
  return false;
}

void TraceFile::restoreWindow(SegmentHeader *window, const WindowMark &mark) {
  constexpr size_t kBegin = sizeof(SegmentHeader);
  char *rest = reinterpret_cast<char *>(window) + kBegin;
  uint64_t offset = offsetOf(mark.home) + kBegin, left = mark.used - kBegin;
  window->home.store(mark.home, std::memory_order_release);
  int file = fileDescriptor();
  while (left != 0) {
    ssize_t count = pread(file, rest, left, offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return endRecording(count < 0 ? errno : EIO);
    rest += count;
    offset += count;
    left -= count;
  }
  window->used.store(mark.used, std::memory_order_release);
}

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

/// As much of `bytes` as fits the last Snapshots segment, or a new one where
/// that has no room. How much that was; 0 where there is none.
size_t TraceFile::appendPart(SnapshotPart &part, llvm::StringRef bytes) {
  // Smaller pieces than this are not worth their header.
  constexpr uint64_t kLeast = sizeof(SnapshotPart) + 64;
  uint64_t known = fileHeader->snapshotSegment.load(std::memory_order_relaxed);
  SegmentHeader *segment = known ? mapSegment(known - 1) : nullptr;
  if (segment && segment->used + kLeast > kSegmentSize) {
    release(segment);
    segment = nullptr;
  }
  if (!segment) {
    segment = makeSegment(SegmentKind::Snapshots, 0);
    if (!segment)
      return 0;
    fileHeader->snapshotSegment = fileHeader->segmentCount.load();
  }
  uint64_t used = segment->used;
  part.size = std::min<uint64_t>(bytes.size(),
                                 kSegmentSize - used - sizeof(SnapshotPart));
  part.isLast = part.size == bytes.size();
  char *place = reinterpret_cast<char *>(segment) + used;
  memcpy(place, &part, sizeof(part));
  memcpy(place + sizeof(part), bytes.data(), part.size);
  used = llvm::alignTo(used + sizeof(part) + part.size, 8);
  segment->used.store(used, std::memory_order_release);
  release(segment);
  return part.size;
}

bool TraceFile::appendSnapshot(SnapshotPart key, llvm::StringRef payload) {
  int file = fileDescriptor();
  if (file < 0) {
    endRecording(errno);
    return false;
  }
  // Other threads of the compiler may add segments. A copy has one thread, and
  // another one may have held the mutex when it was made.
  std::unique_lock<std::mutex> threadLock(mutex, std::defer_lock);
  if (fileHeader->processId == uint64_t(getpid()))
    threadLock.lock();
  AppendLock lock(file);
  do {
    size_t written = appendPart(key, payload);
    if (written == 0 && !payload.empty())
      return false;
    payload = payload.drop_front(written);
    ++key.number;
  } while (!payload.empty());
  return true;
}

static struct flock printingLock(uint64_t number, short type) {
  struct flock range{};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = kPrintingLocks + number % kPrintingLockCount;
  range.l_len = 1;
  return range;
}

bool TraceFile::holdPrintingLock(uint64_t number) {
  struct flock range = printingLock(number, F_WRLCK);
  return fcntl(fileDescriptor(), F_SETLK, &range) == 0;
}

void TraceFile::waitForPrintingLock(uint64_t number) {
  struct flock range = printingLock(number, F_WRLCK);
  while (fcntl(fileDescriptor(), F_SETLKW, &range) != 0)
    if (errno != EINTR)
      return;
  range.l_type = F_UNLCK;
  fcntl(fileDescriptor(), F_SETLK, &range);
}

void TraceFile::release(SegmentHeader *segment) { unmapSegment(segment); }

TraceEnd TraceFile::end() {
  TraceEnd end;
  end.segmentCount = fileHeader->segmentCount;
  end.snapshotSegment = fileHeader->snapshotSegment;
  if (end.snapshotSegment)
    if (SegmentHeader *segment = mapSegment(end.snapshotSegment - 1)) {
      end.snapshotBytes = segment->used;
      release(segment);
    }
  end.actionsBegun = fileHeader->actionsBegun;
  end.currentActionSince = fileHeader->currentActionSince;
  end.currentPass = fileHeader->currentPass;
  end.currentActionKind = fileHeader->currentActionKind;
  return end;
}

void TraceFile::cutTo(const TraceEnd &end) {
  fileHeader->segmentCount = end.segmentCount;
  fileHeader->snapshotSegment = end.snapshotSegment;
  if (end.snapshotSegment)
    if (SegmentHeader *segment = mapSegment(end.snapshotSegment - 1)) {
      segment->used = end.snapshotBytes;
      release(segment);
    }
  fileHeader->actionsBegun = end.actionsBegun;
  fileHeader->currentActionSince = end.currentActionSince;
  fileHeader->currentPass = end.currentPass;
  fileHeader->currentActionKind = end.currentActionKind;
  if (fileHeader->firstEndLeftOut > end.actionsBegun)
    fileHeader->firstEndLeftOut = 0;
  fileHeader->interruptRequested = 0;
  fileHeader->exitKind = ExitKind::Unknown;
  crashReportOf(*fileHeader).signal = 0;
  crashActivityOf(*fileHeader).kind = ActivityKind::None;
  if (!isRecording())
    return;
  fileHeader->endError = 0;
  fileHeader->state = RecordingState::Recording;
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
