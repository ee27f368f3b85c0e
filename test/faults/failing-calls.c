/* failing-calls.c - Makes every Nth call of a function fail in one module.
 *
 * To be preloaded. The environment says what fails:
 *
 *   FAILING_CALL=open        the function, one of those below. "malloc" is also
 *                            realloc; "new" is operator new, in which malloc
 *                            fails once. Both count where libstdc++ or libLLVM
 *                            allocates for the module, too. "late" is connect,
 *                            which does not fail but takes half a second.
 *   FAILING_EVERY=3          each third call
 *   FAILING_ONLY=3           or only the third one
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
#include <unwind.h>

static const char *call, *module;
static long every, only;
static atomic_long count;

/* Where the code of a library lies; nothing before it is loaded. */
struct code {
  atomic_uintptr_t first, last;
};
static struct code module_code;
/* Libraries that allocate for those that call them. */
static const char *const helpers[] = {"failing-calls", "libstdc++", "libLLVM"};
enum { HELPERS = sizeof(helpers) / sizeof(*helpers) };
static struct code helper_code[HELPERS];

static int is_in(const struct code *code, uintptr_t place) {
  uintptr_t begin = atomic_load(&code->first);
  return begin && place >= begin && place < atomic_load(&code->last);
}

static void note_code(struct code *code, const struct dl_phdr_info *info) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X))
      continue;
    uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    atomic_store(&code->last, begin + header->p_memsz);
    atomic_store(&code->first, begin);
  }
}

static int note_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  char path[4096];
  const char *name = info->dlpi_name;
  if (!*name) {
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    path[length < 0 ? 0 : length] = 0;
    name = path;
  }
  if (strstr(name, module))
    note_code(&module_code, info);
  for (int i = 0; i < HELPERS; ++i)
    if (strstr(name, helpers[i]))
      note_code(&helper_code[i], info);
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAILING_EVERY"), *one = getenv("FAILING_ONLY");
  call = getenv("FAILING_CALL");
  module = getenv("FAILING_MODULE");
  only = one ? atol(one) : 0;
  every = number ? atol(number) : only;
  if (call && module && every > 0)
    dl_iterate_phdr(note_library, NULL);
}

/* A module that is loaded later is looked for then. */
void *dlopen(const char *file, int mode) {
  static void *(*real)(const char *, int);
  if (!real)
    real = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  void *handle = real(file, mode);
  if (handle && file && call && module && every > 0 && strstr(file, module))
    dl_iterate_phdr(note_library, NULL);
  return handle;
}

/* The next call in the module. */
static int is_due(int error) {
  long number = atomic_fetch_add(&count, 1) + 1;
  if (only ? number != only : number % every != 0)
    return 0;
  errno = error;
  return 1;
}

static int fails(const char *name, void *caller, int error) {
  return is_in(&module_code, (uintptr_t)caller) && strcmp(call, name) == 0 &&
         is_due(error);
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
  return fails("fallocate", CALLER, ENOSPC) ? ENOSPC : real(file, offset, size);
}

int posix_fallocate64(int file, off64_t offset, off64_t size) {
  REAL(posix_fallocate64);
  return fails("fallocate", CALLER, ENOSPC) ? ENOSPC : real(file, offset, size);
}

pid_t fork(void) {
  REAL(fork);
  return fails("fork", CALLER, EAGAIN) ? -1 : real();
}

int connect(int socket, const struct sockaddr *address, socklen_t size) {
  REAL(connect);
  if (fails("late", CALLER, 0))
    usleep(500 * 1000);
  return real(socket, address, size);
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

/* In operator new; whether its malloc is to fail; looking for who allocates. */
#define THREAD __thread __attribute__((tls_model("initial-exec")))
static THREAD int in_new, new_fails, is_looking;

static _Unwind_Reason_Code find_caller(struct _Unwind_Context *context,
                                       void *result) {
  uintptr_t place = _Unwind_GetIP(context);
  for (int i = 0; i < HELPERS; ++i)
    if (is_in(&helper_code[i], place))
      return _URC_NO_REASON;
  *(uintptr_t *)result = place;
  return _URC_END_OF_STACK;
}

/* Whether the module allocates, itself or through the helpers. */
static int allocation_fails(const char *name) {
  if (!atomic_load(&module_code.first) || strcmp(call, name) != 0 || is_looking)
    return 0;
  uintptr_t caller = 0;
  is_looking = 1;
  _Unwind_Backtrace(find_caller, &caller);
  is_looking = 0;
  return is_in(&module_code, caller) && is_due(ENOMEM);
}

void *malloc(size_t size) {
  extern void *__libc_malloc(size_t);
  if (new_fails || (!in_new && allocation_fails("malloc"))) {
    new_fails = 0;
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
  extern void *__libc_realloc(void *, size_t);
  return allocation_fails("malloc") ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  extern void *__libc_memalign(size_t, size_t);
  if (new_fails) {
    new_fails = 0;
    errno = ENOMEM;
    return NULL;
  }
  return __libc_memalign(alignment, size);
}

/* operator new, by the names that it has in C. */
#define NEW(name, parameters, arguments)                                       \
  void *name parameters {                                                      \
    static __typeof__(name) *real;                                             \
    if (!real)                                                                 \
      real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                      \
    int is_outermost = !in_new;                                                \
    if (is_outermost)                                                          \
      new_fails = allocation_fails("new");                                     \
    in_new = 1;                                                                \
    void *result = real arguments;                                             \
    if (is_outermost)                                                          \
      in_new = new_fails = 0;                                                  \
    return result;                                                             \
  }
NEW(_Znwm, (size_t size), (size))
NEW(_Znam, (size_t size), (size))
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t,
    (size_t size, size_t alignment, const void *tag), (size, alignment, tag))
