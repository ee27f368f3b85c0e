//===- TraceFile.cpp - Mapping and checking a trace -----------------------===//

#include "trace/TraceFile.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::trackdbg {

using namespace trace;

namespace {
// Threads are numbered as they appear; no process has this many.
constexpr uint32_t kMaxThread = 1 << 20;

llvm::Error failure(llvm::StringRef path, const char *what) {
  return llvm::createStringError(fmt::format("cannot {} '{}': {}", what,
                                             path.str(), std::strerror(errno)));
}

llvm::Error notATrace(const std::string &path, const std::string &why) {
  return llvm::createStringError(
      fmt::format("'{}' is not a trace: {}", path, why));
}
} // namespace

bool isBeingPrinted(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return false;
  struct flock range = {};
  range.l_type = F_RDLCK;
  range.l_whence = SEEK_SET;
  range.l_start = kPrintingLocks;
  range.l_len = kPrintingLockCount;
  bool isLocked =
      ::fcntl(descriptor, F_GETLK, &range) == 0 && range.l_type != F_UNLCK;
  ::close(descriptor);
  return isLocked;
}

TraceFile::TraceFile(int descriptor, llvm::StringRef path)
    : descriptor(descriptor), use(descriptor), filePath(path.str()) {}

TraceFile::~TraceFile() {
  for (Mapping &mapping : mappings)
    ::munmap(mapping.address, mapping.size);
  ::close(descriptor);
}

llvm::Expected<std::unique_ptr<TraceFile>>
TraceFile::open(llvm::StringRef path) {
  // A pipe would wait for somebody to write; mapHeader() refuses it.
  int descriptor =
      ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return failure(path, "open");
  std::unique_ptr<TraceFile> file(new TraceFile(descriptor, path));
  if (llvm::Error error = file->mapHeader())
    return error;
  file->refresh();
  return file;
}

llvm::Error TraceFile::mapHeader() {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return failure(filePath, "open");
  if (!S_ISREG(status.st_mode))
    return notATrace(filePath, "it is not a regular file");
  uint64_t size = status.st_size;
  if (size < kHeaderSize)
    return notATrace(filePath,
                     fmt::format("it has {} bytes, less than the header of {}",
                                 size, kHeaderSize));
  void *page =
      ::mmap(nullptr, kHeaderSize, PROT_READ, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED)
    return failure(filePath, "map");
  mappings.push_back({page, kHeaderSize});
  fileHeader = static_cast<const FileHeader *>(page);
  knownSize = size;
  startedAt = fileHeader->startedAt;
  return checkHeader(size);
}

llvm::Error TraceFile::checkHeader(uint64_t size) const {
  if (std::memcmp(fileHeader->magic, kMagic, sizeof(kMagic)) != 0)
    return notATrace(filePath, "it does not begin as one");
  if (fileHeader->version < kOldestVersion ||
      fileHeader->version > kFormatVersion)
    return notATrace(filePath,
                     fmt::format("it has format {}, and this debugger reads "
                                 "formats {} to {}; record it again",
                                 fileHeader->version, kOldestVersion,
                                 kFormatVersion));
  if (fileHeader->headerSize != kHeaderSize ||
      fileHeader->segmentSize != kSegmentSize ||
      fileHeader->eventSize != sizeof(Event))
    return notATrace(filePath, "its header gives sizes that no version wrote");
  return llvm::Error::success();
}

void TraceFile::refresh() {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return;
  uint64_t size = status.st_size;
  if (size < knownSize || !isSameRecording())
    handleCutFile(size);
  if (isCut)
    return;
  mapNewSegments(size);

  // An event only names what was defined before it. So the ends of the event
  // segments are read first, and then all definitions that are there.
  for (Window &window : windows)
    readWindow(window);
  size_t segmentsWithEnds = segments.size();
  llvm::SmallVector<uint64_t, 64> ends(segmentsWithEnds);
  for (size_t i = 0; i < segmentsWithEnds; ++i)
    ends[i] = readableBytes(i);
  if (::fstat(descriptor, &status) == 0 && uint64_t(status.st_size) >= size)
    mapNewSegments(status.st_size);
  for (size_t i = 0; i < segments.size(); ++i)
    if (segments[i].kind == SegmentKind::Definitions)
      readDefinitions(i, readableBytes(i));
    else if (segments[i].kind == SegmentKind::Snapshots)
      readSnapshots(i, readableBytes(i));
    else if (segments[i].kind == SegmentKind::Changes)
      readChanges(i, readableBytes(i));
    else if (segments[i].kind == SegmentKind::Stacks)
      readStacks(i, readableBytes(i));
    else if (segments[i].kind == SegmentKind::LastOp)
      readLastOp(i, readableBytes(i));
  for (size_t i = 0; i < segmentsWithEnds; ++i)
    if (segments[i].kind == SegmentKind::Events)
      readEvents(i, ends[i]);
}

