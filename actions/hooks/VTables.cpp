//===- VTables.cpp - Hooks that --wrap does not reach ---------------------===//

#include "hooks/VTables.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>

#ifdef TRACKDBG_PRELOADED

void mlir::trackdbg::patchVTables() {}

#else

// Weak: a compiler without dialect conversion has none of its vtables.
#define TRACKDBG_VTABLE(Name, Symbol)                                          \
  extern void *Name[] __asm__(#Symbol) __attribute__((weak));
#include "trackdbg/HookedVTables.def"
#undef TRACKDBG_VTABLE

#define TRACKDBG_VIRTUAL(Name, Symbol)                                         \
  extern char real_##Name[] __asm__("__real_" Symbol) __attribute__((weak));   \
  extern char hook_##Name[] __asm__("__wrap_" Symbol) __attribute__((weak));
TRACKDBG_VIRTUAL(
    replaceOp,
    "_ZN4mlir12RewriterBase9replaceOpEPNS_9OperationENS_10ValueRangeE")
TRACKDBG_VIRTUAL(replaceOpWithOp,
                 "_ZN4mlir12RewriterBase9replaceOpEPNS_9OperationES2_")
TRACKDBG_VIRTUAL(
    finalize, "_ZN4mlir12RewriterBase22finalizeOpModificationEPNS_9OperationE")
TRACKDBG_VIRTUAL(conversionReplaceOp, "_ZN4mlir25ConversionPatternRewriter9repl"
                                      "aceOpEPNS_9OperationENS_10ValueRangeE")
TRACKDBG_VIRTUAL(
    conversionReplaceOpWithOp,
    "_ZN4mlir25ConversionPatternRewriter9replaceOpEPNS_9OperationES2_")
TRACKDBG_VIRTUAL(conversionEraseOp,
                 "_ZN4mlir25ConversionPatternRewriter7eraseOpEPNS_9OperationE")
TRACKDBG_VIRTUAL(conversionFinalize, "_ZN4mlir25ConversionPatternRewriter22fina"
                                     "lizeOpModificationEPNS_9OperationE")

namespace {
struct Virtual {
  void *real, *hook;
};
} // namespace

/// A vtable has no length that could be asked for. All functions looked for
/// stand among the first of theirs, and a vtable ends where its slots stop
/// pointing into the program; 32 is more than these classes have, and what
/// follows is compared and left alone.
static void patch(void **table, const Virtual *virtuals, size_t count) {
  constexpr size_t kSlots = 32;
  if (!table)
    return;
  uintptr_t page = sysconf(_SC_PAGESIZE);
  uintptr_t begin = reinterpret_cast<uintptr_t>(table) & ~(page - 1);
  uintptr_t end =
      (reinterpret_cast<uintptr_t>(table + kSlots) + page - 1) & ~(page - 1);
  if (mprotect(reinterpret_cast<void *>(begin), end - begin,
               PROT_READ | PROT_WRITE) != 0)
    return;
  for (size_t slot = 0; slot < kSlots; ++slot)
    for (size_t i = 0; i < count; ++i)
      if (virtuals[i].real && virtuals[i].hook &&
          table[slot] == virtuals[i].real)
        table[slot] = virtuals[i].hook;
}

void mlir::trackdbg::patchVTables() {
  const Virtual virtuals[] = {
      {real_replaceOp, hook_replaceOp},
      {real_replaceOpWithOp, hook_replaceOpWithOp},
      {real_finalize, hook_finalize},
      {real_conversionReplaceOp, hook_conversionReplaceOp},
      {real_conversionReplaceOpWithOp, hook_conversionReplaceOpWithOp},
      {real_conversionEraseOp, hook_conversionEraseOp},
      {real_conversionFinalize, hook_conversionFinalize}};
#define TRACKDBG_VTABLE(Name, Symbol)                                          \
  patch(Name, virtuals, std::size(virtuals));
#include "trackdbg/HookedVTables.def"
#undef TRACKDBG_VTABLE
}

#endif
