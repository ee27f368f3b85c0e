//===- Preload.cpp - The library that LD_PRELOAD names --------------------===//
//
// Finds out where each trampoline of Stubs.S leads. Knows nothing of MLIR and
// links nothing but libc: it is loaded into every process under the command,
// and most of them are not compilers. At the first MLIRContext it loads the
// tracker proper; a process that makes none is not disturbed.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace {

const char *const kSymbols[] = {
#define TRACKDBG_SYMBOL(name) #name,
#include "../hooks/Symbols.def"
};
constexpr size_t kSymbolCount = sizeof(kSymbols) / sizeof(kSymbols[0]);

/// In the tracker: takes the real function of a symbol, returns the hook in
/// front of it, or null for none.
using HookFor = void *(*)(const char *symbol, void *real);
HookFor hookFor = nullptr;

/// A compiler may have its MLIR in a library that it loaded privately (a Python
/// extension): then the symbol is not in the global scope, but the caller is.
void *findReal(const char *symbol) {
  if (void *real = dlsym(RTLD_NEXT, symbol))
    return real;
  void *library = dlopen("libMLIR.so.22.1", RTLD_LAZY | RTLD_NOLOAD);
  return library ? dlsym(library, symbol) : nullptr;
}

void loadTracker() {
  static bool tried = false;
  if (tried)
    return;
  tried = true;
  const char *path = getenv("MLIR_TRACK_DBG_TRACKER");
  if (!path || !getenv("MLIR_TRACK_DBG_SOCKET"))
    return;
  void *tracker = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (!tracker)
    return;
  auto connect =
      reinterpret_cast<bool (*)()>(dlsym(tracker, "mlir_track_dbg_connect"));
  if (connect && connect())
    hookFor = reinterpret_cast<HookFor>(dlsym(tracker, "mlir_track_dbg_hook"));
}

} // namespace

extern "C" {
__attribute__((visibility("hidden"))) extern void *trackdbg_slots[];
__attribute__((visibility("hidden"))) void *trackdbg_resolve(size_t index);
}

/// Called by a trampoline the first time it is used.
void *trackdbg_resolve(size_t index) {
  const char *symbol = kSymbols[index];
  void *real = findReal(symbol);
  // The first function of MLIR that matters in any process makes a context.
  if (strncmp(symbol, "_ZN4mlir11MLIRContextC", 22) == 0)
    loadTracker();
  void *hook = hookFor ? hookFor(symbol, real) : nullptr;
  trackdbg_slots[index] = hook ? hook : real;
  return trackdbg_slots[index];
}
static_assert(kSymbolCount > 0);
