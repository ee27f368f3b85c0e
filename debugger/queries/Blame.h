//===- Blame.h - Every action that touched what ops became ----------------===//
//
// Counted is what an action did to an op from the moment on when the op was
// asked for or had become part of the answer: what an op that others were
// merged into, or replaced by, went through before that is not theirs.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_BLAME_H
#define TRACKDBG_DEBUGGER_QUERIES_BLAME_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// What an action does to an op, in the order in which they are listed.
enum class Deed : uint8_t { Made, Changed, Moved, Replaced, Merged, Erased };
/// "made", "changed", ...
llvm::StringRef toString(Deed deed);

struct DeedCount {
  Deed deed = Deed::Made;
  std::string name; ///< Of the ops.
  uint64_t count = 0;
  /// Only a source place connects these ops with those asked for.
  bool approximate = false;
  /// Changed: "attribute value", "operand 1", ...: some of what differs.
  std::vector<std::string> what;
  OpId first = 0; ///< The first of the ops.
};

struct BlameRow {
  ActionRef action;
  /// By deed; the recorded before the approximate.
  std::vector<DeedCount> deeds;
  /// Not 0: the row stands for so many actions of one run of a pass, the first
  /// of which is `action`. They are the same pattern, or pass, and did the same
  /// to ops of the same names; the deeds are those of all of them.
  uint32_t alike = 0;
  ActionId last = 0; ///< The last of these.
  /// With Fold::Passes: what the user calls the pass, empty outside of passes;
  /// and how many actions the row stands for, the first of which is `action`.
  std::string pass;
  uint64_t actions = 0;
};

struct BlameAnswer {
  /// In the order in which the actions began; each action is in one row. What
  /// happened outside every action, as when the input is read, comes first in a
  /// row of its own, whose action has number 0. It counts for no limit.
  std::vector<BlameRow> rows;
  ActionId uncomparedFrom = 0; ///< See Lineage.
  std::string moment;          ///< In words, where one was asked for.
  std::string onlyPass;        ///< The rows and counts are of this pass only.
  uint64_t asked = 0;          ///< Ops that the spec names.
  uint64_t reached = 0;        ///< Further ops that these became.
  OthersAtPlace others;
  uint64_t actions = 0;  ///< That touched any of them, listed or not.
  uint64_t passRuns = 0; ///< In which these actions were.
  uint64_t folded = 0;   ///< Actions beyond maxNodes rows.
  uint64_t unseen = 0;   ///< Ops whose end no action is known for.
};

/// The time of events outside every action is not known, so all of them are
/// listed at every moment. n log n of the ops that are reached and what
/// happened to them. An error says which op, or which pass, is not there.
llvm::Expected<BlameAnswer> blame(const Lineage &lineage, llvm::StringRef spec,
                                  const QueryOptions &options = {});

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_BLAME_H
