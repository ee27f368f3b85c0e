//===- Executable.cpp - Can this program be tracked? ----------------------===//

#include "injection/Executable.h"

#include "patching/HeldMLIR.h"
#include "patching/PatchPlanner.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Tracking = Executable::Tracking;

// Type names that every compiler with MLIR inside carries, stripped or not:
// the mangled one comes with RTTI, the other from MLIR's own type ids.
constexpr StringLiteral kMLIRMarkers[] = {"N4mlir9OperationE",
                                          "DesiredTypeName = mlir::"};

bool contains(StringRef bytes, StringRef what) {
  return memmem(bytes.data(), bytes.size(), what.data(), what.size());
}

Executable impossible(std::string path, std::string reason) {
  return {Tracking::Impossible, std::move(path), false, std::move(reason)};
}

/// Why `program` names no file that could be executed.
Executable explainMissing(StringRef program) {
  bool isPath = program.contains('/');
  sys::fs::file_status status;
  bool there = !sys::fs::status(program, status);
  if (!isPath)
    return impossible(
        "",
        fmt::format("no program named '{}' in PATH{}", program.str(),
                    there && sys::fs::is_regular_file(status)
                        ? fmt::format("; did you mean './{}'?", program.str())
                        : "; write its path if it is elsewhere"));
  if (!there)
    return impossible("", fmt::format("there is no file '{}'", program.str()));
  if (sys::fs::is_directory(status))
    return impossible("",
                      fmt::format("'{}' is a directory; name a compiler in it",
                                  program.str()));
  return impossible(
      "", fmt::format("'{}' is not executable; 'chmod +x' makes it executable",
                      program.str()));
}

/// The interpreter that a script names in its first line, or empty.
StringRef interpreterOf(StringRef bytes) {
  if (!bytes.consume_front("#!"))
    return {};
  StringRef line = bytes.take_until([](char c) { return c == '\n'; });
  return line.ltrim(" \t").take_until(
      [](char c) { return c == ' ' || c == '\t'; });
}

/// A program that holds MLIR, and no tracker.
Executable inspectStatic(std::string path, StringRef bytes) {
  Expected<ProgramFile> program = ProgramFile::parse(bytes);
  Expected<bool> isNamed =
      program ? makesContexts(*program) : program.takeError();
  if (!isNamed)
    return impossible(path, fmt::format("the symbols of '{}' cannot be read: "
                                        "{}",
                                        path, toString(isNamed.takeError())));
  if (!*isNamed)
    return impossible(
        path,
        fmt::format("'{}' has MLIR linked in statically and its symbols are "
                    "stripped: link it without -s or strip, link it with "
                    "MLIRTrackDbg::tracker, or use a compiler linked with "
                    "libMLIR.so." TRACKDBG_MLIR_VERSION,
                    path));
  if (std::string why = whyNotTracked(*program, bytes); !why.empty())
    return impossible(path, fmt::format("'{}' {}", path, why));
  return {Tracking::Patch, std::move(path), false, ""};
}

Executable inspectFile(std::string path, StringRef bytes) {
  if (!bytes.starts_with(ELF::ElfMagic)) {
    StringRef interpreter = interpreterOf(bytes);
    if (!interpreter.empty() && !sys::fs::exists(interpreter))
      return impossible(
          "", fmt::format("'{}' is a script for '{}', which is not there", path,
                          interpreter.str()));
    return {Tracking::Unknown, std::move(path), /*isText=*/true, ""};
  }

  std::string other;
  for (const std::string &library : neededLibraries(bytes)) {
    if (library == "libMLIR.so." TRACKDBG_MLIR_VERSION)
      return {Tracking::Preload, std::move(path), false, ""};
    if (StringRef(library).starts_with("libMLIR.so"))
      other = library;
  }
  if (std::optional<int64_t> version = linkedInProtocol(bytes)) {
    if (*version == kProtocolVersion)
      return {Tracking::LinkedIn, std::move(path), false, ""};
    return impossible(
        path, fmt::format("the tracker linked into '{}' speaks protocol {}, "
                          "and this mlir-track-dbg speaks {}: {}",
                          path, *version, kProtocolVersion,
                          *version < kProtocolVersion
                              ? "link it again, with the tracker of this "
                                "mlir-track-dbg"
                              : "use the mlir-track-dbg that its tracker came "
                                "with"));
  }
  if (!other.empty())
    return impossible(
        path, fmt::format("'{}' is linked with {}, and this mlir-track-dbg "
                          "tracks MLIR " TRACKDBG_MLIR_VERSION
                          ": use a compiler linked with "
                          "libMLIR.so." TRACKDBG_MLIR_VERSION
                          ", or build mlir-track-dbg with that MLIR",
                          path, other));
  if (any_of(kMLIRMarkers, [&](StringRef m) { return contains(bytes, m); }))
    return inspectStatic(std::move(path), bytes);
  return {Tracking::Unknown, std::move(path), false, ""};
}

} // namespace

Executable inspectExecutable(StringRef program) {
  ErrorOr<std::string> path = sys::findProgramByName(program);
  if (!path || !sys::fs::can_execute(*path))
    return explainMissing(program);
  auto buffer = MemoryBuffer::getFile(*path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  // A program may be executable and not readable: then it shows nothing.
  if (!buffer)
    return {Tracking::Unknown, *path, false, ""};
  return inspectFile(*path, (*buffer)->getBuffer());
}

} // namespace mlir::trackdbg
