//===- Registry.cpp - How the preloaded library finds the hooks -----------===//

#include "hooks/Hook.h"
#include "hooks/VTables.h"

#include <cstring>

using namespace mlir::trackdbg;

static const HookEntry *&firstEntry() {
  static const HookEntry *first = nullptr;
  return first;
}

HookEntry::HookEntry(const char *symbol, void *hook, void **real)
    : symbol(symbol), hook(hook), real(real), next(firstEntry()) {
  firstEntry() = this;
}

const HookEntry *mlir::trackdbg::findHook(const char *symbol) {
  for (const HookEntry *entry = firstEntry(); entry; entry = entry->next)
    if (strcmp(entry->symbol, symbol) == 0)
      return entry;
  return nullptr;
}

/// Of Preload.cpp, which finds these two by name.
extern "C" __attribute__((visibility("default"))) bool
mlir_track_dbg_connect(const char *socket) {
  return Tracker::connect(WayIn::Preloaded, patchVTables, socket);
}

extern "C" __attribute__((visibility("default"))) void *
mlir_track_dbg_hook(const char *symbol, void *real) {
  const HookEntry *entry = findHook(symbol);
  if (!entry || !real)
    return nullptr;
  // Several threads may ask for it at the same time.
  __atomic_store_n(entry->real, real, __ATOMIC_RELEASE);
  return entry->hook;
}
