//===- LoadedFile.cpp - The program and the libraries of this process -----===//

#include "preload/LoadedFile.h"

#include "trackdbg/PatchPlan.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

namespace mlir::trackdbg {
namespace {

/// MLIR's core is larger: a file with less code does not hold it.
constexpr size_t kLeastCode = size_t(1) << 19;

/// The notes of a segment: a name and a description each.
void readNotes(LoadedFile &file, const unsigned char *notes, size_t size) {
  constexpr char kGnu[] = ELF_NOTE_GNU;
  auto aligned = [](size_t bytes) { return (bytes + 3) & ~size_t(3); };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes, sizeof(note));
    size_t whole =
        sizeof(note) + aligned(note.n_namesz) + aligned(note.n_descsz);
    if (whole > size)
      return;
    const unsigned char *name = notes + sizeof(note);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(kGnu) &&
        memcmp(name, kGnu, sizeof(kGnu)) == 0) {
      file.buildId = name + aligned(note.n_namesz);
      file.buildIdSize = note.n_descsz;
      return;
    }
    notes += whole;
    size -= whole;
  }
}

void readFile(const dl_phdr_info &info, LoadedFile &file) {
  file = LoadedFile();
  file.bias = info.dlpi_addr;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info.dlpi_phdr[i];
    uintptr_t begin = file.bias + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && !file.buildId)
      readNotes(file, reinterpret_cast<unsigned char *>(begin),
                segment.p_filesz);
    if (segment.p_type != PT_LOAD)
      continue;
    if (begin < file.begin)
      file.begin = begin;
    if (!(segment.p_flags & PF_X))
      continue;
    file.codeSize += segment.p_filesz;
    if (begin < file.textBegin)
      file.textBegin = begin;
    if (begin + segment.p_filesz > file.textEnd)
      file.textEnd = begin + segment.p_filesz;
  }
}

/// The C library has as much code as MLIR's core, and is in every process.
bool isCLibrary(const LoadedFile &file) {
  return file.holdsCode(reinterpret_cast<void *>(&getppid));
}

/// False for a name that is too long, or of no interest.
bool takePath(const dl_phdr_info &info, bool isFirst, LoadedFile &file) {
  const char *path = isFirst ? LoadedFile::kProgram : info.dlpi_name;
  size_t length = path ? strlen(path) : 0;
  if (length == 0 || length >= sizeof(file.path) || isOurLibrary(path))
    return false;
  memcpy(file.path, path, length + 1);
  return true;
}

} // namespace

bool LoadedFiles::hasNew() const {
  struct Counts {
    unsigned long long loaded, unloaded;
  } now{};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *result) {
        *static_cast<Counts *>(result) = {info->dlpi_adds, info->dlpi_subs};
        return 1;
      },
      &now);
  return now.loaded != loaded || now.unloaded != unloaded;
}

bool LoadedFiles::wasTaken(const LoadedFile &file) {
  const char *path = file.path;
  Taken key{file.begin, plan::hashOf(&path, 1)};
  for (const Taken &each : taken)
    if (each.begin == key.begin && each.path == key.path)
      return true;
  taken[takenCount++ % kMostTaken] = key;
  return false;
}

bool LoadedFiles::takeNext(LoadedFile &file) {
  struct Search {
    LoadedFiles &files;
    LoadedFile &file;
    size_t at;
  } search{*this, file, 0};
  auto visit = [](dl_phdr_info *info, size_t, void *result) {
    auto &[files, file, at] = *static_cast<Search *>(result);
    if (at == 0) {
      // What was unloaded has moved the others.
      if (info->dlpi_subs != files.unloaded)
        files.known = 0;
      files.loaded = info->dlpi_adds;
      files.unloaded = info->dlpi_subs;
    }
    if (at++ < files.known)
      return 0;
    files.known = at;
    readFile(*info, file);
    return int(file.codeSize >= kLeastCode && !isCLibrary(file) &&
               takePath(*info, at == 1, file) && !files.wasTaken(file));
  };
  return dl_iterate_phdr(visit, &search) != 0;
}

bool isOurLibrary(const char *path) {
  constexpr char kInMemory[] = "/proc/self/fd/", kPrefix[] = "libtrackdbg-";
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  return strncmp(path, kInMemory, sizeof(kInMemory) - 1) == 0 ||
         strncmp(name, kPrefix, sizeof(kPrefix) - 1) == 0;
}