uint64_t TraceFile::id() const {
  // The clock of the machine tells those apart that start at once in containers
  // that number their processes alike.
  std::string origin = fmt::format("{} {} {}", startedAt, fileHeader->processId,
                                   fileHeader->firstTicks);
  // A database keeps so many bits in six bytes of every row, and a JSON reader
  // that has only floating-point numbers reads them exactly.
  constexpr uint64_t kMask = (uint64_t(1) << 47) - 1;
  return std::max<uint64_t>(1, llvm::xxh3_64bits(origin) & kMask);
}

bool TraceFile::isSameRecording() const {
  return std::memcmp(fileHeader->magic, kMagic, sizeof(kMagic)) == 0 &&
         fileHeader->startedAt == startedAt;
}

void TraceFile::handleCutFile(uint64_t size) {
  isCut = true;
  report(size < knownSize
             ? fmt::format("the file was cut from {} to {} bytes while it was "
                           "read",
                           knownSize, size)
             : "the file was overwritten while it was read");
  // Reading a mapped page behind the end of the file is a SIGBUS. Empty pages
  // take the place of those, so that older StringRefs stay readable.
  uint64_t pageSize = ::sysconf(_SC_PAGESIZE);
  uint64_t firstLost = llvm::alignTo(size, pageSize);
  uint64_t offset = 0;
  for (Mapping &mapping : mappings) {
    uint64_t end = offset + mapping.size;
    if (end > firstLost) {
      uint64_t from = std::max(offset, firstLost);
      ::mmap(static_cast<char *>(mapping.address) + (from - offset), end - from,
             PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    }
    offset = end;
  }
  knownSize = size;
  for (size_t i = 0; i < segments.size(); ++i) {
    Segment &segment = segments[i];
    segment.broken = true;
    if (segment.kind != SegmentKind::Events)
      continue;
    EventRun &run = runs[segment.run];
    run.events = run.events.take_front(eventsInFile(i));
  }
}

/// How many events of the segment the file has room for.
uint64_t TraceFile::eventsInFile(uint64_t index) const {
  uint64_t start = segmentOffset(index) + kEventsOffset;
  return knownSize > start ? (knownSize - start) / sizeof(Event) : 0;
}

void TraceFile::mapNewSegments(uint64_t size) {
  knownSize = size;
  uint64_t claimed = fileHeader->segmentCount.load(std::memory_order_acquire);
  uint64_t present =
      size <= kHeaderSize
          ? 0
          : (size - kHeaderSize + kSegmentSize - 1) / kSegmentSize;
  if (claimed > present)
    report(
        fmt::format("the file ends after {} of {} segments", present, claimed));
  uint64_t count = std::min(claimed, present);
  uint64_t first = segments.size();
  if (count <= first)
    return;
  uint64_t bytes = (count - first) * kSegmentSize;
  // Whole segments are mapped, also a last one that the file has only a part
  // of: what may be read is bounded by the size of the file.
  void *address = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, descriptor,
                         segmentOffset(first));
  if (address == MAP_FAILED)
    return report(fmt::format("segment {} cannot be mapped: {}", first,
                              std::strerror(errno)));
  mappings.push_back({address, bytes});
  for (uint64_t i = first; i < count; ++i) {
    segments.emplace_back();
    segments.back().base =
        static_cast<const char *>(address) + (i - first) * kSegmentSize;
    segments.back().broken = !admitSegment(i, size);
  }
}

