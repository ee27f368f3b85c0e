//===- ReservedText.cpp - A stream that can be read while it is written ---===//

#include "snapshots/ReservedText.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace mlir::trackdbg;

ReservedText::ReservedText(size_t limit) : capacity(limit) {
  constexpr size_t kLeast = 1 << 16;
  for (; capacity >= kLeast; capacity /= 2) {
    void *reserved = mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved != MAP_FAILED) {
      pages = static_cast<char *>(reserved);
      break;
    }
  }
  if (!pages)
    capacity = 0;
  bufferTheRest();
}

ReservedText::~ReservedText() {
  flush();
  if (pages)
    munmap(pages, capacity);
}

void ReservedText::clear() {
  flush();
  kept = written = 0;
  bufferTheRest();
}

void ReservedText::bufferTheRest() {
  if (kept < capacity)
    SetBuffer(pages + kept, capacity - kept);
  else
    SetBuffer(scratch.data(), scratch.size());
}

void ReservedText::write_impl(const char *data, size_t size) {
  size_t fitting = std::min(size, capacity - kept);
  // As a rule it stands where it belongs: that was the stream's buffer.
  if (fitting && data != pages + kept)
    memmove(pages + kept, data, fitting);
  kept += fitting;
  written += size;
  bufferTheRest();
}
