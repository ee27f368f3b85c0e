//===- Queries.h - Questions to the lineage, answered in plain structs ----===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_QUERIES_H
#define TRACKDBG_DEBUGGER_QUERIES_QUERIES_H

#include "graph/Lineage.h"
#include "graph/StepWalk.h"
#include "queries/OpSpec.h"
#include "trackdbg/Protocol.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Whether an answer leaves out what tells nothing new, and counts it.
enum class Fold : uint8_t {
  Repetitions,
  Nothing,
  Passes ///< blame(): all that the runs of a pass in a stage did is one row.
};
/// Which of the ops that were reached are listed.
enum class Listed : uint8_t { All, Outermost };

/// What a question follows, and how much of the answer is listed.
struct QueryOptions : Followed {
  /// Steps from the op that was asked for; beyond it is folded, and for blame()
  /// left out. Without it: all of them, and for history() none.
  std::optional<unsigned> depth;
  /// Nodes in the answer; the rest is folded and counted. The nearest to the
  /// op are kept.
  size_t maxNodes = 200;
  Fold fold = Fold::Repetitions;
  /// A source place names all ops there. Without it: those of the input, for
  /// origin() those that are there now, and for ops() at a moment those of that
  /// moment; but all where there are none.
  bool wholePlace = false;
  Listed listed = Listed::All;
  /// ops: only those for which it holds. Empty: all.
  std::function<bool(OpId)> isWanted = {};
  /// blame: only the actions of this pass, by its name or argument. Empty: all.
  std::string pass = {};
  /// became, history, blame, ops: up to then. origin: back to then. Without
  /// it: the newest event; the input.
  std::optional<Moment> at;
  /// For `%5` and `@f/%5`.
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

/// An op as an answer names it, and how it was at the moment asked for.
struct OpRef {
  OpId id = 0;
  std::string name;     ///< "linalg.matmul"
  std::string symbol;   ///< "main", or empty
  std::string location; ///< "conv.mlir:12:3", or empty
  /// Where that is empty: that of the nearest op around it that has one.
  std::string around = {};
  Ended ended = Ended::Alive;
  bool alive = true;
  ActionRef endedBy;         ///< Where it is not alive.
  bool isStillThere = false; ///< See OpInfo::isStillThere.
  /// Not the op is meant, but this argument of a block in it.
  std::optional<ArgumentRef> argument = std::nullopt;
};

/// Ops from the source place asked for that an answer leaves out: it is not
/// about them, and they are not part of it.
struct OthersAtPlace {
  uint64_t count = 0;
  uint64_t alive = 0; ///< Of them, at the moment asked for.
};

/// What an op is to the one that it derives from.
enum class Role : uint8_t {
  Result,     ///< Its results took over from those of the other.
  Helper,     ///< Made where the other was replaced, but not by it.
  Part,       ///< Made where the other was erased, which had no replacement.
  Copy,       ///< A copy.
  MergedInto, ///< The other was found equal to it.
  Guess       ///< Only a source place connects the two.
};
/// "result", "helper", "part", "copy", "merged into", "guess".
llvm::StringRef toString(Role role);
Role roleOf(const Lineage &lineage, const Edge &edge);

/// What happened to an op while it stayed the same op.
struct Changes {
  uint32_t moved = 0, modified = 0;  ///< In how many actions.
  ActionRef lastMoved, lastModified; ///< The last of them.
};

/// An op, or an argument, that stands for another one, or the other way round.
struct Beside {
  OpRef op;
  Evidence evidence = Evidence::Replaced;
  ActionRef action; ///< Since then.
};

/// What was inlined where a call was.
struct InlinedBody {
  OpRef callee;
  /// Ops of its body, but for those in other ops there, that had ended before.
  std::vector<OpRef> goneBefore;
  uint32_t moreGone = 0; ///< That are not listed.
};

/// An op that a step goes through.
struct Passed {
  OpId id = 0;
  std::string name;
};

/// One line of a tree, in the order in which it is shown.
struct LineageNode {
  OpRef op;
  unsigned depth = 0; ///< 0: an op that was asked for.
  /// How it is connected with the line above it that has depth - 1; none at
  /// depth 0, and where it only holds what that became.
  std::optional<Evidence> evidence;
  Rule rule = Rule::Location; ///< By which it is believed.
  Role role = Role::Result;   ///< Of the two, of the younger to the older.
  ActionRef action;           ///< Where that happened.
  Changes changes;
  /// Ops between the two that only came and went: casts, and the same op made
  /// anew without a change. In the order of the walk.
  std::vector<Passed> through;
  /// Neighbours that are left out because they are casts that are gone, with
  /// nothing made from them.
  std::vector<OpId> spentCasts;
  /// became(): the ops that were there already and stand for it. origin():
  /// those it stands for. They lead no further.
  std::vector<Beside> beside;
  uint32_t moreBeside = 0; ///< That are not listed.
  /// became(): of a call that was asked for and is gone.
  std::optional<InlinedBody> inlined;
  /// It was listed already, and what is below it is listed there.
  bool repeated = false;
  /// Its neighbours that are not in the answer.
  uint32_t folded = 0;
  /// Neighbours left out because they are listed already and have but its
  /// source place in common with it.
  uint32_t guessesAbove = 0;
  /// More ops than can be listed share its source place.
  bool moreAtPlace = false;
  /// Not 0: the op came from elsewhere, and so many of what the one above
  /// became are in it.
  uint32_t holds = 0;
  /// Not 0: the line stands for so many siblings of the line above, with the
  /// op's name, action, evidence and role; `op` has no number.
  uint32_t more = 0;
};

struct LineageTree {
  std::vector<LineageNode> nodes;
  Listed listed = Listed::All;
  /// The moment in words, where one was asked for.
  std::string moment;
  /// Ops that the spec names and that none of the others leads to, or the
  /// arguments that it names: the ones at depth 0.
  uint64_t asked = 0;
  bool isOfArguments = false;
  uint64_t reached = 0; ///< All different ops of the whole answer.
  uint64_t folded = 0;  ///< Those of them that are not in `nodes`.
  uint64_t alive = 0;   ///< Those of `reached` that are alive.
  /// became(): those of `alive` to which only weak steps and guesses lead.
  uint64_t guessed = 0;
  OthersAtPlace others;
  /// became(): what is alive of it at the moment, or the outermost of that.
  /// origin(): what is there of it at the moment, or where nothing leads
  /// further back. By op name, the most frequent first.
  struct NameCount {
    std::string name;
    uint64_t count = 0;
  };
  std::vector<NameCount> leaves;
};

/// What ops or arguments became. Linear in what is reached.
llvm::Expected<LineageTree> became(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options = {});
/// What they came from.
llvm::Expected<LineageTree> origin(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options = {});

/// One thing of an op that was changed in place.
struct Alteration {
  std::string what; ///< "attribute", "operand", "location", ...
  std::string name; ///< Of an attribute.
  std::optional<uint32_t> index;
  /// As text, empty for nothing. Of an operand, what defines it, with id 0
  /// where that is not known.
  std::string from, to;
  OpRef fromOp, toOp;
};

/// One event in the life of an op.
/// An op that another one's life is connected with, and how that is known.
struct Kin : OpRef {
  Evidence evidence = Evidence::Replaced;
};
struct HistoryEntry {
  enum class Kind { Born, Modified, Moved, GaveRise, Absorbed, Ended };
  Kind kind = Kind::Born;
  ActionRef action;
  /// Born: from what, if known. GaveRise and Ended: into what. Absorbed: what
  /// it took over from when it was there already. The best evidence first.
  std::vector<Kin> others;
  uint32_t folded = 0; ///< Others that are not listed.
  /// Ended: what was there already and stands for it.
  std::vector<Kin> standIns;
  /// The best there is of the others; of what stands for it where none is.
  std::optional<Evidence> evidence() const;
  /// Modified: what is seen of that. None of an op in the pass that made it.
  std::vector<Alteration> changes;
  uint32_t foldedChanges = 0; ///< That are not listed.
};
llvm::StringRef toString(HistoryEntry::Kind kind);
struct History {
  OpRef op;
  std::vector<HistoryEntry> entries; ///< In order of the actions.
};
struct HistoryAnswer {
  std::vector<History> ops;
  ActionId uncomparedFrom = 0; ///< See Lineage.
  std::string moment;          ///< In words, where one was asked for.
  uint64_t folded = 0;         ///< Ops beyond maxNodes.
  OthersAtPlace others;
};
/// With a depth, also the lives of the ops up to so many steps away.
llvm::Expected<HistoryAnswer> history(const Lineage &lineage,
                                      llvm::StringRef spec,
                                      const QueryOptions &options = {});

struct OpListEntry {
  OpRef op;
  ActionRef bornIn;
  OpId parent = 0; ///< At the moment asked for.
};
struct OpList {
  std::vector<OpListEntry> ops;
  std::string moment; ///< In words, where one was asked for.
  uint64_t folded = 0;
  OthersAtPlace others;
};
/// The ops themselves; an empty spec names all. Cut to maxNodes.
llvm::Expected<OpList> ops(const Lineage &lineage, llvm::StringRef spec,
                           const QueryOptions &options = {});

OpRef describeOp(const Lineage &lineage, OpId id);
/// The op's own symbol name, or that of the nearest op around it that has one.
std::string symbolAt(const Lineage &lineage, OpId id);
/// "#12 arith.addi in @f at a.mlir:3:5", as far as it is known.
std::string opWithPlace(const Lineage &lineage, OpId id);
/// The same as it was at a moment.
OpRef describeOp(const Lineage &lineage, OpId id, const OpsAt &at);
OpRef describeArgument(const Lineage &lineage, const ArgumentRef &argument);
OpRef describeArgument(const Lineage &lineage, const ArgumentRef &argument,
                       const OpsAt &at);
ActionRef describeAction(const Lineage &lineage, ActionId id);
/// What had happened to it by then.
Changes changesOf(const Lineage &lineage, OpId id, const OpsAt &at);
/// The ops that a spec names and that had been born at a moment; an error if
/// none had. `usual` is what a source place names unless the options name all.
llvm::Expected<NamedOps> nameOpsAt(const Lineage &lineage, llvm::StringRef spec,
                                   const QueryOptions &options, AtPlace usual,
                                   Moment moment);
/// The same, but the spec may name arguments, whose holders count.
llvm::Expected<NamedEnds> nameEndsAt(const Lineage &lineage,
                                     llvm::StringRef spec,
                                     const QueryOptions &options, AtPlace usual,
                                     Moment moment);
/// Counts those of `others` that `isPart` is not true of.
OthersAtPlace countOthers(const Lineage &lineage, llvm::ArrayRef<OpId> others,
                          const OpsAt &at,
                          llvm::function_ref<bool(OpId)> isPart);

/// The actions that are open at the newest event, innermost first: the
/// backtrace of a compiler that died.
std::vector<Frame> stackAtEnd(const Lineage &lineage);
Frame describeFrame(const Lineage &lineage, ActionId id);
/// How long the frame's action has been at work, up to the newest event that
/// has a time.
std::chrono::nanoseconds openFor(const Lineage &lineage, ActionId id);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_QUERIES_H
