//===- DebugFile.cpp ------------------------------------------------------===//

#include "injection/DebugFile.h"

#include "trace/UserFolders.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace llvm;

namespace mlir::trackdbg {

/// Where distributions install debugging information.
static constexpr const char *kSystemFolder = "/usr/lib/debug";

static std::string inFolder(const Twine &a, const Twine &b,
                            const Twine &c = "") {
  SmallString<128> path;
  sys::path::append(path, a, b, c);
  return path.str().str();
}

/// As libdebuginfod looks for it.
static std::string debuginfodFolder() {
  if (const char *folder = getenv("DEBUGINFOD_CACHE_PATH"))
    return folder;
  return cacheFolder("debuginfod_client");
}

static std::vector<std::string> debugFilesOf(StringRef path,
                                             const ProgramFile &program) {
  std::vector<std::string> files;
  std::string id = toHex(program.buildId(), /*LowerCase=*/true);
  constexpr size_t kFolderDigits = 2;
  if (id.size() > kFolderDigits)
    files.push_back(fmt::format("{}/.build-id/{}/{}.debug", kSystemFolder,
                                id.substr(0, kFolderDigits),
                                id.substr(kFolderDigits)));
  StringRef folder = sys::path::parent_path(path);
  StringRef name = program.debugLink();
  if (!name.empty() && !name.contains('/') && !folder.empty()) {
    files.push_back(inFolder(folder, name));
    files.push_back(inFolder(folder, ".debug", name));
    files.push_back(inFolder(kSystemFolder, folder, name));
  }
  std::string fetched = debuginfodFolder();
  if (!id.empty() && !fetched.empty())
    files.push_back(inFolder(fetched, id, "debuginfo"));
  return files;
}

std::unique_ptr<MemoryBuffer> readDebugFile(StringRef path,
                                            ProgramFile &program) {
  for (const std::string &file : debugFilesOf(path, program)) {
    // A device or a pipe may never end.
    if (!sys::fs::is_regular_file(file))
      continue;
    auto buffer = MemoryBuffer::getFile(file, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!buffer)
      continue;
    Error error = program.takeSymbolsFrom((*buffer)->getBuffer());
    if (!error)
      return std::move(*buffer);
    consumeError(std::move(error));
  }
  return nullptr;
}

} // namespace mlir::trackdbg
