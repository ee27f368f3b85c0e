//===- TraceMappings.cpp - The mappings of a recording, exchanged ---------===//

#include "trace/TraceFile.h"

#include <cerrno>
#include <sys/mman.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

void TraceFile::leave() {
  recording.store(false, std::memory_order_relaxed);
  MappedFileId ours = fileMappedAt(fileHeader);
  forEachMapping([&](const Mapping &mapping) {
    if (mapping.file == ours)
      mmap(reinterpret_cast<void *>(mapping.begin), mapping.size(),
           PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fileDescriptor(),
           mapping.offset);
  });
}

std::unique_ptr<TraceFile> TraceFile::join() {
  std::unique_ptr<TraceFile> file(
      new TraceFile(OwnDescriptor::copyOf(fileDescriptor())));
  return file->fileDescriptor() >= 0 && file->mapHeader() ? std::move(file)
                                                          : nullptr;
}

static void replaceByEmptyPages(const Mapping &mapping) {
  mmap(reinterpret_cast<void *>(mapping.begin), mapping.size(),
       PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

bool TraceFile::outlivesCut(const void *address) {
  MappedFileId cut = fileMappedAt(address);
  // From then on the header may be another page.
  if (cutFile.inode == 0)
    cutFile = fileMappedAt(fileHeader);
  if (cut.inode == 0 || !(cut == cutFile))
    return false;
  forEachMapping([&](const Mapping &mapping) {
    if (mapping.file == cut &&
        (!mapping.holds(fileHeader) || mapping.holds(address)))
      replaceByEmptyPages(mapping);
  });
  // Where the header is lost too, this is called once more in between.
  endRecording(ENODATA);
  return true;
}
