//===- ThreadState.cpp - Where a thread of the compiler stands ------------===//

#include "core/ThreadState.h"

#include "core/Activity.h"
#include "core/LLVMPass.h"

#include <mutex>
#include <new>

using namespace mlir::trackdbg;

constinit thread_local ThreadState *ThreadState::ofThisThread = nullptr;

ThreadState::ThreadState() = default;
ThreadState::~ThreadState() = default;

static std::mutex allThreadsMutex;
static ThreadState *allThreads = nullptr;

bool ThreadState::isReading() const {
  return activity && activity->kind != trace::ActivityKind::Verifying;
}

void ThreadState::forget() {
  std::lock_guard<std::mutex> lock(allThreadsMutex);
  ThreadState *state = std::exchange(ofThisThread, nullptr);
  for (ThreadState **link = &allThreads; *link; link = &(*link)->nextThread)
    if (*link == state) {
      *link = state->nextThread;
      break;
    }
  delete state;
}

void ThreadState::leaveAll() {
  // A thread that is not here may have held it.
  new (&allThreadsMutex) std::mutex;
  allThreads = ofThisThread = nullptr;
}

ThreadState &ThreadState::make() {
  std::lock_guard<std::mutex> lock(allThreadsMutex);
  ofThisThread = new ThreadState();
  ofThisThread->nextThread = std::exchange(allThreads, ofThisThread);
  return *ofThisThread;
}

void ThreadState::forEach(llvm::function_ref<void(const ThreadState &)> visit) {
  for (ThreadState *state = allThreads; state; state = state->nextThread)
    visit(*state);
}
