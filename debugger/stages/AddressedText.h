//===- AddressedText.h - Printed IR whose ops have yet to be found --------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_ADDRESSEDTEXT_H
#define TRACKDBG_DEBUGGER_STAGES_ADDRESSEDTEXT_H

#include "stages/StageText.h"

#include "llvm/ADT/ArrayRef.h"

#include <limits>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What the tracker has printed: it knows the ops by their addresses, which
/// other ops may have by now.
struct AddressedText {
  /// The newest event.
  static constexpr uint64_t kNow = std::numeric_limits<uint64_t>::max();

  std::string text;
  std::vector<Tie> ties;
  std::vector<uint64_t> addresses; ///< Of the ties.
  /// Event::position up to which events had happened when it was printed.
  uint64_t position = kNow;

  /// Reads `count` ties from the bytes of layOutTies (SnapshotTies.h). False
  /// where they are none.
  bool setTies(llvm::StringRef bytes, uint64_t count);
};

/// Finds the ops of the ties, by one walk over all events for all texts.
void findTiedOps(const Lineage &lineage,
                 llvm::MutableArrayRef<AddressedText> texts);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_ADDRESSEDTEXT_H
