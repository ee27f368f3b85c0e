//===- Hook.h - Standing in front of a function of MLIR -------------------===//
//
// A hook is written once and gets into a compiler in two ways:
//
// * Preloaded (TRACKDBG_PRELOADED): the preloaded library defines MLIR's symbol
//   as a jump through a slot. In a program that holds MLIR itself, it writes
//   such a jump into MLIR's function. When the tracker is loaded, the slot of
//   each symbol gets the hook registered for it here.
// * Linked in: the linker's `--wrap=SYMBOL` turns calls of SYMBOL into calls of
//   __wrap_SYMBOL, which is the hook, and __real_SYMBOL is MLIR's own.
//
// Either way only calls between translation units are seen. A virtual function
// that stands in the same translation unit as its vtable is not reached by
// `--wrap`; VTables.cpp puts those hooks into the vtables themselves. Where it
// is bound within libMLIR.so, the preloaded part puts its trampolines there.
//
// A member function is hooked as a free function that takes `self` first: the
// Itanium C++ ABI passes both alike.
//
// Hooks run for every op and action. They allocate nothing, print nothing, and
// call the real function exactly once.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_HOOKS_HOOK_H
#define TRACKDBG_ACTIONS_HOOKS_HOOK_H

#include "Tracker.h"

namespace mlir::trackdbg {

/// Where a hook is found by the symbol it stands in front of. Entries live in
/// static storage and make a list before main() runs.
struct HookEntry {
  HookEntry(const char *symbol, void *hook, void **real);
  const char *symbol;
  void *hook;
  void **real;
  const HookEntry *next;
};
const HookEntry *findHook(const char *symbol);

} // namespace mlir::trackdbg

/// The name of a function that takes a type of the C++ library's, as GCC's and
/// as LLVM's library make it.
#ifdef _LIBCPP_VERSION
#define TRACKDBG_STD_NAME(Gcc, Llvm) Llvm
#else
#define TRACKDBG_STD_NAME(Gcc, Llvm) Gcc
#endif

/// TRACKDBG_HOOK(result, name, "symbol", (parameters)) { body }
/// In the body, `real_name` is MLIR's function.
#ifdef TRACKDBG_PRELOADED
#define TRACKDBG_HOOK(Result, Name, Symbol, Parameters)                        \
  static Result(*real_##Name) Parameters;                                      \
  [[gnu::hot]] static Result hook_##Name Parameters;                           \
  static const ::mlir::trackdbg::HookEntry entry_##Name(                       \
      Symbol, reinterpret_cast<void *>(&hook_##Name),                          \
      reinterpret_cast<void **>(&real_##Name));                                \
  static Result hook_##Name Parameters
#else
// Weak: a compiler need not have all of MLIR in it.
#define TRACKDBG_HOOK(Result, Name, Symbol, Parameters)                        \
  Result real_##Name Parameters __asm__("__real_" Symbol)                      \
      __attribute__((weak));                                                   \
  Result hook_##Name Parameters __asm__("__wrap_" Symbol)                      \
      __attribute__((visibility("hidden")));                                   \
  Result hook_##Name Parameters
#endif

#endif // TRACKDBG_ACTIONS_HOOKS_HOOK_H
