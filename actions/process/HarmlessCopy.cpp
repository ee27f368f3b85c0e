//===- HarmlessCopy.cpp - A copy that changes nothing outside -------------===//

#include "process/HarmlessCopy.h"

#include "machine/Machine.h"
#include "process/BorrowingChild.h"
#include "process/OutputFiles.h"

#include "llvm/ADT/STLExtras.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

using namespace mlir::trackdbg;

namespace {

/// What the kernel does with system calls; see seccomp(2). A filter is a
/// program of the classic Berkeley Packet Filter.
class Filter {
public:
  Filter() { loadWord(offsetof(seccomp_data, nr)); }

  /// The call is not made, and its result is `-error`, or 0.
  void answer(long call, int error) {
    onCall(call, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | unsigned(error));
  }
  /// SIGSYS comes in its place.
  void trap(long call) {
    onCall(call, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
  }
  /// The same, if one of its arguments has one of some bits.
  void trapIfAny(long call, unsigned argument, unsigned bits) {
    onCall(call, 4);
    loadWord(offsetof(seccomp_data, args) +
             argument * sizeof(seccomp_data::args[0]));
    instructions.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    add(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  bool install() {
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    sock_fprog program{static_cast<unsigned short>(instructions.size()),
                       instructions.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

private:
  void add(unsigned short code, unsigned value) {
    instructions.push_back(BPF_STMT(code, value));
  }
  /// The low half, where the machine has it first.
  void loadWord(size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, unsigned(offset));
  }
  /// Skips so many instructions for other calls.
  void onCall(long call, unsigned char count) {
    instructions.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, count));
  }

  std::vector<sock_filter> instructions;
};

} // namespace

static int nowhere = -1; ///< Opened for reading and writing.

/// A file that was to be opened for writing is /dev/null.
static void openNowhere(int, siginfo_t *, void *context) {
  int saved = errno;
  int opened = fcntl(nowhere, F_DUPFD_CLOEXEC, 0);
  setSystemCallResult(*static_cast<ucontext_t *>(context),
                      opened < 0 ? -errno : opened);
  errno = saved;
}

static bool filterCalls() {
  struct sigaction action{};
  action.sa_sigaction = openNowhere;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSYS, &action, nullptr);
  constexpr unsigned kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  Filter filter;
  filter.trapIfAny(SYS_openat, 2, kWrites);
#ifdef SYS_open
  filter.trapIfAny(SYS_open, 1, kWrites);
  filter.trap(SYS_creat);
#endif
  filter.answer(SYS_openat2, ENOSYS);
  for (long call :
       {SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat,
        SYS_fchmodat, SYS_fchmod, SYS_fchownat, SYS_fchown, SYS_truncate,
        SYS_ftruncate, SYS_utimensat, SYS_setxattr, SYS_fsetxattr, SYS_mknodat})
    filter.answer(call, 0);
#ifdef SYS_renameat
  filter.answer(SYS_renameat, 0);
#endif
#ifdef SYS_unlink
  for (long call : {SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir,
                    SYS_rmdir, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime,
                    SYS_utimes, SYS_futimesat, SYS_mknod})
    filter.answer(call, 0);
#endif
  for (long call : {SYS_execve, SYS_execveat, SYS_kill, SYS_connect, SYS_bind,
                    SYS_shmget, SYS_mount})
    filter.answer(call, EPERM);
  return filter.install();
}

/// An offset is shared with the compiler, so what is read is opened once more.
static void replaceFiles(llvm::ArrayRef<int> kept) {
  std::vector<std::pair<int, FileUse>> files;
  forEachRegularFile([&](int descriptor, FileUse use) {
    if (!llvm::is_contained(kept, descriptor))
      files.push_back({descriptor, use});
  });
  for (auto [descriptor, use] : files) {
    if (use == FileUse::Written) {
      replaceBy(descriptor, fcntl(nowhere, F_DUPFD_CLOEXEC, 0));
      continue;
    }
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    int own = open(link.c_str(), O_RDONLY | O_CLOEXEC);
    if (own >= 0)
      (void)lseek(own, offset, SEEK_SET);
    replaceBy(descriptor, own);
  }
}

bool mlir::trackdbg::becomeHarmless(llvm::ArrayRef<int> kept) {
  nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (!kHasRawSystemCalls || nowhere < 0)
    return false;
  isolateProcess();
  // The compiler comes first.
  setpriority(PRIO_PROCESS, 0, 10);
  leavePipes(/*except=*/-1, {});
  replaceFiles(kept);
  return filterCalls();
}
