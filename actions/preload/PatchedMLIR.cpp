//===- PatchedMLIR.cpp - The file of this process that holds MLIR itself --===//

#include "preload/PatchedMLIR.h"

#include "preload/Bindings.h"
#include "preload/LoadedFile.h"
#include "preload/Patcher.h"
#include "preload/PlanRequest.h"
#include "preload/TrackerCopy.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <utility>

namespace mlir::trackdbg {
namespace {

/// In static storage, and without an end: nothing is allocated before main(),
/// and ops die until the last moment of the process.
struct Patched {
  PlanRequest request;
  Patcher patcher;
};
alignas(Patched) unsigned char storage[sizeof(Patched)];
std::atomic<Patched *> patched = nullptr;

/// The first file that exports MLIR and is not to be patched.
char sharedPath[PATH_MAX];
std::atomic<bool> isShared = false;
/// Whether there is an MLIR besides.
bool hasOthers = false;

/// What looks for files; under `lock`.
LoadedFiles files;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Whether the trampolines lead the calls of other files to this one.
bool exportsMLIR(const LoadedFile &file, const char *symbol) {
  return !file.isProgram() && file.holdsCode(lookUpIn(file.path, symbol));
}

bool patch(const LoadedFile &file, uint64_t hashOfSymbols,
           std::span<void *const> slots) {
  PlanRequest request;
  if (!request.send(file.path))
    return false;
  Patcher patcher(request.plan(), file, slots);
  plan::Outcome outcome = patcher.carryOut(hashOfSymbols, request.file());
  request.finish(outcome);
  if (outcome != plan::Outcome::Patched)
    return false;
  patched.store(new (storage) Patched{std::move(request), patcher},
                std::memory_order_release);
  return true;
}

/// Whether the debugger has a plan for `file`, which is not carried out.
bool isAnother(const LoadedFile &file) {
  PlanRequest request;
  if (!request.send(file.path))
    return false;
  request.finish(plan::Outcome::Another);
  return true;
}

bool isPatchedFile(const LoadedFile &file) {
  return isPatched() && strcmp(file.path, patchedFile()) == 0;
}

/// Each library uses the MLIR that it is linked with. The loader has led all
/// calls to the trampolines, for they are in the global scope.
void leadPastTrampolines(std::span<const char *const> symbols) {
  const char *constructor = symbols.front();
  const void *shared =
      isShared ? libraryOf(lookUpIn(sharedPath, constructor)) : nullptr;
  for (const char *path : LoadedLibraries().paths()) {
    if (isOurLibrary(path))
      continue;
    void *own = lookUpIn(path, constructor);
    if (own && libraryOf(own) != shared)
      bindFunctions(path, symbols, path);
  }
}

void noteExport(const LoadedFile &file) {
  if (isShared) {
    hasOthers = true;
    return;
  }
  memcpy(sharedPath, file.path, sizeof(sharedPath));
  isShared = true;
}

/// Its code must not go away under the slots.
void keepLoaded(const char *path) {
  dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace

void patchNewFiles(std::span<const char *const> symbols,
                   std::span<void *const> slots, bool mayPatch) {
  if (pthread_mutex_trylock(&lock) != 0)
    return;
  if (!files.hasNew()) {
    pthread_mutex_unlock(&lock);
    return;
  }
  const char *patchedNow = nullptr;
  static LoadedFile file; // Large.
  while (files.takeNext(file)) {
    if (isPatchedFile(file))
      continue;
    bool isFirst = mayPatch && !isPatched();
    if (isFirst &&
        patch(file, plan::hashOf(symbols.data(), symbols.size()), slots)) {
      patchedNow = patchedFile();
      hasOthers |= !sharesMLIR();
    } else if (!isFirst && isAnother(file)) {
      hasOthers = true;
    } else if (exportsMLIR(file, symbols.front())) {
      noteExport(file);
    }
  }
  if (hasOthers)
    leadPastTrampolines(symbols);
  pthread_mutex_unlock(&lock);
  // Not under the lock: another thread may look for files while it holds the
  // loader's.
  if (patchedNow && strcmp(patchedNow, LoadedFile::kProgram) != 0)
    keepLoaded(patchedNow);
}

const char *sharedMLIR() { return isShared ? sharedPath : nullptr; }

bool isPatched() { return patched.load(std::memory_order_acquire); }

const char *patchedFile() { return patched.load()->patcher.patchedFile().path; }

bool isInPatchedFile(const void *address) {
  return patched.load()->patcher.patchedFile().holdsCode(address);
}

void *patchedFunction(size_t symbol) {
  return patched.load()->patcher.functionOf(symbol);
}

bool sharesMLIR() { return patched.load()->patcher.standIns().empty(); }

namespace {

/// How the loader names an open file.
struct DescriptorPath {
  explicit DescriptorPath(const OwnDescriptor &file) {
    snprintf(text, sizeof(text), "/proc/self/fd/%d", file.get());
  }
  char text[sizeof("/proc/self/fd/") + 3 * sizeof(int)];
};

void *load(const char *path) { return dlopen(path, RTLD_LAZY | RTLD_LOCAL); }

} // namespace

void *loadTrackerOfPatched(std::span<const char *const> symbols) {
  constexpr size_t kMost = 4;
  OwnDescriptor images[kMost];
  const auto &[request, patcher] = *patched.load();
  if (sharesMLIR())
    return load(request.tracker());
  std::span<const plan::StandIn> standIns = patcher.standIns();
  if (standIns.size() > kMost)
    return nullptr;
  // They stay open until all are loaded: the loader tells libraries apart by
  // their paths.
  for (size_t i = 0; i < standIns.size(); ++i) {
    images[i] = patcher.imageOf(standIns[i]);
    if (!load(DescriptorPath(images[i]).text))
      return nullptr;
  }
  OwnDescriptor copy = copyForStandIns(request.tracker());
  DescriptorPath path(copy), scope(images[0]);
  void *tracker = load(path.text);
  for (const char *library : LoadedLibraries().paths())
    if (isOurLibrary(library))
      bindFunctions(library, symbols, scope.text);
  return tracker;
}

} // namespace mlir::trackdbg
