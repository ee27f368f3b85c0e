//===- PlanStore.h - The plans for the programs of a run ------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_PLANSTORE_H
#define TRACKDBG_DEBUGGER_PATCHING_PLANSTORE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace mlir::trackdbg {

/// Whether a program can be patched, and how.
struct ProgramPlan {
  enum class Kind {
    NoMLIR,  ///< It defines nothing of MLIR, or was stripped of all names.
    Refused, ///< It holds MLIR, and cannot be patched.
    Patch
  };
  Kind kind = Kind::NoMLIR;
  std::vector<uint8_t> bytes; ///< Patch: as trackdbg/PatchPlan.h says.
  /// Refused: what follows the program's name in a sentence.
  std::string reason;
};

/// Makes a plan for each program once. One thread at a time.
class PlanStore {
public:
  /// The paths of the libraries that go into a patched program.
  PlanStore(std::string tracker, std::string fallback)
      : tracker(std::move(tracker)), fallback(std::move(fallback)) {}

  const std::string &trackerPath() const { return tracker; }
  const std::string &fallbackPath() const { return fallback; }
  /// The plan for the program in the open file `descriptor`; valid as long as
  /// the store. An error if the file cannot be read.
  llvm::Expected<const ProgramPlan &> planFor(int descriptor);

private:
  /// A file that was not written since: device, inode, size and time.
  using Identity = std::tuple<uint64_t, uint64_t, uint64_t, int64_t, int64_t>;

  std::string tracker, fallback;
  std::map<Identity, ProgramPlan> plans;
};

/// The plan for a program, from its bytes. Takes up to a second for a program
/// of 300 MB, and a few milliseconds for one without MLIR.
ProgramPlan makePlan(llvm::StringRef program, llvm::StringRef trackerPath,
                     llvm::StringRef fallbackPath);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_PLANSTORE_H
