//===- Preload.cpp - The library that LD_PRELOAD names --------------------===//
//
// Finds out where each slot of Stubs.S leads. Knows nothing of MLIR and links
// nothing but libc: it is loaded into every process under the command, and most
// of them are not compilers. At the first MLIRContext it loads the tracker
// proper. Before the first pass of LLVM in a process without MLIR it loads
// another one, if the debugger wants to know of such passes. Other processes
// are not disturbed.
//
// MLIR is found in one of two ways. The loader leads calls to libMLIR.so to the
// trampolines. A file that holds MLIR itself makes no such calls; it is
// patched, see PatchedMLIR.h, before main() or when a library that was loaded
// late is asked for its first symbol. A process may have several MLIRs. One of
// them is tracked: the one that makes the first context but, of those that have
// to be patched, only the first that is loaded can be.
//
//===----------------------------------------------------------------------===//

#include "preload/AtFork.h"
#include "preload/Bindings.h"
#include "preload/LoadedFile.h"
#include "preload/PatchedMLIR.h"
#include "preload/PlanRequest.h"
#include "preload/WatchedSlots.h"
#include "process/SocketPath.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <span>

extern "C" {
__attribute__((visibility("hidden"))) extern void *trackdbg_slots[];
__attribute__((visibility("hidden"))) void *trackdbg_resolve(size_t index);
}

