//===- OwnHeap.cpp - Memory that the compiler does not depend on ----------===//

#include "process/OwnHeap.h"

#include <dlfcn.h>

using namespace mlir::trackdbg;

using DepthOfThread = int *(*)();

static const auto depthOfThread =
    reinterpret_cast<DepthOfThread>(dlsym(RTLD_DEFAULT, "trackdbg_own_heap"));

OwnHeap::OwnHeap() : depth(depthOfThread ? depthOfThread() : nullptr) {
  if (depth)
    ++*depth;
}
