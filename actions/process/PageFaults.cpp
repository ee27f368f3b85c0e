//===- PageFaults.cpp - What a copy of the process costs it afterwards ----===//

#include "process/PageFaults.h"

#include "process/OwnDescriptor.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::trackdbg;

/// Pages of this process that are in memory; 0 where that is not known.
static int64_t residentPages() {
  OwnDescriptor file(open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  char text[128];
  ssize_t size = file ? read(file.get(), text, sizeof(text) - 1) : 0;
  if (size <= 0)
    return 0;
  text[size] = 0;
  // The size of the address space comes first.
  char *rest;
  std::strtoll(text, &rest, 10);
  return std::strtoll(rest, nullptr, 10);
}

PageFaults PageFaults::now() {
  PageFaults now;
  rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0)
    now.faults = usage.ru_minflt;
  now.resident = residentPages();
  return now;
}

int64_t PageFaults::copiedSince(const PageFaults &earlier) const {
  int64_t grown = std::max<int64_t>(0, resident - earlier.resident);
  return std::max<int64_t>(0, faults - earlier.faults - grown);
}
