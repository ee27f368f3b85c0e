//===- PlanStore.cpp - What is known of files with MLIR -------------------===//

#include "injection/PlanStore.h"

#include "injection/SystemError.h"
#include "patching/PatchPlanner.h"
#include "trace/UserFolders.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <climits>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Kind = ProgramPlan::Kind;

Expected<FileIdentity> identify(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return errorCodeToError(errnoAsErrorCode());
  if (!S_ISREG(status.st_mode))
    return createStringError("not a regular file");
  return FileIdentity(status);
}

Expected<std::unique_ptr<MemoryBuffer>> readOpenFile(int descriptor) {
  auto buffer = MemoryBuffer::getOpenFile(
      sys::fs::convertFDToNativeFile(descriptor), "file", /*FileSize=*/-1,
      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return errorCodeToError(buffer.getError());
  return std::move(*buffer);
}

/// A change of one of these changes what is planned. Some build systems give
/// each build the same id.
std::string stampOf(const ProgramFile &program, const TrackerFiles &files) {
  std::string stamp = utohexstr(program.hashOfHeaders()) + ' ';
  for (const std::string &path :
       {std::string("/proc/self/exe"), files.tracker, files.fallback}) {
    struct stat status;
    if (!path.empty() && stat(path.c_str(), &status) == 0)
      stamp += path + ' ' + FileIdentity(status).text() + ' ';
  }
  return stamp;
}

/// Each debugger keeps its own: two that are used in turns would throw away
/// what the other has kept, as their trackers differ.
std::string keyOf(const ProgramFile &file, const FileIdentity &identity) {
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  StringRef own(path, std::max<ssize_t>(size, 0));
  return fmt::format("{}-{:016x}", PlanCache::keyOf(file, identity),
                     xxh3_64bits(own));
}

constexpr const char *kPatchKind = "patch";
constexpr const char *kNoMLIRKind = "no MLIR";
constexpr const char *kLibraryKind = "library";
/// Smaller files are read faster than they are looked up.
constexpr size_t kLeastKept = size_t(4) << 20;

} // namespace

std::string pathOfOpenFile(int descriptor) {
  char path[PATH_MAX];
  ssize_t size = readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(),
                          path, sizeof(path));
  return std::string(path, std::max<ssize_t>(size, 0));
}

PlanStore PlanStore::ofUser() {
  std::string cache = cacheFolder();
  return PlanStore(TrackerCatalog::installed(),
                   PlanCache(cache.empty() ? "" : cache + "/plans"));
}

std::optional<ProgramPlan> PlanStore::find(const ProgramFile &program,
                                           StringRef key) {
  std::optional<KnownFile> known = cache.find(key);
  if (!known)
    return std::nullopt;
  if (known->kind == kNoMLIRKind && known->stamp == stampOf(program, {}))
    return ProgramPlan(Kind::NoMLIR);
  if (known->kind != kPatchKind)
    return std::nullopt;
  Expected<TrackerFiles> files = chooseTracker(known->held, catalog);
  if (!files) {
    consumeError(files.takeError());
    return std::nullopt;
  }
  if (known->stamp != stampOf(program, *files) ||
      !isPlanFor(known->plan, program))
    return std::nullopt;
  ProgramPlan plan(Kind::Patch);
  plan.bytes = std::move(known->plan);
  plan.files = std::move(*files);
  plan.held = std::move(known->held);
  plan.unseen = std::move(known->unseen);
  return plan;
}

ProgramPlan PlanStore::makeOrFind(StringRef bytes, StringRef path,
                                  const FileIdentity &identity) {
  Expected<ProgramFile> program = ProgramFile::parse(bytes);
  if (!program) {
    consumeError(program.takeError());
    return ProgramPlan(Kind::NoMLIR);
  }
  std::string key = keyOf(*program, identity);
  bool isKept = bytes.size() >= kLeastKept;
  if (isKept)
    if (std::optional<ProgramPlan> plan = find(*program, key))
      return std::move(*plan);
  ProgramPlan plan = makePlan(*program, path, catalog);
  if (isKept && plan.kind == Kind::Patch)
    cache.keep(key, {kPatchKind, stampOf(*program, plan.files), plan.held,
                     plan.bytes, plan.unseen});
  if (isKept && plan.kind == Kind::NoMLIR)
    cache.keep(key, {kNoMLIRKind, stampOf(*program, {}), {}, {}, ""});
  return plan;
}

