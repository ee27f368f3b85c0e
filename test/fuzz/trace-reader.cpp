//===- trace-reader.cpp - Any bytes as a trace ----------------------------===//
//
// A libFuzzer target: takes the input as the short form of a trace and asks the
// trace all that a user can ask.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "ShortTrace.h"

#include <cstdint>
#include <cstdlib>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {
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
  llvm::StringRef input(reinterpret_cast<const char *>(data), size);
  FilesWritten files = expandShortTrace(input, trace.descriptor);
  askAll(trace.path, scratch.path, files);
  return 0;
}
