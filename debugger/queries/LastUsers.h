//===- LastUsers.h - Since when nothing uses an op ------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_LASTUSERS_H
#define TRACKDBG_DEBUGGER_QUERIES_LASTUSERS_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::trackdbg {

/// What is known of the users of an op that was erased without a word on what
/// takes over from it.
enum class Disuse : uint8_t {
  /// Something may have taken over from it: it had users, or may have had.
  NotSeen,
  /// The pass that erased it is not over: only then is looked for what took
  /// over.
  NotOver,
  NoResults, ///< It had none, so nothing could take over.
  NeverUsed, ///< No op is known to have ever used its results.
  Unused,    ///< Nothing did any more when it was erased.
  /// All ops known to have used it had ended. That there were no others, or
  /// that these used it to their end, is not certain.
  LastKnown
};
/// "not seen", "not over", "no results", "never used", "unused", "last known".
llvm::StringRef toString(Disuse disuse);

struct LastUse {
  Disuse disuse = Disuse::NotSeen;
  /// Unused and LastKnown: the last op that used it, and the action that ended
  /// that or, if it lives on, that gave it something else to use.
  OpId user = 0;
  ActionId action = 0;
  bool livesOn = false;
};

/// Of each of `ops`, which are in ascending order. Reads all events up to the
/// last of their deaths once or twice; linear in these and in the ops whose
/// users they took over. Worth nothing where isCancelled().
std::vector<LastUse> lastUsesOf(const Lineage &lineage,
                                llvm::ArrayRef<OpId> ops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_LASTUSERS_H