Expected<const ProgramPlan &> PlanStore::planFor(int descriptor) {
  Expected<FileIdentity> identity = identify(descriptor);
  if (!identity)
    return identity.takeError();
  auto known = plans.find(*identity);
  if (known != plans.end())
    return known->second;
  auto buffer = readOpenFile(descriptor);
  if (!buffer)
    return buffer.takeError();
  return plans[*identity] = makeOrFind((*buffer)->getBuffer(),
                                       pathOfOpenFile(descriptor), *identity);
}

static Error unreadable(Error error) {
  return createStringError("cannot be read: " + toString(std::move(error)));
}

/// What is kept says which tracker fitted when, and that is quick to check.
Expected<TrackerFiles> PlanStore::trackerOf(const ProgramFile &library,
                                            const FileIdentity &identity) {
  // It may have been asked for a plan of its own, too.
  std::string key = keyOf(library, identity) + "-library";
  if (std::optional<KnownFile> known = cache.find(key)) {
    Expected<TrackerFiles> files = chooseTracker(known->held, catalog);
    if (files && known->stamp == stampOf(library, *files))
      return files;
    consumeError(files.takeError());
  }
  Expected<HeldMLIR> held = heldMLIR(library);
  if (!held)
    return unreadable(held.takeError());
  Expected<TrackerFiles> files = chooseTracker(*held, catalog);
  if (!files)
    return files;
  if (Error error = checkClasses(library, *held, *files))
    return error;
  cache.keep(key, {kLibraryKind, stampOf(library, *files), *held, {}, ""});
  return files;
}

namespace {
/// A library, and its bytes.
struct OpenLibrary {
  std::unique_ptr<MemoryBuffer> bytes;
  ProgramFile file;
};
} // namespace

static Expected<OpenLibrary> readLibrary(int descriptor) {
  auto buffer = readOpenFile(descriptor);
  if (!buffer)
    return unreadable(buffer.takeError());
  Expected<ProgramFile> file = ProgramFile::parse((*buffer)->getBuffer());
  if (!file)
    return unreadable(file.takeError());
  return OpenLibrary{std::move(*buffer), std::move(*file)};
}

Expected<TrackerFiles> PlanStore::trackerFor(int descriptor) {
  Expected<FileIdentity> identity = identify(descriptor);
  if (!identity)
    return unreadable(identity.takeError());
  if (auto known = libraries.find(*identity); known != libraries.end())
    return known->second;
  Expected<OpenLibrary> library = readLibrary(descriptor);
  if (!library)
    return library.takeError();
  Expected<TrackerFiles> files = trackerOf(library->file, *identity);
  if (files)
    libraries.emplace(*identity, *files);
  return files;
}

Expected<std::string> PlanStore::llvmTrackerFor(int descriptor) {
  Expected<FileIdentity> identity = identify(descriptor);
  if (!identity)
    return unreadable(identity.takeError());
  if (auto known = llvmLibraries.find(*identity); known != llvmLibraries.end())
    return known->second;
  Expected<OpenLibrary> library = readLibrary(descriptor);
  if (!library)
    return library.takeError();
  Expected<HeldMLIR> held = heldMLIR(library->file);
  if (!held)
    return unreadable(held.takeError());
  Expected<std::string> tracker =
      catalog.findForLLVM(held->trackerKey(/*otherwise=*/"?"));
  if (tracker)
    llvmLibraries.emplace(*identity, *tracker);
  return tracker;
}

} // namespace mlir::trackdbg
