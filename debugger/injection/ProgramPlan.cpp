//===- ProgramPlan.cpp - How a program is tracked -------------------------===//

#include "injection/ProgramPlan.h"

#include "injection/DebugFile.h"
#include "patching/PatchPlanner.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Kind = ProgramPlan::Kind;

ProgramPlan refuse(std::string reason) {
  ProgramPlan plan(Kind::Refused);
  plan.reason = std::move(reason);
  return plan;
}

/// A library that goes into a program.
struct Library {
  std::unique_ptr<MemoryBuffer> bytes;
  ProgramFile file;
};

Expected<Library> readLibrary(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("needs '" + path + "', which cannot be read: " +
                             buffer.getError().message());
  if (std::string damage = findDamage((*buffer)->getBuffer()); !damage.empty())
    return createStringError("needs '" + path + "', which " + damage);
  Expected<ProgramFile> file = ProgramFile::parse((*buffer)->getBuffer());
  if (!file)
    return file.takeError();
  return Library{std::move(*buffer), std::move(*file)};
}

/// Where a program does not tell the version of its MLIR: that of the tracker
/// whose classes are like the program's. Empty where none is.
std::string guessVersion(const ProgramFile &program, const HeldMLIR &held,
                         const TrackerCatalog &trackers) {
  // Fewer may be the same by accident.
  constexpr unsigned kFewest = 4;
  std::string best;
  unsigned most = kFewest - 1;
  for (StringRef key : trackers.keys()) {
    HeldMLIR its = HeldMLIR::ofTrackerKey(key);
    std::optional<TrackerFiles> files = trackers.find(key);
    if (!its.isBuiltAs(held) || !files)
      continue;
    ClassComparison classes;
    Expected<Library> fallback = readLibrary(files->fallback);
    if (Error error =
            fallback ? compareClasses(program, fallback->file).moveInto(classes)
                     : fallback.takeError())
      consumeError(std::move(error));
    if (classes.different == 0 && classes.same > most) {
      most = classes.same;
      best = its.version;
    }
  }
  return best;
}

Error checkClasses(const ProgramFile &file, const HeldMLIR &held,
                   const TrackerFiles &files, const ProgramFile &fallback) {
  Expected<ClassComparison> classes = compareClasses(file, fallback);
  if (!classes)
    return classes.takeError();
  if (classes->different)
    return createStringError(fmt::format(
        "holds {}, and '{}' was built for one whose classes differ: "
        "'mlir-track-dbg build-tracker' builds a tracker that fits",
        held.describe(), files.tracker));
  return Error::success();
}

Expected<PatchPlan> planWith(const ProgramFile &program, const HeldMLIR &held,
                             const TrackerFiles &files) {
  Expected<Library> tracker = readLibrary(files.tracker);
  if (!tracker)
    return tracker.takeError();
  Expected<Library> fallback = readLibrary(files.fallback);
  if (!fallback)
    return fallback.takeError();
  if (Error error = checkClasses(program, held, files, fallback->file))
    return error;
  return planPatches({program, tracker->file, fallback->file, files.fallback});
}

std::string describeUnseen(ArrayRef<PatchPlan::Unseen> functions) {
  if (functions.empty())
    return "";
  constexpr size_t kMostNamed = 3;
  std::string text =
      fmt::format("has {} that cannot be hooked, so what {} not seen: ",
                  functions.size() == 1
                      ? "a function of MLIR"
                      : fmt::format("{} functions of MLIR", functions.size()),
                  functions.size() == 1 ? "it does is" : "they do is");
  for (const auto &[index, function] :
       enumerate(functions.take_front(kMostNamed)))
    text += fmt::format("{}{} ({})", index ? ", " : "",
                        demangle(function.symbol), function.why);
  if (functions.size() > kMostNamed)
    text += fmt::format(" and {} more", functions.size() - kMostNamed);
  return text;
}

std::string explainProtocol(int64_t version) {
  return fmt::format(
      "has a tracker that speaks protocol {}, and this mlir-track-dbg speaks "
      "{}: {}",
      version, kProtocolVersion,
      version < kProtocolVersion
          ? "link it again, with the tracker of this mlir-track-dbg"
          : "use the mlir-track-dbg that its tracker came with");
}

constexpr const char *kStripped =
    "has MLIR linked in statically and its symbols are stripped: link it "
    "without -s or strip, link it with MLIRTrackDbg::tracker, or use a "
    "compiler linked with libMLIR.so";

