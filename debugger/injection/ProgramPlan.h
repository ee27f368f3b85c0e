//===- ProgramPlan.h - How a program is tracked ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PROGRAMPLAN_H
#define TRACKDBG_DEBUGGER_INJECTION_PROGRAMPLAN_H

#include "injection/TrackerCatalog.h"
#include "patching/HeldMLIR.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// How a program is tracked.
struct ProgramPlan {
  enum class Kind {
    NoMLIR,   ///< It holds none, as far as it shows.
    LinkedIn, ///< It holds MLIR, and our tracker.
    Patch,    ///< It holds MLIR, with the names of its functions.
    Refused   ///< It holds MLIR that cannot be tracked.
  };
  explicit ProgramPlan(Kind kind = Kind::NoMLIR) : kind(kind) {}
  Kind kind;
  HeldMLIR held;              ///< Patch.
  TrackerFiles files;         ///< Patch.
  std::vector<uint8_t> bytes; ///< Patch: as trackdbg/PatchPlan.h says.
  /// Patch: which functions cannot be hooked, as what follows the program's
  /// name in a sentence. Empty where all can.
  std::string unseen;
  /// Refused: what follows the program's name in a sentence.
  std::string reason;
};

/// The tracker for `held`. An error is what follows a name in a sentence.
llvm::Expected<TrackerFiles> chooseTracker(const HeldMLIR &held,
                                           TrackerCatalog &trackers);

/// An error, as above, if the classes of `file`, which holds `held`, are not
/// those of the MLIR that the tracker was built for. Where there are no copies
/// to compare them with, that is not known.
llvm::Error checkClasses(const ProgramFile &file, const HeldMLIR &held,
                         const TrackerFiles &files);

/// The plan for the program at `path`. Where it has been stripped, its file of
/// debugging information is read too.
ProgramPlan makePlan(ProgramFile program, llvm::StringRef path,
                     TrackerCatalog &trackers);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PROGRAMPLAN_H
