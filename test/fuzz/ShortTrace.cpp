//===- ShortTrace.cpp - The short form of a trace -------------------------===//

#include "ShortTrace.h"

#include "trackdbg/TraceFormat.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::trackdbg {

namespace {
constexpr size_t kHeaderBytes = 192;
static_assert(sizeof(trace::FileHeader) < kHeaderBytes);
constexpr size_t kMostSegments = 8;
/// In the last of the header's bytes, beside a FilesWritten.
constexpr unsigned char kHasWholePage = 0x80;

std::string take(llvm::StringRef &input, size_t count) {
  llvm::StringRef taken = input.take_front(count);
  input = input.drop_front(taken.size());
  return taken.str();
}

void put(int file, uint64_t offset, const std::string &bytes) {
  if (::pwrite(file, bytes.data(), bytes.size(), offset) < 0)
    std::abort();
}

/// Takes the first page.
std::string takePage(llvm::StringRef &input, FilesWritten &written) {
  std::string page = take(input, kHeaderBytes);
  page.resize(kHeaderBytes);
  unsigned char last = page.back();
  page.back() = 0;
  unsigned char files = last & ~kHasWholePage;
  written = files == 1   ? FilesWritten::Database
            : files == 2 ? FilesWritten::TraceOfFiles
                         : FilesWritten::None;
  if (last & kHasWholePage)
    page += take(input, trace::kHeaderSize - kHeaderBytes);
  page.resize(trace::kHeaderSize);
  auto *header = reinterpret_cast<trace::FileHeader *>(page.data());
  std::memcpy(header->magic, trace::kMagic, sizeof(trace::kMagic));
  if (header->version != trace::kOldestVersion)
    header->version = trace::kFormatVersion;
  header->headerSize = trace::kHeaderSize;
  header->segmentSize = trace::kSegmentSize;
  header->eventSize = sizeof(trace::Event);
  return page;
}
} // namespace

MemoryFile::MemoryFile()
    : descriptor(::memfd_create("trace", MFD_CLOEXEC)),
      path("/proc/self/fd/" + std::to_string(descriptor)) {
  if (descriptor < 0)
    std::abort();
}

MemoryFile::~MemoryFile() { ::close(descriptor); }

FilesWritten expandShortTrace(llvm::StringRef input, int file) {
  FilesWritten written;
  std::string page = takePage(input, written);
  uint64_t count = 0, size = trace::kHeaderSize;
  if (::ftruncate(file, 0) != 0)
    std::abort();
  for (; count < kMostSegments && !input.empty(); ++count) {
    std::string length = take(input, sizeof(uint16_t));
    length.resize(sizeof(uint16_t));
    uint16_t bytes;
    std::memcpy(&bytes, length.data(), sizeof(bytes));
    std::string segment = take(input, bytes);
    if (segment.size() >= sizeof(uint32_t))
      std::memcpy(segment.data(), &trace::kSegmentMagic, sizeof(uint32_t));
    put(file, size, segment);
    // The last one may be cut off, as in a file that is.
    bool isCut = input.empty() && bytes % 2 != 0;
    size += isCut ? segment.size() : trace::kSegmentSize;
  }
  auto *header = reinterpret_cast<trace::FileHeader *>(page.data());
  header->segmentCount = count;
  put(file, 0, page);
  if (::ftruncate(file, size) != 0)
    std::abort();
  return written;
}

} // namespace mlir::trackdbg
