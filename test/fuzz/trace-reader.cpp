//===- trace-reader.cpp - Any bytes as a trace ----------------------------===//
//
// A libFuzzer target: takes the input as a trace and asks it all that a user
// can ask. A real trace is mostly room that nothing uses, so the input is a
// short form of one: a header page's first bytes, then for each segment its
// length and its bytes.
//
// Build with `clang++-22 -fsanitize=fuzzer,address,undefined`.
//
//===----------------------------------------------------------------------===//

#include "lineage/ActionLog.h"
#include "lineage/Dump.h"
#include "lineage/Queries.h"
#include "lineage/Statistics.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {
constexpr size_t kHeaderBytes = 160;
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
void expand(Input input, int file) {
  std::string page = input.take(kHeaderBytes);
  page.resize(trace::kHeaderSize);
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
}

void ask(const Lineage &lineage) {
  QueryOptions options;
  options.maxNodes = 50;
  for (llvm::StringRef spec : {"#1", "/./", "a:1"}) {
    llvm::consumeError(became(lineage, spec, options).takeError());
    llvm::consumeError(origin(lineage, spec, options).takeError());
    llvm::consumeError(history(lineage, spec, options).takeError());
    llvm::consumeError(ops(lineage, spec, options).takeError());
  }
  actionStatistics(lineage);
  passes(lineage);
  stackAtEnd(lineage);
  for (DumpFormat format :
       {DumpFormat::Json, DumpFormat::Dot, DumpFormat::Text})
    dump(lineage, format, llvm::nulls());
  for (LogFormat format :
       {LogFormat::Log, LogFormat::JsonLines, LogFormat::ChromeTrace}) {
    ExportOptions exporting;
    exporting.format = format;
    llvm::consumeError(exportActions(lineage, exporting, llvm::nulls()));
  }
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int descriptor = ::memfd_create("trace", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  expand(Input(data, size), descriptor);
  auto lineage = Lineage::open(path);
  if (!lineage) {
    llvm::consumeError(lineage.takeError());
    return 0;
  }
  ask(**lineage);
  (*lineage)->refresh();
  return 0;
}
