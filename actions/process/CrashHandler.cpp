//===- CrashHandler.cpp - Where the compiler was when it crashed ----------===//
//
// All that a handler may do here: the heap and every lock may be broken.
//
//===----------------------------------------------------------------------===//

#include "process/CrashHandler.h"

#include "machine/Machine.h"
#include "process/MemoryMap.h"

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <iterator>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                            SIGABRT, SIGTRAP, SIGSYS};
struct sigaction previous[std::size(kSignals)];
CrashReport *(*findReport)() = nullptr;
CrashReport *report = nullptr; ///< While it is written.
void (*lastWords)() = nullptr;
bool (*outlives)(int signal, void *address) = nullptr;
std::atomic<bool> isReported{false};
/// Where the thread goes on after a crash in runRescued, or null.
constinit thread_local sigjmp_buf *rescue
    __attribute__((tls_model("initial-exec"))) = nullptr;

//===----------------------------------------------------------------------===//
// Which module an address is in
//===----------------------------------------------------------------------===//

/// The number of the module with that path; kMaxModules where there is no room.
uint32_t moduleOf(const char *path) {
  const char *known = report->paths;
  for (uint32_t module = 0; module < report->moduleCount; ++module) {
    if (std::strcmp(known, path) == 0)
      return module;
    known += std::strlen(known) + 1;
  }
  size_t size = std::strlen(path) + 1;
  if (report->moduleCount == CrashReport::kMaxModules ||
      report->pathBytes + size > CrashReport::kMaxPaths)
    return CrashReport::kMaxModules;
  std::memcpy(report->paths + report->pathBytes, path, size);
  report->pathBytes += size;
  return report->moduleCount++;
}

void locateFrames() {
  forEachMapping([](const Mapping &mapping) {
    for (uint32_t i = 0; i < report->frameCount; ++i) {
      CrashReport::Frame &frame = report->frames[i];
      if (frame.module != CrashReport::kMaxModules ||
          frame.address < mapping.begin || frame.address >= mapping.end)
        continue;
      frame.module = moduleOf(mapping.path);
      if (frame.module != CrashReport::kMaxModules)
        frame.address = frame.address - mapping.begin + mapping.offset;
    }
  });
}

//===----------------------------------------------------------------------===//
// The handler
//===----------------------------------------------------------------------===//

void write(int signal, siginfo_t *info, void *context) {
  // With those of this handler, which go.
  constexpr int kMost = CrashReport::kMaxFrames + 8;
  void *addresses[kMost];
  int count = backtrace(addresses, kMost);
  void **end = addresses + count;
  void **first = std::find(addresses, end,
                           interruptedAt(*static_cast<ucontext_t *>(context)));
  if (first == end)
    first = addresses;
  report->frameCount = std::min<uint32_t>(end - first, CrashReport::kMaxFrames);
  report->wasCut = count == kMost || end - first > CrashReport::kMaxFrames;
  for (uint32_t i = 0; i < report->frameCount; ++i)
    report->frames[i] = {reinterpret_cast<uint64_t>(first[i]),
                         CrashReport::kMaxModules};
  report->moduleCount = report->pathBytes = 0;
  report->code = info->si_code;
  report->address = info->si_code > 0 && signal != SIGABRT
                        ? reinterpret_cast<uint64_t>(info->si_addr)
                        : 0;
  report->thread = syscall(SYS_gettid);
  // A crash in what follows is told without the modules.
  report->signal.store(signal, std::memory_order_release);
  locateFrames();
}

/// As if this handler had never been there.
void passOn(int signal, siginfo_t *info, void *context) {
  auto *which = std::find(std::begin(kSignals), std::end(kSignals), signal);
  struct sigaction &before = previous[which - kSignals];
  sigaction(signal, &before, nullptr);
  // The instruction is run again, and gets its signal again. A breakpoint and a
  // system call have been run.
  if (info->si_code > 0 && signal != SIGTRAP && signal != SIGSYS)
    return;
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(signal, info, context);
  else if (before.sa_handler == SIG_DFL)
    raise(signal);
  else if (before.sa_handler != SIG_IGN)
    before.sa_handler(signal);
}

bool goesOn(int signal, const siginfo_t &info, const ucontext_t &context) {
  if (signal == SIGBUS && info.si_code == BUS_ADRERR)
    return outlives(signal, info.si_addr);
  return signal == SIGTRAP && outlives(signal, interruptedAt(context));
}

void handle(int signal, siginfo_t *info, void *context) {
  int error = errno;
  if (goesOn(signal, *info, *static_cast<ucontext_t *>(context))) {
    errno = error;
    return;
  }
  if (rescue)
    siglongjmp(*rescue, 1);
  CrashReport *found = findReport();
  if (found && !isReported.exchange(true)) {
    report = found;
    write(signal, info, context);
    lastWords();
  }
  errno = error;
  passOn(signal, info, context);
}

void ensureSignalStack() {
  stack_t stack;
  if (sigaltstack(nullptr, &stack) != 0 || !(stack.ss_flags & SS_DISABLE))
    return;
  constexpr size_t kSize = size_t(1) << 16;
  stack = {};
  stack.ss_sp = mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  stack.ss_size = kSize;
  if (stack.ss_sp != MAP_FAILED)
    sigaltstack(&stack, nullptr);
}

} // namespace

void mlir::trackdbg::installCrashHandler(CrashReport *(*finder)(),
                                         void (*words)(),
                                         bool (*survivor)(int signal,
                                                          void *address)) {
  findReport = finder;
  lastWords = words;
  outlives = survivor;
  // The first call may load a library.
  void *address;
  backtrace(&address, 1);
  ensureSignalStack();
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    if (sigaction(kSignals[i], nullptr, &previous[i]) != 0)
      continue;
    // What is ignored ends nothing.
    bool isIgnored = !(previous[i].sa_flags & SA_SIGINFO) &&
                     previous[i].sa_handler == SIG_IGN;
    if (!isIgnored)
      sigaction(kSignals[i], &action, nullptr);
  }
}

bool mlir::trackdbg::runRescued(llvm::function_ref<void()> work) {
  sigjmp_buf place;
  sigjmp_buf *const before = rescue;
  volatile bool isDone = false;
  // The handler has blocked no signal, so there is no mask to restore.
  if (sigsetjmp(place, /*savemask=*/0) == 0) {
    rescue = &place;
    work();
    isDone = true;
  }
  rescue = before;
  return isDone;
}
