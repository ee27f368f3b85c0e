//===- FailingFork.cpp - fork() fails while a file is there ---------------===//
// Preloaded. The file is that of $FORK_FAILS_WHILE.

#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

extern "C" pid_t fork() {
  const char *file = getenv("FORK_FAILS_WHILE");
  if (file && access(file, F_OK) == 0) {
    errno = EAGAIN;
    return -1;
  }
  return reinterpret_cast<pid_t (*)()>(dlsym(RTLD_NEXT, "fork"))();
}
