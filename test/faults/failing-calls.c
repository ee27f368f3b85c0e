/* failing-calls.c - Makes every Nth call of a function fail in one module.
 *
 * To be preloaded. The environment says what fails:
 *
 *   FAILING_CALL=open        the function, one of those below
 *   FAILING_EVERY=3          each third call
 *   FAILING_MODULE=tracker   where: in the library or program whose path
 *                            contains this, and nowhere else
 *
 * Calls are counted from the moment when the module is there, and for each
 * process anew.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

static const char *call, *module;
static long every;
static atomic_long count;
static atomic_uintptr_t first, last;

static int find_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  char path[4096];
  const char *name = info->dlpi_name;
  if (!*name) {
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    path[length < 0 ? 0 : length] = 0;
    name = path;
  }
  if (!strstr(name, module))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X))
      continue;
    atomic_store(&last, info->dlpi_addr + header->p_vaddr + header->p_memsz);
    atomic_store(&first, info->dlpi_addr + header->p_vaddr);
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAILING_EVERY");
  call = getenv("FAILING_CALL");
  module = getenv("FAILING_MODULE");
  every = number ? atol(number) : 0;
  if (call && module && every > 0)
    dl_iterate_phdr(find_module, NULL);
}

/* A module that is loaded later is looked for then. */
void *dlopen(const char *file, int mode) {
  static void *(*real)(const char *, int);
  if (!real)
    real = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  void *handle = real(file, mode);
  if (handle && file && call && module && every > 0 && strstr(file, module))
    dl_iterate_phdr(find_module, NULL);
  return handle;
}

static int fails(const char *name, void *caller, int error) {
  uintptr_t place = (uintptr_t)caller, begin = atomic_load(&first);
  if (!begin || place < begin || place >= atomic_load(&last) ||
      strcmp(call, name) != 0 || atomic_fetch_add(&count, 1) % every != every - 1)
    return 0;
  errno = error;
  return 1;
}

#define CALLER __builtin_return_address(0)
#define REAL(name)                                                             \
  static __typeof__(name) *real;                                               \
  if (!real)                                                                   \
  real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int mode_of(int flags, va_list arguments) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
}

#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    REAL(name);                                                                \
    va_list arguments;                                                         \
    va_start(arguments, flags);                                                \
    int mode = mode_of(flags, arguments);                                      \
    va_end(arguments);                                                         \
    return fails("open", CALLER, EMFILE) ? -1 : real(path, flags, mode);       \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int file, const void *data, size_t size) {
  REAL(write);
  return fails("write", CALLER, ENOSPC) ? -1 : real(file, data, size);
}

void *mmap(void *place, size_t size, int access, int flags, int file,
           off_t offset) {
  REAL(mmap);
  return fails("mmap", CALLER, ENOMEM)
             ? MAP_FAILED
             : real(place, size, access, flags, file, offset);
}

void *mmap64(void *place, size_t size, int access, int flags, int file,
             off64_t offset) {
  REAL(mmap64);
  return fails("mmap", CALLER, ENOMEM)
             ? MAP_FAILED
             : real(place, size, access, flags, file, offset);
}

int posix_fallocate(int file, off_t offset, off_t size) {
  REAL(posix_fallocate);
  return fails("fallocate", CALLER, ENOSPC) ? ENOSPC
                                            : real(file, offset, size);
}

int posix_fallocate64(int file, off64_t offset, off64_t size) {
  REAL(posix_fallocate64);
  return fails("fallocate", CALLER, ENOSPC) ? ENOSPC
                                            : real(file, offset, size);
}

pid_t fork(void) {
  REAL(fork);
  return fails("fork", CALLER, EAGAIN) ? -1 : real();
}

ssize_t send(int socket, const void *data, size_t size, int flags) {
  REAL(send);
  return fails("send", CALLER, ENOBUFS) ? -1 : real(socket, data, size, flags);
}

ssize_t recv(int socket, void *data, size_t size, int flags) {
  REAL(recv);
  return fails("recv", CALLER, ENOMEM) ? -1 : real(socket, data, size, flags);
}

int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags) {
  REAL(accept4);
  return fails("accept", CALLER, EMFILE) ? -1
                                         : real(socket, address, size, flags);
}

void *malloc(size_t size) {
  extern void *__libc_malloc(size_t);
  return fails("malloc", CALLER, ENOMEM) ? NULL : __libc_malloc(size);
}
