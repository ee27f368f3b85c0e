//===- trace-reader.cpp - Any bytes as a trace ----------------------------===//
//
// A libFuzzer target: takes the input as a trace and asks it all that a user
// can ask. A real trace is mostly room that nothing uses, so the input is a
// short form of one: a header page's first bytes, the last of which says what
// is written to files, then for each segment its length and its bytes.
// make-seeds makes it of real traces.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "AskAll.h"

#include "trackdbg/TraceFormat.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {
constexpr size_t kHeaderBytes = 160;
static_assert(sizeof(trace::FileHeader) < kHeaderBytes);
constexpr size_t kMostSegments = 8;

class Input {
public:
  Input(const uint8_t *data, size_t size) : data(data), size(size) {}
  std::string take(size_t count) {
    count = std::min(count, size);
    std::string result(reinterpret_cast<const char *>(data), count);
    data += count;
    size -= count;
    return result;
  }
  bool isEmpty() const { return size == 0; }

private:
  const uint8_t *data;
  size_t size;
};

void put(int file, uint64_t offset, const std::string &bytes) {
  if (::pwrite(file, bytes.data(), bytes.size(), offset) < 0)
    std::abort();
}

/// Writes the file that the input stands for. What makes it a trace at all is
/// set right, so that the fuzzer need not find it.
FilesWritten expand(Input input, int file) {
  std::string page = input.take(kHeaderBytes);
  page.resize(trace::kHeaderSize);
  char &files = page[kHeaderBytes - 1];
  FilesWritten written = files == 1   ? FilesWritten::Database
                         : files == 2 ? FilesWritten::TraceOfFiles
                                      : FilesWritten::None;
  files = 0;
  auto *header = reinterpret_cast<trace::FileHeader *>(page.data());
  std::memcpy(header->magic, trace::kMagic, sizeof(trace::kMagic));
  header->version = trace::kFormatVersion;
  header->headerSize = trace::kHeaderSize;
  header->segmentSize = trace::kSegmentSize;
  header->eventSize = sizeof(trace::Event);

  uint64_t count = 0, size = trace::kHeaderSize;
  if (::ftruncate(file, 0) != 0)
    std::abort();
  for (; count < kMostSegments && !input.isEmpty(); ++count) {
    std::string length = input.take(sizeof(uint16_t));
    length.resize(sizeof(uint16_t));
    uint16_t bytes;
    std::memcpy(&bytes, length.data(), sizeof(bytes));
    std::string segment = input.take(bytes);
    if (segment.size() >= sizeof(uint32_t))
      std::memcpy(segment.data(), &trace::kSegmentMagic, sizeof(uint32_t));
    put(file, size, segment);
    // The last one may be cut off, as in a file that is.
    bool isCut = input.isEmpty() && bytes % 2 != 0;
    size += isCut ? segment.size() : trace::kSegmentSize;
  }
  header->segmentCount = count;
  put(file, 0, page);
  if (::ftruncate(file, size) != 0)
    std::abort();
  return written;
}

/// A file in memory, and a path that names it.
struct MemoryFile {
  int descriptor = ::memfd_create("trace", 0);
  std::string path = "/proc/self/fd/" + std::to_string(descriptor);
};

/// A file that is gone in the end. SQLite wants one that has a name.
struct TemporaryFile {
  TemporaryFile() {
    int descriptor = ::mkstemp(path.data());
    if (descriptor < 0 || ::close(descriptor) != 0)
      std::abort();
  }
  ~TemporaryFile() { ::unlink(path.c_str()); }
  std::string path = "/tmp/trackdbg-fuzz-XXXXXX";
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static MemoryFile trace;
  static TemporaryFile scratch;
  FilesWritten files = expand(Input(data, size), trace.descriptor);
  askAll(trace.path, scratch.path, files);
  return 0;
}
