//===- ThreadState.cpp - Where a thread of the compiler stands ------------===//

#include "core/ThreadState.h"

using namespace mlir::trackdbg;

constinit thread_local ThreadState *ThreadState::ofThisThread = nullptr;

void ThreadState::forget() { delete std::exchange(ofThisThread, nullptr); }

ThreadState &ThreadState::make() { return *(ofThisThread = new ThreadState()); }
