//===- PrivateFolder.cpp - A folder that only its user can enter ----------===//

#include "injection/PrivateFolder.h"

#include "injection/SystemError.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sys/un.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<PrivateFolder> PrivateFolder::create() {
  const char *chosen = std::getenv("TMPDIR");
  std::string base = chosen && *chosen == '/' ? chosen : "/tmp";
  constexpr StringLiteral kName = "/mlir-track-dbg-XXXXXX";
  constexpr size_t kRoomForNames = 24;
  if (base.size() + kName.size() + kRoomForNames >=
      sizeof(sockaddr_un::sun_path))
    base = "/tmp";
  std::string path = base + kName.str();
  if (!mkdtemp(path.data()))
    return createStringError(fmt::format("cannot make a folder in '{}': {}",
                                         base, errorText(errno)));
  return PrivateFolder(std::move(path));
}

PrivateFolder::~PrivateFolder() {
  // LLVM's removal leaves everything that is neither file nor folder.
  std::error_code ignored;
  if (!path.empty())
    std::filesystem::remove_all(path, ignored);
}

std::string PrivateFolder::pathOf(StringRef name) const {
  return path + "/" + name.str();
}

} // namespace mlir::trackdbg
