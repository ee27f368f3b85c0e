//===- SignalCleanup.cpp - What goes when a signal ends this process ------===//

#include "injection/SignalCleanup.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mlir::trackdbg {

namespace {

struct Folder {
  enum State { Free, Changing, Noted };
  std::atomic<State> state = Free;
  char path[256];
};

// Lock-free atomics are all that a handler may touch. A run has one of each,
// and few runs are under way at a time; what does not fit is not cleaned up.
/// 0: free. Below 0: AtSignal::PassOn.
std::atomic<pid_t> groups[32];
Folder folders[32];
static_assert(std::atomic<pid_t>::is_always_lock_free &&
              std::atomic<Folder::State>::is_always_lock_free);

/// Removes what is in the folder. Only calls that a handler may make.
void empty(int folder) {
  alignas(dirent64) char entries[4096];
  // Again from the start after each round: what was removed moves the rest.
  bool hasRemoved = true;
  while (hasRemoved && lseek(folder, 0, SEEK_SET) == 0) {
    hasRemoved = false;
    long size;
    while ((size = syscall(SYS_getdents64, folder, entries, sizeof(entries))) >
           0)
      for (long at = 0; at < size;) {
        auto *entry = reinterpret_cast<dirent64 *>(entries + at);
        at += entry->d_reclen;
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
          continue;
        int inner = openat(folder, name,
                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) {
          empty(inner);
          close(inner);
        }
        hasRemoved |=
            unlinkat(folder, name, inner >= 0 ? AT_REMOVEDIR : 0) == 0;
      }
  }
}

} // namespace

void noteGroup(pid_t id, AtSignal what) {
  for (std::atomic<pid_t> &group : groups) {
    pid_t free = 0;
    if (group.compare_exchange_strong(free, what == AtSignal::Kill ? id : -id))
      return;
  }
}

void forgetGroup(pid_t id) {
  for (std::atomic<pid_t> &group : groups)
    if (group == id || group == -id)
      group = 0;
}

void noteFolder(const std::string &path) {
  if (path.size() >= sizeof(Folder::path))
    return;
  for (Folder &folder : folders) {
    Folder::State free = Folder::Free;
    if (!folder.state.compare_exchange_strong(free, Folder::Changing))
      continue;
    memcpy(folder.path, path.c_str(), path.size() + 1);
    folder.state = Folder::Noted;
    return;
  }
}

void forgetFolder(const std::string &path) {
  for (Folder &folder : folders)
    if (folder.state == Folder::Noted && path == folder.path)
      folder.state = Folder::Free;
}

bool signalGroups(int signal) {
  bool isAwaited = false;
  for (std::atomic<pid_t> &group : groups) {
    pid_t id = group;
    if (id == 0)
      continue;
    isAwaited |= id < 0;
    killpg(id < 0 ? -id : id, id < 0 ? signal : SIGKILL);
  }
  return isAwaited;
}

void removeFolders() {
  for (Folder &folder : folders) {
    if (folder.state != Folder::Noted)
      continue;
    int opened =
        open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (opened < 0)
      continue;
    empty(opened);
    close(opened);
    rmdir(folder.path);
  }
}

} // namespace mlir::trackdbg
