//===- OptionalPasses.h - What a compile can do without -------------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_OPTIONALPASSES_H
#define TRACKDBG_DEBUGGER_BISECT_OPTIONALPASSES_H

#include "bisect/Search.h"
#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Passes with candidates, by their arguments, or their names where they have
/// none. A pass that ran several times is one of them.
struct OptionalPasses {
  /// As Omission::passes: those without whose candidates it can be told whether
  /// a run is good; and the first without which it is good. Empty: none.
  std::string all, good;
  std::vector<std::string> needed; ///< The others.
};

/// The passes that some of these actions are in or are, named as in
/// Omission::passes.
std::vector<std::string> passesWith(const Lineage &lineage,
                                    llvm::ArrayRef<ActionId> candidates);

/// `probe` runs the compiler without the candidates in some passes, named as in
/// Omission::passes. One run for each pass.
llvm::Expected<OptionalPasses> findOptionalPasses(
    llvm::ArrayRef<std::string> passes,
    llvm::function_ref<llvm::Expected<Verdict>(const std::string &passes)>
        probe);

/// The candidates that are in such a pass.
std::vector<ActionId> thoseIn(const std::string &passes, const Lineage &lineage,
                              llvm::ArrayRef<ActionId> candidates);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_OPTIONALPASSES_H
