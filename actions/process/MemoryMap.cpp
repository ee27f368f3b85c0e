//===- MemoryMap.cpp - Which file lies where in memory --------------------===//

#include "process/MemoryMap.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

/// Reads a hexadecimal number up to `stop` and goes behind it; sets `text` to
/// null if there is none.
uint64_t hex(const char *&text, char stop) {
  uint64_t value = 0;
  for (; text && *text != stop; ++text) {
    if (*text >= '0' && *text <= '9')
      value = value * 16 + (*text - '0');
    else if (*text >= 'a' && *text <= 'f')
      value = value * 16 + (*text - 'a' + 10);
    else {
      text = nullptr;
      return 0;
    }
  }
  text += text ? 1 : 0;
  return value;
}

/// begin-end permissions offset major:minor inode path
bool read(const char *line, Mapping &mapping) {
  mapping.begin = hex(line, '-');
  mapping.end = hex(line, ' ');
  if (!line || !(line = std::strchr(line, ' ')))
    return false;
  mapping.offset = hex(++line, ' ');
  mapping.file.major = hex(line, ':');
  mapping.file.minor = hex(line, ' ');
  if (!line)
    return false;
  mapping.file.inode = std::strtoull(line, nullptr, 10);
  mapping.path = std::strchr(line, '/');
  return mapping.path;
}

/// Calls `visit` with each line of a file, without its end; a long one is cut.
template <typename Visit> void forEachLine(const char *file, Visit visit) {
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  char line[1024], buffer[1024];
  size_t length = 0;
  for (ssize_t got; (got = ::read(descriptor, buffer, sizeof(buffer))) > 0;)
    for (ssize_t i = 0; i < got; ++i) {
      if (buffer[i] != '\n') {
        if (length < sizeof(line) - 1)
          line[length++] = buffer[i];
        continue;
      }
      line[length] = 0;
      visit(line);
      length = 0;
    }
  close(descriptor);
}

} // namespace

void mlir::trackdbg::forEachMapping(
    llvm::function_ref<void(const Mapping &)> visit) {
  forEachLine("/proc/self/maps", [&](const char *line) {
    Mapping mapping;
    if (read(line, mapping))
      visit(mapping);
  });
}

MappedFileId mlir::trackdbg::fileMappedAt(const void *address) {
  MappedFileId file;
  forEachMapping([&](const Mapping &mapping) {
    if (mapping.holds(address))
      file = mapping.file;
  });
  return file;
}
