//===- LoadedFile.h - The program and the libraries of this process -------===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_LOADEDFILE_H
#define TRACKDBG_ACTIONS_PRELOAD_LOADEDFILE_H

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mlir::trackdbg {

/// Where a program or a library lies in memory.
struct LoadedFile {
  /// Opens the program, under whatever name it was started.
  static constexpr char kProgram[] = "/proc/self/exe";

  char path[PATH_MAX] = {}; ///< Of a library as the loader found it.
  uintptr_t bias = 0;
  uintptr_t begin = UINTPTR_MAX; ///< Of everything that is loaded.
  uintptr_t textBegin = UINTPTR_MAX, textEnd = 0;
  size_t codeSize = 0;
  /// Null where the linker wrote none. Valid as long as the file is loaded.
  const unsigned char *buildId = nullptr;
  size_t buildIdSize = 0;

  bool isProgram() const { return strcmp(path, kProgram) == 0; }
  bool holdsCode(const void *address) const {
    auto at = reinterpret_cast<uintptr_t>(address);
    return at >= textBegin && at < textEnd;
  }
};

/// Goes through the files that have as much code as MLIR's core, each once (but
/// for the oldest of very many), the program first. One thread at a time.
class LoadedFiles {
public:
  /// Whether a file was loaded since takeNext() last returned false. Costs a
  /// lock of the loader's.
  bool hasNew() const;
  /// The next file that has not been taken; false if there is none.
  bool takeNext(LoadedFile &file);

private:
  /// What was taken, by where it begins and a hash of its path: after something
  /// was unloaded, the list is gone through again.
  struct Taken {
    uintptr_t begin;
    uint64_t path;
  };
  bool wasTaken(const LoadedFile &file);

  static constexpr size_t kMostTaken = 128;
  Taken taken[kMostTaken] = {};
  size_t takenCount = 0;
  unsigned long long loaded = 0, unloaded = 0;
  /// So many of the loader's list have been looked at. It grows at its end.
  size_t known = 0;
};

/// Whether this is one of the debugger's libraries, or one in memory.
bool isOurLibrary(const char *path);

/// The libraries of the process, in the order of the loader: copies of their
/// paths, because another thread may unload one at any time.
class LoadedLibraries {
public:
  /// None where there is no memory.
  LoadedLibraries();
  ~LoadedLibraries();
  LoadedLibraries(const LoadedLibraries &) = delete;
  LoadedLibraries &operator=(const LoadedLibraries &) = delete;

  /// Valid as long as this object.
  std::span<const char *const> paths() const { return {names, count}; }

private:
  static constexpr size_t kMost = 1024;
  const char *names[kMost];
  size_t count = 0;
  char *text = nullptr;
  size_t textSize = 0;
};

/// What tells the program or library at `address` from all others; null where
/// there is none. As quick as a lookup of a stack frame: dladdr() looks for a
/// symbol as well, through all of a library.
const void *libraryOf(const void *address);
/// The path of that, or "".
const char *fileOf(const void *address);

/// The real dlsym(), which the preloaded part stands in front of; null if there
/// is none.
void *realLookUp();
/// Calls it.
void *lookUp(void *handle, const char *symbol);
/// What a loaded library or what it needs defines; null if neither does.
/// `path` is that of the library.
void *lookUpIn(const char *path, const char *symbol);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_LOADEDFILE_H
