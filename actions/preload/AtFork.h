//===- AtFork.h - What a child of fork() does first -----------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_ATFORK_H
#define TRACKDBG_ACTIONS_PRELOAD_ATFORK_H

namespace mlir::trackdbg {

/// What pthread_atfork() calls in GNU's C library. Another one must be able to
/// load these libraries, too.
extern int registerAtFork(void (*prepare)(), void (*parent)(), void (*child)(),
                          void *library) __asm__("__register_atfork")
    __attribute__((weak));

/// Calls `function` first in each child of fork(), where the C library can.
inline void callInForkedChildren(void (*function)()) {
  if (registerAtFork)
    registerAtFork(nullptr, nullptr, function, nullptr);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_ATFORK_H
