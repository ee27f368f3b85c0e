//===- Comparing.h - How two prints of IR differ, op by op ----------------===//

#ifndef TRACKDBG_COMMANDS_COMPARING_H
#define TRACKDBG_COMMANDS_COMPARING_H

#include "commands/Command.h"
#include "commands/Reply.h"
#include "graph/Lineage.h"
#include "stages/AddressedText.h"
#include "stages/DiffLines.h"
#include "stages/IdentityDiff.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::trackdbg {

/// The reply of 'diff' and its like, without its titles. `arguments` say how it
/// is shown and with how many lines around the changes. An `action` is given
/// where the two are its begin and its end. `noted` is that of diffByIdentity,
/// for other texts.
IdentityDiffReply compareOps(const Lineage &lineage, const DiffLines &before,
                             const DiffLines &after, const Arguments &arguments,
                             ActionId action = 0, ActionSpan noted = {});

/// The actions behind `before`, or from the first one if it is 0, to the end of
/// `pass`. Empty unless the tracker compared all ops when the pass was over:
/// only then does every op that was modified have a note.
ActionSpan notedActions(const Lineage &lineage, ActionId before, ActionId pass);

/// Adds what may differ where an action began, or ended: all that was printed
/// or, where other threads may have worked at the same time, the op that the
/// pass around the action ran on. `text` must outlive `lines`.
void addLinesOf(const Lineage &lineage, ActionId action, const StageText &text,
                DiffLines &lines);

/// As compareOps, for the prints of two processes, by diffOfPrints. The ops
/// that are around hunks have no number of the trace.
IdentityDiffReply comparePrints(llvm::StringRef before, llvm::StringRef after,
                                const Arguments &arguments);

/// IR as the tracker printed it for a DiffAnswer.
struct PrintedIR {
  llvm::StringRef text, hexTies;
  /// Event::position of the newest event when it was printed.
  uint64_t position = AddressedText::kNow;

  /// The op that was printed, as requests name it; empty where that is not
  /// known.
  std::string unit() const;
};
/// With the ops by their addresses. Nothing where the text does not say which
/// op is where.
std::optional<AddressedText> tiedText(const PrintedIR &printed);
/// As compareOps, for such prints; reads all events once. Nothing where one has
/// no tiedText.
std::optional<IdentityDiffReply> comparePrinted(const Lineage &lineage,
                                                const PrintedIR &before,
                                                const PrintedIR &after,
                                                const Arguments &arguments,
                                                ActionId action = 0);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_COMPARING_H