bool TraceFile::admitSegment(uint64_t index, uint64_t size) {
  Segment &segment = segments[index];
  if (segmentOffset(index) + sizeof(SegmentHeader) > size) {
    report(fmt::format("the file ends in the header of segment {}", index));
    return false;
  }
  const auto *header = reinterpret_cast<const SegmentHeader *>(segment.base);
  if (header->magic != kSegmentMagic) {
    report(fmt::format("segment {} does not begin as one", index));
    return false;
  }
  if (header->kind == SegmentKind::Definitions ||
      header->kind == SegmentKind::Snapshots ||
      header->kind == SegmentKind::LastOp) {
    segment.kind = header->kind;
    segment.consumed = sizeof(SegmentHeader);
    definitionSegments += header->kind == SegmentKind::Definitions;
    return true;
  }
  if (header->kind == SegmentKind::Changes) {
    segment.kind = header->kind;
    segment.consumed = sizeof(SegmentHeader);
    segment.run = changes.size();
    changes.emplace_back().thread = header->thread;
    return true;
  }
  if (header->kind == SegmentKind::Stacks && header->thread < kMaxThread) {
    segment.kind = header->kind;
    segment.run = stacks.size();
    stacks.emplace_back().thread = header->thread;
    return true;
  }
  if (header->kind == SegmentKind::Window) {
    segment.kind = header->kind;
    windows.emplace_back().segment = index;
    return true;
  }
  if (header->kind != SegmentKind::Events || header->thread >= kMaxThread) {
    report(fmt::format("segment {} is of no known kind", index));
    return false;
  }
  segment.consumed = kEventsOffset;
  segment.run = runs.size();
  const auto *events =
      reinterpret_cast<const Event *>(segment.base + kEventsOffset);
  runs.push_back({llvm::ArrayRef<Event>(events, size_t(0)), header->thread});
  return true;
}

uint64_t TraceFile::usedBytes(const Segment &segment) const {
  const auto *header = reinterpret_cast<const SegmentHeader *>(segment.base);
  return header->used.load(std::memory_order_acquire);
}

uint64_t TraceFile::eventCount() const {
  uint64_t count = 0;
  for (const EventRun &run : runs)
    count += run.events.size();
  return count;
}

// The events of a segment, counted from 1, and the segment above them.
static constexpr unsigned kIndexBits = 15;
static constexpr size_t kMaxRuns = size_t(1) << (32 - kIndexBits);
static_assert(kSegmentSize / sizeof(Event) <= size_t(1) << kIndexBits);

TraceFile::EventRef TraceFile::refTo(size_t run, size_t index) {
  return run < kMaxRuns ? EventRef(run << kIndexBits | (index + 1)) : 0;
}

Event TraceFile::eventAt(EventRef ref) const {
  size_t run = ref >> kIndexBits;
  size_t number = ref & ((1u << kIndexBits) - 1);
  Event event = {};
  if (run < runs.size() && number != 0 && number <= runs[run].events.size())
    std::memcpy(&event, &runs[run].events[number - 1], sizeof(event));
  return event;
}

uint32_t TraceFile::threadAt(EventRef ref) const {
  size_t run = ref >> kIndexBits;
  return ref != 0 && run < runs.size() ? runs[run].thread : 0;
}

uint64_t TraceFile::durationNanoseconds(uint64_t ticks) const {
  uint64_t lastTicks = fileHeader->lastTicks.load(std::memory_order_relaxed);
  uint64_t lastTime =
      fileHeader->lastNanoseconds.load(std::memory_order_relaxed);
  if (lastTicks <= fileHeader->firstTicks ||
      lastTime <= fileHeader->firstNanoseconds)
    return ticks;
  double scale = double(lastTime - fileHeader->firstNanoseconds) /
                 double(lastTicks - fileHeader->firstTicks);
  // A broken trace may hold any number; this one still fits after scaling.
  double result = double(ticks) * scale;
  return result < 9e18 ? uint64_t(result) : uint64_t(9e18);
}

uint64_t TraceFile::nanoseconds(uint64_t ticks) const {
  return ticks <= fileHeader->firstTicks
             ? 0
             : durationNanoseconds(ticks - fileHeader->firstTicks);
}

void TraceFile::report(std::string text) {
  if (problemText.empty())
    problemText = std::move(text);
}

} // namespace mlir::trackdbg
