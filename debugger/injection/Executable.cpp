//===- Executable.cpp - Can this program be tracked? ----------------------===//

#include "injection/Executable.h"

#include "injection/FileDescriptor.h"
#include "patching/ProgramFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Tracking = Executable::Tracking;

Executable of(Tracking tracking, std::string path) {
  Executable result;
  result.tracking = tracking;
  result.path = std::move(path);
  return result;
}

Executable impossible(std::string path, std::string reason) {
  Executable result = of(Tracking::Impossible, std::move(path));
  result.reason = std::move(reason);
  return result;
}

/// Why `program` names no file that could be executed.
Error missing(StringRef program) {
  bool isPath = program.contains('/');
  sys::fs::file_status status;
  bool there = !sys::fs::status(program, status);
  if (!isPath)
    return createStringError(
        fmt::format("no program named '{}' in PATH{}", program.str(),
                    there && sys::fs::is_regular_file(status)
                        ? fmt::format("; did you mean './{}'?", program.str())
                        : "; write its path if it is elsewhere"));
  if (!there)
    return createStringError(
        fmt::format("there is no file '{}'", program.str()));
  if (sys::fs::is_directory(status))
    return createStringError(fmt::format(
        "'{}' is a directory; name a compiler in it", program.str()));
  return createStringError(fmt::format(
      "'{}' is not executable; 'chmod +x' makes it executable", program.str()));
}

/// The interpreter that a script names in its first line, or empty.
StringRef interpreterOf(StringRef bytes) {
  if (!bytes.consume_front("#!"))
    return {};
  StringRef line = bytes.take_until([](char c) { return c == '\n'; });
  return line.ltrim(" \t").take_until(
      [](char c) { return c == ' ' || c == '\t'; });
}

/// Whether the kernel gives a program rights that the user does not have. Its
/// loader then loads nothing that the environment names.
bool gainsRights(int program) {
  struct stat status;
  struct statvfs place;
  if (fstat(program, &status) != 0 || fstatvfs(program, &place) != 0 ||
      (place.f_flag & ST_NOSUID) || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
    return false;
  bool changesUser = (status.st_mode & S_ISUID) && status.st_uid != getuid();
  bool changesGroup = (status.st_mode & S_ISGID) &&
                      (status.st_mode & S_IXGRP) && status.st_gid != getgid();
  bool hasCapabilities =
      getuid() != 0 &&
      fgetxattr(program, "security.capability", nullptr, 0) > 0;
  return changesUser || changesGroup || hasCapabilities;
}

/// A program that holds no MLIR itself, by the libraries that it is linked
/// with.
Executable inspectLibraries(std::string path, StringRef bytes,
                            TrackerCatalog &trackers) {
  auto libraries = neededLibraries(bytes);
  for (StringRef library : libraries) {
    HeldMLIR held;
    held.version = library.split(".so.").second.str();
    held.isSplit = isSplitMLIR(library);
    if (!isLibraryOfMLIR(library) || held.version.empty())
      continue;
    std::string key = held.trackerKey(/*otherwise=*/"");
    std::optional<TrackerFiles> files = trackers.find(key);
    // The process says how its MLIR was built.
    if (!files && any_of(trackers.keys(), [&](StringRef key) {
          return HeldMLIR::ofTrackerKey(key).version == held.version;
        }))
      return of(Tracking::Preload, std::move(path));
    if (!files)
      return impossible(
          path,
          fmt::format("'{}' is linked with {}, and this mlir-track-dbg {}",
                      path, library.str(), trackers.explainMissing(key)));
    const std::string &problem = trackers.problemOf(files->tracker, key);
    if (!problem.empty())
      return impossible(
          path, fmt::format("'{}' needs a tracker, and {}", path, problem));
    return of(Tracking::Preload, std::move(path));
  }
  Executable result = of(Tracking::Unknown, std::move(path));
  result.usesLLVM = any_of(libraries, [](StringRef library) {
    return library.starts_with("libLLVM.so") || library.starts_with("libLLVM-");
  });
  return result;
}

Executable inspectFile(std::string path, int descriptor, StringRef bytes,
                       PlanStore &store) {
  if (!bytes.starts_with(ELF::ElfMagic)) {
    StringRef interpreter = interpreterOf(bytes);
    if (!interpreter.empty() && !sys::fs::exists(interpreter))
      return impossible(
          "", fmt::format("'{}' is a script for '{}', which is not there", path,
                          interpreter.str()));
    Executable script = of(Tracking::Unknown, std::move(path));
    script.isText = true;
    return script;
  }

  Expected<const ProgramPlan &> plan = store.planFor(descriptor);
  if (!plan)
    return impossible(path, fmt::format("'{}' cannot be read: {}", path,
                                        toString(plan.takeError())));
  switch (plan->kind) {
  case ProgramPlan::Kind::LinkedIn:
    return of(Tracking::LinkedIn, std::move(path));
  case ProgramPlan::Kind::Patch:
    return of(Tracking::Patch, std::move(path));
  case ProgramPlan::Kind::Refused:
    return impossible(path, fmt::format("'{}' {}", path, plan->reason));
  case ProgramPlan::Kind::NoMLIR:
    break;
  }
  return inspectLibraries(std::move(path), bytes, store.trackers());
}

} // namespace

Expected<std::string> findExecutable(StringRef program) {
  ErrorOr<std::string> path = sys::findProgramByName(program);
  // A program may be executable and not readable, unlike a script.
  if (!path || !sys::fs::is_regular_file(*path) ||
      access(path->c_str(), X_OK) != 0)
    return missing(program);
  return *path;
}

Executable inspectExecutable(StringRef program, PlanStore &store) {
  Expected<std::string> path = findExecutable(program);
  if (!path)
    return impossible("", toString(path.takeError()));
  // Who may not read it is shown nothing.
  FileDescriptor file(open(path->c_str(), O_RDONLY | O_CLOEXEC));
  if (!file)
    return of(Tracking::Unknown, *path);
  auto buffer = MemoryBuffer::getOpenFile(
      sys::fs::convertFDToNativeFile(file.get()), *path, /*FileSize=*/-1,
      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return of(Tracking::Unknown, *path);
  Executable result =
      inspectFile(*path, file.get(), (*buffer)->getBuffer(), store);
  bool isCompiler = result.tracking == Tracking::Preload ||
                    result.tracking == Tracking::LinkedIn ||
                    result.tracking == Tracking::Patch;
  if (isCompiler && gainsRights(file.get()))
    return impossible(
        *path, fmt::format("'{}' runs with the rights of its owner (setuid), "
                           "so that nothing can be loaded into it: use a copy "
                           "of it that does not",
                           *path));
  return result;
}

} // namespace mlir::trackdbg
