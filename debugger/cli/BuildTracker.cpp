//===- BuildTracker.cpp - The subcommand that builds a tracker ------------===//
//
// CMake does the work, in three steps, with the tracker's sources that are
// installed beside the debugger.
//
//===----------------------------------------------------------------------===//

#include "cli/Subcommands.h"

#include "commands/Errors.h"
#include "injection/Injection.h"
#include "trace/UserFolders.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"

#include <fmt/format.h>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

/// The folder of MLIRConfig.cmake, below a folder that the user names.
Expected<std::string> findConfig(StringRef folder) {
  SmallString<256> absolute(folder);
  sys::fs::make_absolute(absolute);
  for (StringRef below : {"", "lib/cmake/mlir", "lib64/cmake/mlir"}) {
    SmallString<256> path = absolute;
    sys::path::append(path, below);
    if (sys::fs::exists(path + "/MLIRConfig.cmake"))
      return path.str().str();
  }
  return fail("'{0}' has no MLIRConfig.cmake: name the folder where MLIR is "
              "installed or built, or its lib/cmake/mlir",
              folder);
}

/// Where the sources of the tracker are installed.
Expected<std::string> findSources() {
  std::string path = dataPath("tracker/actions");
  if (sys::fs::exists(path + "/CMakeLists.txt"))
    return path;
  return fail("there are no sources in '{0}': install mlir-track-dbg again",
              path);
}

/// Runs CMake, with what it prints at the end of a log.
class CMake {
public:
  explicit CMake(std::string logFile) : log(std::move(logFile)) {}

  Error run(StringRef what, ArrayRef<StringRef> arguments) {
    ErrorOr<std::string> program = sys::findProgramByName("cmake");
    if (!program)
      return fail("there is no cmake in PATH, which builds the tracker");
    writeAll(STDOUT_FILENO, fmt::format("== {}\n", what.str()));
    SmallVector<StringRef> words{*program};
    append_range(words, arguments);
    std::string message;
    std::optional<StringRef> redirects[] = {StringRef("/dev/null"),
                                            StringRef(log), StringRef(log)};
    int code = sys::ExecuteAndWait(*program, words, std::nullopt, redirects, 0,
                                   0, &message);
    if (code == 0)
      return Error::success();
    return fail("cmake failed{0}; '{1}' says:\n{2}",
                message.empty() ? "" : ": " + message, log, whatWentWrong());
  }

private:
  /// What CMake calls an error, or the last lines.
  std::string whatWentWrong() const {
    auto text = MemoryBuffer::getFile(log);
    if (!text)
      return "";
    constexpr size_t kMostLines = 20;
    SmallVector<StringRef> lines;
    (*text)->getBuffer().rtrim().split(lines, '\n');
    auto *error = find_if(
        lines, [](StringRef line) { return line.starts_with("CMake Error"); });
    ArrayRef<StringRef> shown(lines);
    shown = error != lines.end()
                ? shown.drop_front(error - lines.begin()).take_front(kMostLines)
                : shown.take_back(kMostLines);
    return join(shown, "\n");
  }

  std::string log;
};

/// The tracker among the files that were installed.
std::string installedTracker(StringRef build) {
  auto manifest = MemoryBuffer::getFile(build + "/install_manifest.txt");
  if (!manifest)
    return "";
  SmallVector<StringRef> files;
  (*manifest)->getBuffer().split(files, '\n');
  for (StringRef file : files)
    if (file.contains("libtrackdbg-tracker-"))
      return file.str();
  return "";
}

Error buildTracker(const CommandLine &line) {
  Expected<std::string> config = findConfig(line.mlirFolder);
  if (!config)
    return config.takeError();
  Expected<std::string> sources = findSources();
  if (!sources)
    return sources.takeError();
  std::string data = dataFolder(), cache = cacheFolder();
  if (data.empty() || cache.empty())
    return fail("there is no home folder to keep a tracker in: set HOME");
  std::string build =
      fmt::format("{}/trackers/{:x}", cache, xxh3_64bits(StringRef(*config)));
  // CMake would keep what an earlier try has found.
  sys::fs::remove_directories(build);
  if (std::error_code error = sys::fs::create_directories(build))
    return fail("cannot make '{0}': {1}", build, error.message());

  CMake cmake(build + "/log");
  std::string mlir = "-DMLIR_DIR=" + *config;
  std::string compiler = "-DCMAKE_CXX_COMPILER=" + line.compiler;
  SmallVector<StringRef> configure{
      "-S", *sources, "-B", build, mlir, "-DTRACKDBG_LIBRARY_DIR=trackers"};
  if (!line.compiler.empty())
    configure.push_back(compiler);
  if (Error error = cmake.run(
          fmt::format("Configuring for the MLIR in {}", *config), configure))
    return error;
  std::string jobs =
      std::to_string(std::max(1u, std::thread::hardware_concurrency()));
  if (Error error = cmake.run("Building the tracker",
                              {"--build", build, "--parallel", jobs}))
    return error;
  if (Error error =
          cmake.run("Installing it", {"--install", build, "--prefix", data}))
    return error;
  writeAll(STDOUT_FILENO,
           fmt::format("== '{}' is used from now on for compilers with this "
                       "MLIR.\n",
                       installedTracker(build)));
  return Error::success();
}

} // namespace

int runBuildTracker(CommandLine line) {
  if (Error error = buildTracker(line))
    return reportError(std::move(error), 1);
  return 0;
}

} // namespace mlir::trackdbg