constexpr const char *kStatic =
    "is linked with -static, so that nothing can be loaded into it: link it "
    "without -static";

constexpr const char *kTwoMLIRs =
    "holds functions of MLIR and is linked with libMLIR.so too, so that it has "
    "two MLIRs: link either MLIR's archives or, in CMake, only the target MLIR";

ProgramPlan unreadable(Error error) {
  return refuse("has symbols that cannot be read: " +
                toString(std::move(error)));
}

/// What is said of a program that cannot or need not be patched. `isNamed`:
/// the names of MLIR's functions are known.
std::optional<ProgramPlan> withoutPatches(const ProgramFile &program,
                                          bool isNamed, bool hasMLIR) {
  bool isOfMLIR = program.isLibrary() && isLibraryOfMLIR(program.soname());
  bool needsMLIR = any_of(program.neededLibraries(), isLibraryOfMLIR);
  if (isOfMLIR || needsMLIR) {
    Expected<OwnCopies> copies = ownCopiesIn(program);
    if (!copies)
      return unreadable(copies.takeError());
    // The loader leads the calls of what MLIR exports to the trampolines.
    if (*copies == OwnCopies::None ||
        (*copies == OwnCopies::Exported && isOfMLIR))
      return ProgramPlan(Kind::NoMLIR);
    if (needsMLIR && (*copies == OwnCopies::Private || program.isLibrary()))
      return refuse(kTwoMLIRs);
    if (needsMLIR)
      return std::nullopt;
  }
  if (!hasMLIR)
    return ProgramPlan(Kind::NoMLIR);
  if (!isNamed)
    return refuse(kStripped);
  if (program.isStatic())
    return refuse(kStatic);
  return std::nullopt;
}

} // namespace

Expected<TrackerFiles> chooseTracker(const HeldMLIR &held,
                                     TrackerCatalog &trackers) {
  std::string key = held.trackerKey(TRACKDBG_MLIR_VERSION);
  std::optional<TrackerFiles> files = trackers.find(key);
  if (!files)
    return createStringError(fmt::format("holds {}, and this mlir-track-dbg {}",
                                         held.describe(),
                                         trackers.explainMissing(key)));
  const std::string &problem = trackers.problemOf(files->tracker, key);
  if (!problem.empty())
    return createStringError("needs a tracker, and " + problem);
  return std::move(*files);
}

Error checkClasses(const ProgramFile &file, const HeldMLIR &held,
                   const TrackerFiles &files) {
  Expected<Library> fallback = readLibrary(files.fallback);
  if (!fallback) {
    consumeError(fallback.takeError());
    return Error::success();
  }
  return checkClasses(file, held, files, fallback->file);
}

ProgramPlan makePlan(ProgramFile program, StringRef path,
                     TrackerCatalog &trackers) {
  if (std::optional<int64_t> protocol = linkedInProtocol(program))
    return *protocol == kProtocolVersion ? ProgramPlan(Kind::LinkedIn)
                                         : refuse(explainProtocol(*protocol));
  Expected<bool> isNamed = makesContexts(program);
  if (!isNamed)
    return unreadable(isNamed.takeError());
  // All of a file is searched where no name tells.
  bool hasMLIR = *isNamed || showsMLIR(program);
  std::unique_ptr<MemoryBuffer> debugFile;
  if (hasMLIR && !*isNamed && program.table() != ProgramFile::Table::Full)
    debugFile = readDebugFile(path, program);
  if (debugFile)
    isNamed = makesContexts(program);
  if (!isNamed)
    return unreadable(isNamed.takeError());
  if (auto verdict = withoutPatches(program, *isNamed, hasMLIR))
    return std::move(*verdict);
  Expected<HeldMLIR> held = heldMLIR(program);
  if (!held)
    return refuse(toString(held.takeError()));
  if (held->version.empty())
    held->version = guessVersion(program, *held, trackers);
  Expected<TrackerFiles> files = chooseTracker(*held, trackers);
  if (!files)
    return refuse(toString(files.takeError()));
  Expected<PatchPlan> made = planWith(program, *held, *files);
  if (!made)
    return refuse(toString(made.takeError()));
  ProgramPlan plan(Kind::Patch);
  plan.bytes = std::move(made->bytes);
  plan.unseen = describeUnseen(made->unseen);
  plan.files = std::move(*files);
  plan.held = std::move(*held);
  return plan;
}

} // namespace mlir::trackdbg
