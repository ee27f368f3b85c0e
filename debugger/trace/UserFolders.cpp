//===- UserFolders.cpp ----------------------------------------------------===//

#include "trace/UserFolders.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

namespace mlir::trackdbg {

static std::string userFolder(const char *variable, StringRef otherwise,
                              StringRef program = "mlir-track-dbg") {
  SmallString<128> path;
  const char *value = getenv(variable);
  // The rules say that a relative folder is to be ignored.
  if (value && sys::path::is_absolute(value)) {
    path = value;
  } else {
    // Nobody makes a home folder that is not there.
    if (!sys::path::home_directory(path) || !sys::path::is_absolute(path) ||
        !sys::fs::is_directory(path))
      return "";
    sys::path::append(path, otherwise);
  }
  sys::path::append(path, program);
  return path.str().str();
}

std::string configurationFolder() {
  return userFolder("XDG_CONFIG_HOME", ".config");
}

std::string stateFolder() {
  return userFolder("XDG_STATE_HOME", ".local/state");
}

std::string dataFolder() { return userFolder("XDG_DATA_HOME", ".local/share"); }

std::string cacheFolder(StringRef program) {
  return userFolder("XDG_CACHE_HOME", ".cache", program);
}

} // namespace mlir::trackdbg
