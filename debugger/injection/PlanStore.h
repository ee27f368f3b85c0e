//===- PlanStore.h - What is known of files with MLIR ---------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PLANSTORE_H
#define TRACKDBG_DEBUGGER_INJECTION_PLANSTORE_H

#include "injection/PlanCache.h"
#include "injection/ProgramPlan.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>

namespace mlir::trackdbg {

/// The path of an open file, or what the system says where it has none.
std::string pathOfOpenFile(int descriptor);

/// Answers each question once, and keeps on the disk what took long. One thread
/// at a time.
class PlanStore {
public:
  PlanStore(TrackerCatalog trackers, PlanCache cache)
      : catalog(std::move(trackers)), cache(std::move(cache)) {}

  /// With the trackers that are installed, and the user's cache.
  static PlanStore ofUser();

  TrackerCatalog &trackers() { return catalog; }
  /// For the program in an open file; valid as long as the store. An error if
  /// the file cannot be read. Takes up to a second for a program of 300 MB that
  /// is not in the cache, and a few milliseconds for most others.
  llvm::Expected<const ProgramPlan &> planFor(int descriptor);
  /// The tracker for a process whose MLIR is the library in an open file. The
  /// error is what follows the library's name in a sentence.
  llvm::Expected<TrackerFiles> trackerFor(int descriptor);
  /// The same for a process without MLIR, whose LLVM is that library.
  llvm::Expected<std::string> llvmTrackerFor(int descriptor);

private:
  llvm::Expected<TrackerFiles> trackerOf(const ProgramFile &library,
                                         const FileIdentity &identity);
  ProgramPlan makeOrFind(llvm::StringRef bytes, llvm::StringRef path,
                         const FileIdentity &identity);
  std::optional<ProgramPlan> find(const ProgramFile &program,
                                  llvm::StringRef key);

  TrackerCatalog catalog;
  PlanCache cache;
  std::map<FileIdentity, ProgramPlan> plans;
  /// Those that a tracker was found for.
  std::map<FileIdentity, TrackerFiles> libraries;
  std::map<FileIdentity, std::string> llvmLibraries; ///< Likewise.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PLANSTORE_H
