//===- PatchedMLIR.cpp - The file of this process that holds MLIR itself --===//

#include "preload/PatchedMLIR.h"

#include "preload/Bindings.h"
#include "preload/LoadedFile.h"
#include "preload/Patcher.h"
#include "preload/PlanRequest.h"
#include "preload/TrackerCopy.h"
#include "preload/WatchedSlots.h"

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

/// Other files that hold MLIR: a context there is told to the debugger.
alignas(Patched) unsigned char watchedStorage[TRACKDBG_WATCHED_FILES]
                                             [sizeof(Patched)];
Patched *watched[TRACKDBG_WATCHED_FILES];
size_t watchedCount = 0;

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

/// Asks for the plan of `file` and carries it out as far as there are slots.
/// What has been made of it, in `place`; null where there is none.
Patched *patch(const LoadedFile &file, plan::Ask question,
               uint64_t hashOfSymbols, std::span<void *const> slots,
               void *place) {
  PlanRequest request;
  if (!request.send(file.path, question))
    return nullptr;
  Patcher patcher(request.plan(), file, slots);
  plan::Outcome outcome = patcher.carryOut(hashOfSymbols, request.file());
  request.finish(outcome);
  if (outcome != plan::Outcome::Patched)
    return nullptr;
  return new (place) Patched{std::move(request), patcher};
}

/// Whether `file` holds MLIR, whose contexts will be told to the debugger.
bool watch(const LoadedFile &file, uint64_t hashOfSymbols,
           std::span<void *const> slots) {
  size_t index = watchedCount;
  if (index == TRACKDBG_WATCHED_FILES)
    return false;
  watched[index] =
      patch(file, plan::Ask::Watch, hashOfSymbols,
            slots.subspan(index * TRACKDBG_CONSTRUCTORS, TRACKDBG_CONSTRUCTORS),
            watchedStorage[index]);
  watchedCount += watched[index] != nullptr;
  return watched[index];
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
  LoadedLibraries libraries;
  for (const char *path : libraries.paths()) {
    if (isOurLibrary(path))
      continue;
    void *own = lookUpIn(path, constructor);
    if (own && libraryOf(own) != shared)
      bindFunctions(path, symbols, path);
  }
}

void noteExport(const LoadedFile &file) {
  if (isShared) {
    hasOthers |= strcmp(file.path, sharedPath) != 0;
    return;
  }
  memcpy(sharedPath, file.path, sizeof(sharedPath));
  isShared = true;
}

/// Its code must not go away under the slots, nor come back unpatched.
void keepLoaded(const LoadedFile &file) {
  if (!file.isProgram())
    dlopen(file.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace

void patchNewFiles(std::span<const char *const> symbols,
                   const PatchSlots &slots, bool mayPatch) {
  if (pthread_mutex_trylock(&lock) != 0)
    return;
  if (!files.hasNew()) {
    pthread_mutex_unlock(&lock);
    return;
  }
  uint64_t hash = plan::hashOf(symbols.data(), symbols.size());
  static LoadedFile file; // Large.
  while (files.takeNext(file)) {
    if (isPatchedFile(file))
      continue;
    bool isFirst = mayPatch && !isPatched();
    if (Patched *first =
            isFirst ? patch(file, plan::Ask::Plan, hash, slots.hooks, storage)
                    : nullptr) {
      patched.store(first, std::memory_order_release);
      keepLoaded(file);
      hasOthers |= !sharesMLIR();
    } else if (!isFirst && watch(file, hash, slots.watches)) {
      keepLoaded(file);
      hasOthers = true;
    } else if (exportsMLIR(file, symbols.front())) {
      noteExport(file);
    }
  }
  if (hasOthers)
    leadPastTrampolines(symbols);
  // The program must not take a lookup of ours that failed for its own. GNU's C
  // library forgets it by itself.
  dlerror();
  pthread_mutex_unlock(&lock);
}

void lookAgainAfterFork() { pthread_mutex_init(&lock, nullptr); }

WatchedConstructor watchedConstructor(size_t slot) {
  const Patcher &patcher = watched[slot / TRACKDBG_CONSTRUCTORS]->patcher;
  return {patcher.patchedFile().path,
          patcher.functionOf(slot % TRACKDBG_CONSTRUCTORS)};
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
    if (!images[i] || !load(DescriptorPath(images[i]).text))
      return nullptr;
  }
  OwnDescriptor copy = copyForStandIns(request.tracker());
  if (!copy)
    return nullptr;
  DescriptorPath path(copy), scope(images[0]);
  void *tracker = load(path.text);
  LoadedLibraries libraries;
  for (const char *library : libraries.paths())
    if (isOurLibrary(library))
      bindFunctions(library, symbols, scope.text);
  return tracker;
}

} // namespace mlir::trackdbg
