//===- Preload.cpp - The library that LD_PRELOAD names --------------------===//
//
// Finds out where each trampoline of Stubs.S leads. Knows nothing of MLIR and
// links nothing but libc: it is loaded into every process under the command,
// and most of them are not compilers. At the first MLIRContext it loads the
// tracker proper; a process that makes none is not disturbed. A program that
// holds MLIR itself has no calls that would come through a trampoline; it is
// patched before main(), see PatchedProgram.h.
//
//===----------------------------------------------------------------------===//

#include "preload/PatchedProgram.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>

namespace {

using namespace mlir::trackdbg;

constexpr const char *kSymbols[] = {
#define TRACKDBG_SYMBOL(name) #name,
#include "trackdbg/HookedSymbols.def"
};
constexpr size_t kSymbolCount = sizeof(kSymbols) / sizeof(kSymbols[0]);

/// In the tracker: takes the real function of a symbol, returns the hook in
/// front of it, or null for none.
using HookFor = void *(*)(const char *symbol, void *real);
HookFor hookFor = nullptr;
/// The tracker was looked for: `hookFor` stays as it is.
std::atomic<bool> isDecided = false;

/// A compiler may have its MLIR in a library that it loaded privately (a Python
/// extension): then the symbol is not in the global scope, but the caller is.
void *findReal(size_t index) {
  if (isPatched())
    return patchedFunction(index);
  const char *symbol = kSymbols[index];
  if (void *real = dlsym(RTLD_NEXT, symbol))
    return real;
  void *library = dlopen("libMLIR.so.22.1", RTLD_LAZY | RTLD_NOLOAD);
  return library ? dlsym(library, symbol) : nullptr;
}

void findTracker() {
  const char *path = isPatched() ? trackerOfProgram()
                                 : secure_getenv("MLIR_TRACK_DBG_TRACKER");
  if (!path || !secure_getenv("MLIR_TRACK_DBG_SOCKET"))
    return;
  if (isPatched() && !loadStandIns())
    return;
  void *tracker = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (!tracker)
    return;
  auto connect =
      reinterpret_cast<bool (*)()>(dlsym(tracker, "mlir_track_dbg_connect"));
  if (connect && connect())
    hookFor = reinterpret_cast<HookFor>(dlsym(tracker, "mlir_track_dbg_hook"));
}

/// A thread that makes a context meanwhile waits: its context would not be
/// tracked.
void loadTrackerOnce() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] {
    findTracker();
    isDecided.store(true, std::memory_order_release);
  });
}

} // namespace

extern "C" {
__attribute__((visibility("hidden"))) extern void *trackdbg_slots[];
__attribute__((visibility("hidden"))) void *trackdbg_resolve(size_t index);
}

/// Called by a trampoline until its slot is settled, and on any thread.
void *trackdbg_resolve(size_t index) {
  const char *symbol = kSymbols[index];
  void *real = findReal(index);
  // The first function of MLIR that matters in any process makes a context.
  if (strncmp(symbol, "_ZN4mlir11MLIRContextC", 22) == 0)
    loadTrackerOnce();
  // What is called before the first context, or while the tracker loads, is
  // looked up again the next time.
  if (!isDecided.load(std::memory_order_acquire))
    return real;
  void *hook = hookFor ? hookFor(symbol, real) : nullptr;
  void *target = hook ? hook : real;
  __atomic_store_n(&trackdbg_slots[index], target, __ATOMIC_RELEASE);
  return target;
}

__attribute__((constructor)) static void patchBeforeMain() {
  patchProgram(kSymbols, trackdbg_slots, kSymbolCount);
}