namespace {

using namespace mlir::trackdbg;

constexpr const char *kSymbols[] = {
#define TRACKDBG_SYMBOL(name) #name,
#include "trackdbg/HookedSymbols.def"
};
constexpr size_t kSymbolCount = sizeof(kSymbols) / sizeof(kSymbols[0]);

/// As Stubs.S lays them out.
std::span<void *> trampolineSlots() { return {trackdbg_slots, kSymbolCount}; }
std::span<void *> entrySlots() {
  return {trackdbg_slots + kSymbolCount, kSymbolCount};
}
constexpr size_t kLookUpIndex = 2 * kSymbolCount;
std::span<void *> watchSlots() {
  return {trackdbg_slots + kLookUpIndex + 1,
          TRACKDBG_CONSTRUCTORS * TRACKDBG_WATCHED_FILES};
}

/// In the tracker: takes the path of the debugger's socket.
using Connect = bool (*)(const char *socket);
/// In the tracker: takes the real function of a symbol, returns the hook in
/// front of it, or null for none.
using HookFor = void *(*)(const char *symbol, void *real);

/// The MLIR that is tracked.
struct Tracked {
  HookFor hookFor = nullptr; ///< Null where none is.
  bool isPatched = false;
  /// What tells the library that makes contexts from others; where none has
  /// been patched.
  const void *library = nullptr;
  const char *file = nullptr; ///< That one's path.
};
Tracked tracked;
/// The tracker was looked for: `tracked` stays as it is.
std::atomic<bool> isDecided = false;
/// The debugger has no tracker for passes of LLVM in this process.
std::atomic<bool> isWithoutLLVM = false;
/// There is a debugger to ask.
std::atomic<bool> isStarted = false;
SocketPath sessionSocket("MLIR_TRACK_DBG_SOCKET");
/// Held while the tracker is looked for.
pthread_mutex_t trackerLock = PTHREAD_MUTEX_INITIALIZER;

//===----------------------------------------------------------------------===//
// The functions that the trampolines stand in front of
//===----------------------------------------------------------------------===//

/// A compiler may have its MLIR in a library that it loaded privately (a Python
/// extension): then the symbol is not in the global scope. The trampolines are,
/// and do not count.
void *findInPrivateLibrary(const char *symbol) {
  const void *own = libraryOf(trackdbg_slots);
  LoadedLibraries libraries;
  for (const char *path : libraries.paths())
    if (void *real = lookUpIn(path, symbol); real && libraryOf(real) != own)
      return real;
  return nullptr;
}

void *findReal(const char *symbol) {
  void *real = lookUp(RTLD_NEXT, symbol);
  if (!real && sharedMLIR())
    real = lookUpIn(sharedMLIR(), symbol);
  return real ? real : findInPrivateLibrary(symbol);
}

//===----------------------------------------------------------------------===//
// The tracker
//===----------------------------------------------------------------------===//

/// What a tracker is loaded for.
enum class Holder { PatchedMLIR, SharedMLIR, SharedLLVM };

/// Loads the tracker for what is in `file`.
void *loadTracker(const char *file, Holder holder) {
  char path[PATH_MAX];
  bool isOfPatched = holder == Holder::PatchedMLIR;
  plan::Ask question = holder == Holder::SharedLLVM ? plan::Ask::LLVMTracker
                                                    : plan::Ask::Tracker;
  if (!isOfPatched && !askForTracker(file, question, path))
    return nullptr;
  void *tracker = isOfPatched ? loadTrackerOfPatched(kSymbols)
                              : dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (!tracker) {
    const char *words = dlerror();
    reportTrouble(file, words ? words
                              : "there is no memory for it, or it is larger "
                                "than a file may be (ulimit -f)");
    return nullptr;
  }
  shareVariables(tracker, file);
  return tracker;
}

/// For the library that `function` is in. False where there is none.
bool findTracker(const void *function, Holder holder) {
  if (!sessionSocket.get())
    return false;
  bool isOfPatched = holder == Holder::PatchedMLIR;
  const char *file = isOfPatched ? patchedFile() : fileOf(function);
  void *tracker = loadTracker(file, holder);
  if (!tracker)
    return false;
  auto connect =
      reinterpret_cast<Connect>(lookUp(tracker, "mlir_track_dbg_connect"));
  if (!connect)
    reportTrouble(file, dlerror());
  if (!connect || !connect(sessionSocket.get()))
    return false;
  tracked = {reinterpret_cast<HookFor>(lookUp(tracker, "mlir_track_dbg_hook")),
             isOfPatched, libraryOf(function), file};
  if (holder == Holder::SharedMLIR)
    leadVirtualFunctions(file, kSymbols, fileOf(trackdbg_slots));
  return true;
}

/// A thread that makes a context meanwhile waits: its context would not be
/// tracked.
void loadTrackerOnce(const void *function, Holder holder) {
  if (isDecided.load(std::memory_order_acquire))
    return;
  pthread_mutex_lock(&trackerLock);
  bool mayBeFound = holder != Holder::SharedLLVM || !isWithoutLLVM.load();
  if (mayBeFound && !isDecided.load(std::memory_order_relaxed)) {
    bool isFound = findTracker(function, holder);
    // A process without a tracker for LLVM may still make a context.
    auto &flag =
        isFound || holder != Holder::SharedLLVM ? isDecided : isWithoutLLVM;
    flag.store(true, std::memory_order_release);
  }
  pthread_mutex_unlock(&trackerLock);
}

/// The first function of MLIR that matters in any process makes a context.
bool makesContext(size_t symbol) {
  constexpr char kConstructor[] = "_ZN4mlir11MLIRContextC";
  return strncmp(kSymbols[symbol], kConstructor, sizeof(kConstructor) - 1) == 0;
}

/// The first functions of LLVM that matter make what runs its passes.
bool beginsPasses(size_t symbol) {
  constexpr const char *kConstructors[] = {"_ZN4llvm11PassBuilderC1",
                                           "_ZN4llvm6legacy11PassManagerC1"};
  for (const char *constructor : kConstructors)
    if (strncmp(kSymbols[symbol], constructor, strlen(constructor)) == 0)
      return true;
  return false;
}

/// Before passes of LLVM, at `function`, in a process that has made no context
/// so far. It may still be linked with MLIR.
void loadTrackerOfPasses(const void *function) {
  if (isPatched() || isDecided.load(std::memory_order_acquire) ||
      isWithoutLLVM.load(std::memory_order_acquire))
    return;
  if (void *constructor = findReal(kSymbols[0]))
    loadTrackerOnce(constructor, Holder::SharedMLIR);
  else
    loadTrackerOnce(function, Holder::SharedLLVM);
}

//===----------------------------------------------------------------------===//
// The slots
//===----------------------------------------------------------------------===//

void settle(void *&slot, void *target) {
  __atomic_store_n(&slot, target, __ATOMIC_RELEASE);
}

/// For functions that have not been patched: those have slots of their own.
bool isHookedByTrampoline(size_t symbol, const void *real) {
  if (!tracked.hookFor)
    return false;
  // Such a program may still share its LLVM.
  if (tracked.isPatched)
    return sharesMLIR() || (beginsPasses(symbol) && !patchedFunction(symbol));
  // A split MLIR has most functions in libraries that are linked with the one
  // that makes contexts, and LLVM's are in one that this is linked with.
  return libraryOf(real) == tracked.library ||
         libraryOf(lookUpIn(fileOf(real), kSymbols[0])) == tracked.library ||
         lookUpIn(tracked.file, kSymbols[symbol]) == real;
}

/// Tells the debugger, once.
void reportUntracked(const char *file) {
  static std::atomic<bool> isTold = false;
  if (!isTold.exchange(true))
    reportAnother(file);
}

void *resolveTrampoline(size_t symbol) {
  void *real = findReal(kSymbols[symbol]);
  bool leadsToEntry = isPatched() && isInPatchedFile(real);
  if (makesContext(symbol) && !leadsToEntry)
    loadTrackerOnce(real, Holder::SharedMLIR);
  else if (real && !leadsToEntry && beginsPasses(symbol))
    loadTrackerOfPasses(real);
  // What is called before the first context, or while the tracker loads, is
  // looked up again the next time.
  if (!isDecided.load(std::memory_order_acquire))
    return real;
  bool isHooked = !leadsToEntry && isHookedByTrampoline(symbol, real);
  if (makesContext(symbol) && !leadsToEntry && !isHooked && tracked.hookFor)
    reportUntracked(fileOf(real));
  void *hook = isHooked ? tracked.hookFor(kSymbols[symbol], real) : nullptr;
  void *target = hook ? hook : real;
  settle(trampolineSlots()[symbol], target);
  return target;
}

void *resolveEntry(size_t symbol) {
  void *real = patchedFunction(symbol);
  if (makesContext(symbol))
    loadTrackerOnce(real, Holder::PatchedMLIR);
  if (!isDecided.load(std::memory_order_acquire))
    return real;
  bool isHooked = tracked.hookFor && tracked.isPatched;
  if (makesContext(symbol) && !isHooked && tracked.hookFor)
    reportUntracked(patchedFile());
  void *hook = isHooked ? tracked.hookFor(kSymbols[symbol], real) : nullptr;
  void *target = hook ? hook : real;
  settle(entrySlots()[symbol], target);
  return target;
}

/// The MLIR of a file that is only watched makes a context.
void *resolveWatch(size_t slot) {
  auto [file, function] = watchedConstructor(slot);
  reportUntracked(file);
  settle(watchSlots()[slot], function);
  return function;
}

void lookForMLIR() {
  if (isStarted.load(std::memory_order_acquire))
    patchNewFiles(kSymbols, {entrySlots(), watchSlots()}, !isDecided.load());
}

} // namespace

/// Called until a slot is settled, and on any thread.
void *trackdbg_resolve(size_t index) {
  int error = errno;
  void *target;
  if (index == kLookUpIndex) {
    lookForMLIR();
    target = realLookUp();
  } else if (index < kSymbolCount) {
    target = resolveTrampoline(index);
  } else if (index < kLookUpIndex) {
    target = resolveEntry(index - kSymbolCount);
  } else {
    target = resolveWatch(index - kLookUpIndex - 1);
  }
  errno = error;
  return target;
}

__attribute__((constructor)) static void lookBeforeMain() {
  if (!sessionSocket.get() || !isDebuggerNamed())
    return;
  // A thread that held a lock is not in the child.
  callInForkedChildren([] {
    pthread_mutex_init(&trackerLock, nullptr);
    lookAgainAfterFork();
  });
  isStarted.store(true, std::memory_order_release);
  lookForMLIR();
}
