//===- TraceOfProcess.cpp - The trace that a compiler is writing ----------===//

#include "trace/TraceOfProcess.h"

#include "trace/TraceHead.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<std::string> traceOfProcess(StringRef processId) {
  std::string id = processId.trim().str();
  uint32_t number = 0;
  if (StringRef(id).getAsInteger(10, number) || number == 0)
    return createStringError(
        fmt::format("\"{}\" is not the number of a process", id));
  // It has no size, so that it is read as a stream.
  auto maps = MemoryBuffer::getFileAsStream(fmt::format("/proc/{}/maps", id));
  if (!maps && maps.getError() == std::errc::no_such_file_or_directory)
    return createStringError(fmt::format("there is no process {}", id));
  if (!maps)
    return createStringError(fmt::format("cannot look at process {}: {}", id,
                                         maps.getError().message()));
  StringSet<> seen;
  for (StringRef line : split((*maps)->getBuffer(), '\n')) {
    StringRef path = line.drop_front(std::min(line.find('/'), line.size()));
    if (!path.empty() && seen.insert(path).second && isTraceFile(path))
      return path.str();
  }
  return createStringError(fmt::format(
      "process {} is not being recorded, so that what it has done so far is "
      "not known; 'mlir-track-dbg record' records a compile, and 'run' starts "
      "one",
      id));
}

bool isTraceOfProcess(StringRef path, uint64_t processId) {
  Expected<std::string> written = traceOfProcess(std::to_string(processId));
  if (written)
    return sys::fs::equivalent(*written, path);
  consumeError(written.takeError());
  return false;
}

} // namespace mlir::trackdbg
