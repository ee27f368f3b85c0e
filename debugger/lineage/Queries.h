//===- Queries.h - Questions to the lineage, answered in plain structs ----===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_QUERIES_H
#define TRACKDBG_DEBUGGER_LINEAGE_QUERIES_H

#include "lineage/Lineage.h"
#include "lineage/OpSpec.h"
#include "trackdbg/Protocol.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct QueryOptions {
  /// Leave out what only a location connects.
  bool exactOnly = false;
  /// Steps from the op that was asked for; beyond it is folded.
  unsigned depth = 1000;
  /// Nodes in the answer; the rest is folded and counted. The nearest to the
  /// op are kept.
  size_t maxNodes = 200;
  /// For `%5`, `@f/%5`, `@f`.
  LiveResolver resolver;
};

/// An action as an answer names it. Number 0: outside every action.
struct ActionRef {
  ActionId number = 0;
  std::string tag;     ///< "apply-pattern", ...
  std::string name;    ///< Pattern or pass, or empty.
  std::string pass;    ///< The pass around it (its argument, or its name), or
                       ///< its own where it is one.
  std::string pattern; ///< Its name where it is a pattern.
};

/// An op as an answer names it.
struct OpRef {
  OpId id = 0;
  std::string name;     ///< "linalg.matmul"
  std::string symbol;   ///< "main", or empty
  std::string location; ///< "conv.mlir:12:3", or empty
  Ended ended = Ended::Alive;
  bool alive = true;
  ActionRef endedBy; ///< Where it is not alive.
};

/// One line of a tree, in the order in which it is shown.
struct LineageNode {
  OpRef op;
  unsigned depth = 0; ///< 0: an op that was asked for.
  /// How it is connected with the line above it that has depth - 1; none at
  /// depth 0.
  std::optional<Evidence> evidence;
  ActionRef action; ///< Where that happened.
  /// It was listed already, and what is below it is listed there.
  bool repeated = false;
  /// Its neighbours that are not in the answer.
  uint32_t folded = 0;
};

struct LineageTree {
  std::vector<LineageNode> nodes;
  /// Ops that the spec names and that none of the others leads to: the ones at
  /// depth 0.
  uint64_t asked = 0;
  uint64_t reached = 0; ///< All different ops of the whole answer.
  uint64_t folded = 0;  ///< Those of them that are not in `nodes`.
  uint64_t alive = 0;   ///< Those of `reached` that are alive.
  /// became(): what is alive of it in the end. origin(): where nothing leads
  /// further back. By op name, the most frequent first.
  struct NameCount {
    std::string name;
    uint64_t count = 0;
  };
  std::vector<NameCount> leaves;
};

/// What the ops became, forward to the newest event.
llvm::Expected<LineageTree> became(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options = {});
/// What the ops came from, back to the input.
llvm::Expected<LineageTree> origin(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options = {});

/// One event in the life of an op.
struct HistoryEntry {
  enum class Kind { Born, Modified, Moved, GaveRise, Absorbed, Ended };
  Kind kind = Kind::Born;
  ActionRef action;
  /// Born: from what, if known. GaveRise and Ended: into what. Absorbed: what
  /// it took over from when it was there already.
  std::vector<OpRef> others;
  std::optional<Evidence> evidence;
  uint32_t folded = 0; ///< Others that are not listed.
};
struct History {
  OpRef op;
  std::vector<HistoryEntry> entries; ///< In order of the actions.
};
struct HistoryAnswer {
  std::vector<History> ops;
  uint64_t folded = 0; ///< Ops beyond maxNodes.
};
llvm::Expected<HistoryAnswer> history(const Lineage &lineage,
                                      llvm::StringRef spec,
                                      const QueryOptions &options = {});

struct OpListEntry {
  OpRef op;
  ActionRef bornIn;
  OpId parent = 0;
};
struct OpList {
  std::vector<OpListEntry> ops;
  uint64_t folded = 0;
};
/// The ops themselves; an empty spec names all. Cut to maxNodes.
llvm::Expected<OpList> ops(const Lineage &lineage, llvm::StringRef spec,
                           const QueryOptions &options = {});

OpRef describeOp(const Lineage &lineage, OpId id);
ActionRef describeAction(const Lineage &lineage, ActionId id);

/// The actions that are open at the newest event, innermost first: the
/// backtrace of a compiler that died.
std::vector<Frame> stackAtEnd(const Lineage &lineage);
Frame describeFrame(const Lineage &lineage, ActionId id);
/// How long the frame's action has been at work, up to the newest event that
/// has a time.
std::chrono::nanoseconds openFor(const Lineage &lineage, ActionId id);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_QUERIES_H
