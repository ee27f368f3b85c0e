//===- MemoryFile.h - Files without a place -------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_MEMORYFILE_H
#define TRACKDBG_ACTIONS_PRELOAD_MEMORYFILE_H

#include "process/OwnDescriptor.h"

#include <cerrno>
#include <cstddef>
#include <span>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace mlir::trackdbg {

/// A file in memory of `size` bytes, all zero; none, with errno, if there is no
/// room or the limit of a file's size is smaller. To exceed that would be a
/// SIGXFSZ.
inline OwnDescriptor makeMemoryFile(const char *name, size_t size) {
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) {
    errno = EFBIG;
    return OwnDescriptor();
  }
  OwnDescriptor file(memfd_create(name, MFD_CLOEXEC));
  if (file && ftruncate(file.get(), size) != 0)
    return OwnDescriptor();
  return file;
}

/// The bytes of such a file while this lives; none if there is no room.
class MappedMemoryFile {
public:
  MappedMemoryFile(const OwnDescriptor &file, size_t size) {
    void *mapped = file ? mmap(nullptr, size, PROT_READ | PROT_WRITE,
                               MAP_SHARED, file.get(), 0)
                        : MAP_FAILED;
    if (mapped != MAP_FAILED)
      all = {static_cast<char *>(mapped), size};
  }
  ~MappedMemoryFile() {
    if (!all.empty())
      munmap(all.data(), all.size());
  }
  MappedMemoryFile(const MappedMemoryFile &) = delete;

  std::span<char> bytes() const { return all; }

private:
  std::span<char> all;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_MEMORYFILE_H
