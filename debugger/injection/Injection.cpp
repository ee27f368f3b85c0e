//===- Injection.cpp - What makes a started compiler connect --------------===//

#include "injection/Injection.h"
#include "injection/TrackerCatalog.h"
#include "trackdbg/PatchPlan.h"
#include "trackdbg/Protocol.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace llvm;

namespace mlir::trackdbg {

/// A path below where we are installed, in one of the folders there.
static std::string installedPath(StringRef folder, StringRef name) {
  SmallString<256> self;
  if (sys::fs::real_path("/proc/self/exe", self))
    return name.str();
  SmallString<256> path = sys::path::parent_path(self);
  sys::path::append(path, "..", folder, "mlir-track-dbg", name);
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

std::string libraryPath(StringRef name) { return installedPath("lib", name); }
std::string dataPath(StringRef name) { return installedPath("share", name); }

Error checkOwnPlace() {
  if (sys::fs::exists("/proc/self/exe"))
    return Error::success();
  return createStringError("/proc is not mounted here; mlir-track-dbg needs "
                           "it to find its own files");
}

namespace {

/// The loader splits its list at blanks and colons and has no way to quote
/// them, so a library below such a folder gets another name.
std::string loadableName(const std::string &library,
                         const PrivateFolder &folder) {
  if (StringRef(library).find_first_of(" :") == StringRef::npos)
    return library;
  std::string link = folder.pathOf(sys::path::filename(library));
  (void)sys::fs::create_link(library, link);
  return link;
}

/// The loader says what it cannot find, and crashes in what is cut off.
Error checkWhole(const std::string &library) {
  auto file = MemoryBuffer::getFile(library, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError(fmt::format("'{}' cannot be read: {}", library,
                                         file.getError().message()));
  if (std::string damage = findDamage((*file)->getBuffer()); !damage.empty())
    return createStringError(fmt::format("'{}' {}", library, damage));
  return Error::success();
}

} // namespace

Expected<std::vector<std::string>>
injectionEnvironment(const Executable &executable, const RunSockets &sockets,
                     const PrivateFolder &folder, Stops stops) {
  std::vector<std::string> environment{
      fmt::format("{}={}", kSocketVariable, sockets.session),
      fmt::format("{}={}", plan::kSocketVariable, sockets.plans)};
  std::string preload = libraryPath("libtrackdbg-preload.so");
  if (sys::fs::exists(preload)) {
    if (Error error = checkWhole(preload))
      return error;
    std::string value = loadableName(preload, folder);
    // A recording does without what it costs.
    std::string heap = libraryPath("libtrackdbg-heap.so");
    if (stops == Stops::Yes && sys::fs::exists(heap)) {
      if (Error error = checkWhole(heap))
        return error;
      value = loadableName(heap, folder) + ":" + value;
    }
    const char *before = std::getenv("LD_PRELOAD");
    if (before && *before)
      value += fmt::format(":{}", before);
    environment.push_back("LD_PRELOAD=" + value);
  } else if (executable.tracking == Executable::Tracking::Preload ||
             executable.tracking == Executable::Tracking::Patch) {
    return createStringError(fmt::format(
        "there is no '{}', which would track '{}': build or install "
        "mlir-track-dbg again",
        preload, executable.path));
  }
  return environment;
}

} // namespace mlir::trackdbg
