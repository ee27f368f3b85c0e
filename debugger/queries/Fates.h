//===- Fates.h - How many ops were made, and how they ended ---------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_FATES_H
#define TRACKDBG_DEBUGGER_QUERIES_FATES_H

#include "graph/Lineage.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

enum class FateKey {
  Op,        ///< One row for each op name.
  Pass,      ///< One for each pass: what it made, and what it ended.
  Pattern,   ///< The same for each pattern, and for what ran outside of them.
  NativeLine ///< One for each line of C++ that made ops.
};
/// "op", "pass", "pattern" or "native-line".
llvm::StringRef toString(FateKey key);
llvm::Expected<FateKey> parseFateKey(llvm::StringRef text);

struct FateRow {
  std::string name; ///< Empty: outside every pass or action.
  bool isPattern = false;
  uint64_t created = 0;
  /// By name or by line: how the ops of that name, or those that the line made,
  /// ended. Otherwise: the ops that ended in
  /// the pass or pattern, wherever they were made.
  uint64_t replaced = 0, merged = 0, erased = 0, unseen = 0;
  uint64_t alive = 0; ///< Of `created`, those that are still there.
};

struct FateTable {
  FateKey by = FateKey::Op;
  /// Passes in the order of their first work, the others by what they made or
  /// ended, whichever is more, the largest first.
  std::vector<FateRow> rows;
  /// Of all ops. What was created has ended in one of the ways or is alive.
  FateRow total;
};

/// Linear in the ops. `lineOf` says which line of C++ has made an op, for
/// NativeLine; empty where it is not known.
FateTable fates(const Lineage &lineage, FateKey by,
                llvm::function_ref<llvm::StringRef(OpId)> lineOf = nullptr);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_FATES_H
