//===- TrackerCatalog.cpp -------------------------------------------------===//

#include "injection/TrackerCatalog.h"

#include "injection/Injection.h"
#include "patching/HeldMLIR.h"
#include "trace/UserFolders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>
#include <set>

using namespace llvm;

namespace mlir::trackdbg {

constexpr StringLiteral kPrefix = "libtrackdbg-tracker-";
constexpr StringLiteral kSuffix = ".so";
constexpr const char *kRemedy = "build or install mlir-track-dbg again";

TrackerCatalog TrackerCatalog::installed() {
  std::vector<std::string> folders{
      sys::path::parent_path(libraryPath("x")).str()};
  if (std::string folder = dataFolder(); !folder.empty())
    folders.push_back(folder + "/trackers");
  return TrackerCatalog(std::move(folders));
}

std::optional<TrackerFiles> TrackerCatalog::find(StringRef key) const {
  for (const std::string &folder : folders) {
    TrackerFiles files{
        (folder + "/" + kPrefix + key + kSuffix).str(),
        (folder + "/libtrackdbg-fallback-" + key + kSuffix).str()};
    if (sys::fs::exists(files.tracker))
      return files;
  }
  return std::nullopt;
}

Expected<std::string> TrackerCatalog::findForLLVM(StringRef key) const {
  std::string name = ("libtrackdbg-llvm-" + key + kSuffix).str();
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + name; sys::fs::exists(path))
      return path;
  return createStringError(
      fmt::format("is LLVM {}, and this mlir-track-dbg lacks '{}' for it: {}",
                  key.str(), name,
                  key == TRACKDBG_MLIR_VERSION
                      ? kRemedy
                      : "'mlir-track-dbg build-tracker' builds it"));
}

std::string findDamage(StringRef library) {
  Expected<ProgramFile> file = ProgramFile::parse(library);
  bool isWhole = file && file->isWhole();
  consumeError(file.takeError());
  return isWhole ? "" : fmt::format("is damaged: {}", kRemedy);
}

/// What `problemOf` says, from the file.
static std::string findProblem(const std::string &tracker, StringRef key) {
  auto file = MemoryBuffer::getFile(tracker, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return fmt::format("'{}' cannot be read: {}", tracker,
                       file.getError().message());
  if (std::string damage = findDamage((*file)->getBuffer()); !damage.empty())
    return fmt::format("'{}' {}", tracker, damage);
  HeldMLIR held = HeldMLIR::ofTrackerKey(key);
  for (StringRef library : neededLibraries((*file)->getBuffer()))
    if (library.consume_front(held.isSplit ? "libMLIRIR.so." : "libMLIR.so."))
      return library == held.version
                 ? ""
                 : fmt::format("'{}' is one for MLIR {}: {}", tracker,
                               library.str(), kRemedy);
  return fmt::format("'{}' is damaged: {}", tracker, kRemedy);
}

const std::string &TrackerCatalog::problemOf(const std::string &tracker,
                                             StringRef key) {
  auto known = problems.find(tracker);
  if (known == problems.end())
    known = problems.emplace(tracker, findProblem(tracker, key)).first;
  return known->second;
}

void TrackerCatalog::readAll() {
  for (const std::string &key : keys())
    if (std::optional<TrackerFiles> files = find(key))
      problemOf(files->tracker, key);
}

std::vector<std::string> TrackerCatalog::keys() const {
  std::set<std::string> keys;
  for (const std::string &folder : folders) {
    std::error_code error;
    for (sys::fs::directory_iterator at(folder, error), end;
         !error && at != end; at.increment(error)) {
      StringRef name = sys::path::filename(at->path());
      if (name.consume_front(kPrefix) && name.consume_back(kSuffix))
        keys.insert(name.str());
    }
  }
  return {keys.begin(), keys.end()};
}

std::string TrackerCatalog::explainMissing(StringRef key) const {
  std::vector<std::string> known = keys();
  if (!folders.empty() && (known.empty() || key == TRACKDBG_MLIR_VERSION))
    return fmt::format("lacks its tracker '{}/{}{}{}': build or install it "
                       "again",
                       folders.front(), kPrefix.str(), key.str(),
                       kSuffix.str());
  return fmt::format("tracks MLIR {}; 'mlir-track-dbg build-tracker' builds a "
                     "tracker for another one",
                     join(known, ", "));
}

} // namespace mlir::trackdbg
