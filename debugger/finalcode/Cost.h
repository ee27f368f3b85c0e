//===- Cost.h - What the code of ops has cost -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_COST_H
#define TRACKDBG_DEBUGGER_FINALCODE_COST_H

#include "finalcode/CostAnswers.h"
#include "profile/Profile.h"

#include <optional>

namespace mlir::trackdbg {

/// "op", "line", "pass" or "function"; none for other words.
std::optional<CostBy> parseCostBy(llvm::StringRef word);

struct CostQuestion {
  CostBy by = CostBy::Op;
  /// Stands for the profile's own program, where that was moved; or empty.
  std::string program;
  std::string folder;    ///< With more traces; see CodeTraces.
  std::string inputFrom; ///< Likewise.
};

/// Where the cost of a profile, which was read from `path`, comes from. Linear
/// in the profile, in the machine code that the traces have, and in what its
/// ops came from. The error, a sentence without a period, says why nothing is
/// known.
llvm::Expected<CostAnswer> costOf(const Lineage &lineage,
                                  const Profile &profile, llvm::StringRef path,
                                  const CostQuestion &question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_COST_H
