//===- PlanStore.cpp - The plans for the programs of a run ----------------===//

#include "patching/PlanStore.h"

#include "patching/HeldMLIR.h"
#include "patching/PatchPlanner.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/stat.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

ProgramPlan refuse(std::string reason) {
  ProgramPlan plan;
  plan.kind = ProgramPlan::Kind::Refused;
  plan.reason = std::move(reason);
  return plan;
}

Expected<std::unique_ptr<MemoryBuffer>> openLibrary(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("needs '" + path + "', which cannot be read: " +
                             buffer.getError().message());
  return std::move(*buffer);
}

Expected<PatchPlan> planWith(const ProgramFile &program, StringRef trackerPath,
                             StringRef fallbackPath) {
  auto trackerFile = openLibrary(trackerPath);
  if (!trackerFile)
    return trackerFile.takeError();
  auto fallbackFile = openLibrary(fallbackPath);
  if (!fallbackFile)
    return fallbackFile.takeError();
  Expected<ProgramFile> tracker =
      ProgramFile::parse((*trackerFile)->getBuffer());
  if (!tracker)
    return tracker.takeError();
  Expected<ProgramFile> fallback =
      ProgramFile::parse((*fallbackFile)->getBuffer());
  if (!fallback)
    return fallback.takeError();
  return planPatches({program, program, *tracker, *fallback});
}

} // namespace

ProgramPlan makePlan(StringRef bytes, StringRef trackerPath,
                     StringRef fallbackPath) {
  Expected<ProgramFile> program = ProgramFile::parse(bytes);
  Expected<bool> holdsMLIR =
      program ? makesContexts(*program) : program.takeError();
  if (!holdsMLIR) {
    consumeError(holdsMLIR.takeError());
    return {};
  }
  // A tracker that is linked in needs no help.
  if (!*holdsMLIR || linkedInProtocol(bytes))
    return {};
  if (std::string why = whyNotTracked(*program, bytes); !why.empty())
    return refuse(std::move(why));
  Expected<PatchPlan> made = planWith(*program, trackerPath, fallbackPath);
  if (!made)
    return refuse(toString(made.takeError()));
  ProgramPlan plan;
  plan.kind = ProgramPlan::Kind::Patch;
  plan.bytes = std::move(made->bytes);
  return plan;
}

Expected<const ProgramPlan &> PlanStore::planFor(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return errorCodeToError(errnoAsErrorCode());
  if (!S_ISREG(status.st_mode))
    return createStringError("not a regular file");
  Identity identity(status.st_dev, status.st_ino, status.st_size,
                    status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  auto known = plans.find(identity);
  if (known != plans.end())
    return known->second;
  auto buffer = MemoryBuffer::getOpenFile(
      sys::fs::convertFDToNativeFile(descriptor), "program", status.st_size,
      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return errorCodeToError(buffer.getError());
  return plans[identity] = makePlan((*buffer)->getBuffer(), tracker, fallback);
}

} // namespace mlir::trackdbg
