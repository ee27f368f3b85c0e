//===- TrackerCopy.cpp - The tracker for a file that holds MLIR -----------===//

#include "preload/TrackerCopy.h"

#include "preload/MemoryFile.h"
#include "trackdbg/PatchPlan.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::trackdbg {
namespace {

/// The bytes of a library's file. Each access is checked.
class Image {
public:
  Image(char *bytes, size_t size) : bytes(bytes), size(size) {}

  template <typename T> std::span<const T> at(size_t offset, size_t count) {
    if (offset > size || count > (size - offset) / sizeof(T) ||
        offset % alignof(T) != 0)
      return {};
    return {reinterpret_cast<const T *>(bytes + offset), count};
  }
  /// The names of symbols and libraries.
  std::span<char> names();

private:
  std::span<const ElfW(Phdr)> segments();
  /// What is loaded at `address`, as far as the file has it.
  std::span<char> loadedAt(uintptr_t address);

  char *bytes;
  size_t size;
};

std::span<const ElfW(Phdr)> Image::segments() {
  std::span<const ElfW(Ehdr)> header = at<ElfW(Ehdr)>(0, 1);
  if (header.empty() || memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0)
    return {};
  return at<ElfW(Phdr)>(header[0].e_phoff, header[0].e_phnum);
}

std::span<char> Image::loadedAt(uintptr_t address) {
  for (const ElfW(Phdr) &segment : segments()) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr ||
        address - segment.p_vaddr >= segment.p_filesz)
      continue;
    size_t offset = segment.p_offset + (address - segment.p_vaddr);
    if (offset < size)
      return {bytes + offset, size - offset};
  }
  return {};
}

std::span<char> Image::names() {
  uintptr_t address = 0;
  size_t length = 0;
  for (const ElfW(Phdr) &segment : segments()) {
    if (segment.p_type != PT_DYNAMIC)
      continue;
    for (const ElfW(Dyn) &entry : at<ElfW(Dyn)>(
             segment.p_offset, segment.p_filesz / sizeof(ElfW(Dyn)))) {
      if (entry.d_tag == DT_STRTAB)
        address = entry.d_un.d_ptr;
      else if (entry.d_tag == DT_STRSZ)
        length = entry.d_un.d_val;
    }
  }
  std::span<char> loaded = loadedAt(address);
  return loaded.first(length < loaded.size() ? length : loaded.size());
}

/// Libraries that are needed, and those whose versions of symbols are.
void renameLibraries(std::span<char> names) {
  for (size_t at = 1; at < names.size(); ++at) {
    if (names[at - 1] != '\0')
      continue;
    for (const plan::StandInName &name : plan::kStandInNames)
      if (names.size() - at > name.length &&
          memcmp(&names[at], name.library, name.length) == 0)
        memcpy(&names[at], name.standIn, name.length);
  }
}

/// All of a file. False, with errno.
bool readFile(int file, std::span<char> bytes) {
  while (!bytes.empty()) {
    ssize_t count = read(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes = bytes.subspan(count);
  }
  return true;
}

} // namespace

OwnDescriptor copyForStandIns(const char *path) {
  OwnDescriptor file(open(path, O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0)
    return OwnDescriptor();
  size_t size = status.st_size;
  OwnDescriptor copy = makeMemoryFile("mlir-track-dbg-tracker", size);
  MappedMemoryFile mapped(copy, size);
  if (mapped.bytes().empty() || !readFile(file.get(), mapped.bytes()))
    return OwnDescriptor();
  renameLibraries(Image(mapped.bytes().data(), size).names());
  return copy;
}

} // namespace mlir::trackdbg
