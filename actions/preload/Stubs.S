/*===- Stubs.S - Trampolines in front of MLIR's functions -----------------===*\

  A preloaded library is loaded into every child process, also into those
  without MLIR. So it must not refer to anything of MLIR: it only has, for each
  symbol of HookedSymbols.def, a jump through a slot. A slot starts out with
  code that asks trackdbg_resolve (Preload.cpp) for the target, until the slot
  is settled. Behind those of the trampolines are the slots for patched entries
  (PatchedMLIR.h), in the same order, the one of dlsym(), which is never settled,
  and those of files that are only watched.

  Each machine has two macros: `slot` makes the next slot, `stub` a symbol and
  the slot that it jumps through.

\*===----------------------------------------------------------------------===*/

#include "preload/WatchedSlots.h"

#if defined(__x86_64__)
#include "machine/x86_64/Stubs.S"
#elif defined(__aarch64__)
#include "machine/aarch64/Stubs.S"
#else
#error "add a folder for this machine to actions/machine"
#endif

        .data
        .p2align 3
        .globl  trackdbg_slots
        .hidden trackdbg_slots
        .type   trackdbg_slots, @object
trackdbg_slots:

#define TRACKDBG_SYMBOL(name) stub name
#include "trackdbg/HookedSymbols.def"
#undef TRACKDBG_SYMBOL
#define TRACKDBG_SYMBOL(name) slot
#include "trackdbg/HookedSymbols.def"
        stub    dlsym
        .rept   TRACKDBG_CONSTRUCTORS * TRACKDBG_WATCHED_FILES
        slot
        .endr

        .data
        .size   trackdbg_slots, . - trackdbg_slots
        .section .note.GNU-stack,"",@progbits