LoadedLibraries::LoadedLibraries() {
  auto measure = [](dl_phdr_info *info, size_t, void *result) {
    if (info->dlpi_name)
      *static_cast<size_t *>(result) += strlen(info->dlpi_name) + 1;
    return 0;
  };
  // For what is loaded meanwhile.
  constexpr size_t kReserve = 4 * PATH_MAX;
  textSize = kReserve;
  dl_iterate_phdr(measure, &textSize);
  void *memory = mmap(nullptr, textSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  text = static_cast<char *>(memory);
  struct Copying {
    LoadedLibraries &libraries;
    size_t used;
  } copying{*this, 0};
  auto copy = [](dl_phdr_info *info, size_t, void *result) {
    auto &[libraries, used] = *static_cast<Copying *>(result);
    const char *name = info->dlpi_name;
    size_t size = name ? strlen(name) + 1 : 1;
    if (size == 1)
      return 0;
    if (libraries.count == kMost || size > libraries.textSize - used)
      return 1;
    char *copied = libraries.text + used;
    memcpy(copied, name, size);
    libraries.names[libraries.count++] = copied;
    used += size;
    return 0;
  };
  dl_iterate_phdr(copy, &copying);
}

LoadedLibraries::~LoadedLibraries() {
  if (text)
    munmap(text, textSize);
}

// Another C library than GNU's, which has no versions of symbols, must be able
// to load this library, too: a command may start any program.
#pragma weak dlvsym

/// The function of that name in a file whose dynamic section is `dynamic`. For
/// a loader that leaves the addresses there as they are in the file.
static void *findInTable(uintptr_t bias, const ElfW(Dyn) * dynamic,
                         const char *name) {
  const ElfW(Sym) *symbols = nullptr;
  const char *names = nullptr;
  const uint32_t *hashes = nullptr;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    uintptr_t address = bias + dynamic->d_un.d_ptr;
    if (dynamic->d_tag == DT_SYMTAB)
      symbols = reinterpret_cast<const ElfW(Sym) *>(address);
    else if (dynamic->d_tag == DT_STRTAB)
      names = reinterpret_cast<const char *>(address);
    else if (dynamic->d_tag == DT_HASH)
      hashes = reinterpret_cast<const uint32_t *>(address);
  }
  // The second number is how many symbols there are.
  for (uint32_t i = 1; symbols && names && hashes && i < hashes[1]; ++i)
    if (symbols[i].st_shndx != SHN_UNDEF &&
        strcmp(names + symbols[i].st_name, name) == 0)
      return reinterpret_cast<void *>(bias + symbols[i].st_value);
  return nullptr;
}

static void *findInCLibrary(const char *name) {
  struct Search {
    const char *name;
    void *found;
  } search{name, nullptr};
  auto visit = [](dl_phdr_info *info, size_t, void *result) {
    LoadedFile file;
    readFile(*info, file);
    auto &[name, found] = *static_cast<Search *>(result);
    if (!isCLibrary(file))
      return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
        found = findInTable(file.bias,
                            reinterpret_cast<const ElfW(Dyn) *>(
                                file.bias + info->dlpi_phdr[i].p_vaddr),
                            name);
    return 1;
  };
  dl_iterate_phdr(visit, &search);
  return search.found;
}

/// GNU's C library has had it under several versions, and each still works.
static void *findLookUp() {
  if (!dlvsym)
    return findInCLibrary("dlsym");
  constexpr const char *kVersions[] = {"GLIBC_2.34", "GLIBC_2.17",
                                       "GLIBC_2.2.5"};
  for (const char *version : kVersions)
    if (void *function = dlvsym(RTLD_NEXT, "dlsym", version))
      return function;
  return nullptr;
}

// Newer than the oldest C library that this one is loaded beside.
#pragma weak _dl_find_object

const void *libraryOf(const void *address) {
  dl_find_object found;
  if (_dl_find_object)
    return _dl_find_object(const_cast<void *>(address), &found) == 0
               ? found.dlfo_map_start
               : nullptr;
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : nullptr;
}

const char *fileOf(const void *address) {
  dl_find_object found;
  // The loader has no name for the program.
  if (_dl_find_object &&
      _dl_find_object(const_cast<void *>(address), &found) == 0 &&
      *found.dlfo_link_map->l_name)
    return found.dlfo_link_map->l_name;
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fname : "";
}

void *realLookUp() {
  static void *known;
  void *function = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!function) {
    function = findLookUp();
    __atomic_store_n(&known, function, __ATOMIC_RELAXED);
  }
  return function;
}

void *lookUp(void *handle, const char *symbol) {
  auto function = reinterpret_cast<decltype(&dlsym)>(realLookUp());
  return function ? function(handle, symbol) : nullptr;
}

void *lookUpIn(const char *path, const char *symbol) {
  void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return nullptr;
  void *address = lookUp(library, symbol);
  dlclose(library);
  return address;
}

} // namespace mlir::trackdbg
