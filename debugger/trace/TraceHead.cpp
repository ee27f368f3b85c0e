//===- TraceHead.cpp - Which files begin as a trace -----------------------===//

#include "trace/TraceHead.h"

#include "trackdbg/TraceFormat.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace mlir::trackdbg {

bool isTraceFile(StringRef path) {
  // A device may keep us waiting, so only a file is read.
  sys::fs::file_status status;
  if (sys::fs::status(path, status) || !sys::fs::is_regular_file(status))
    return false;
  constexpr StringRef kMagic(trace::kMagic, sizeof(trace::kMagic));
  auto head = MemoryBuffer::getFileSlice(path, kMagic.size(), /*Offset=*/0);
  return head && (*head)->getBuffer() == kMagic;
}

} // namespace mlir::trackdbg
