//===- WhyErased.h - Who ended an op, and what stands for it now ----------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_WHYERASED_H
#define TRACKDBG_DEBUGGER_QUERIES_WHYERASED_H

#include "queries/EndGroups.h"
#include "queries/LastUsers.h"
#include "queries/Queries.h"

namespace mlir::trackdbg {

/// How a living op stands for one that is gone, by the steps between the two.
enum class StandsAs : uint8_t {
  Result,        ///< It was made to take over the results.
  StandIn,       ///< It was there already when it took over the results.
  Part,          ///< It was made for the other.
  PartOfStandIn, ///< It was made from what had taken over and was there
                 ///< already.
  /// It was there already when it took over from what was made. What it
  /// computes may be a small part.
  StandInOfPart,
  Copy, ///< It is a copy. Nothing took over.
  Place ///< Only a source place connects the two.
};
/// "took over its results", "stands for it", "made for it", ...
llvm::StringRef toString(StandsAs way);

struct StandIn {
  OpRef op; ///< Or an argument in it.
  StandsAs way = StandsAs::Result;
  Strength strength = Strength::Exact; ///< Of the weakest step.
};

/// All that stand for an op in one way.
struct StandInGroup {
  StandsAs way = StandsAs::Result;
  Strength strength = Strength::Exact;
  bool isOfArguments = false;
  uint64_t count = 0;  ///< Ops, or arguments.
  uint64_t listed = 0; ///< Of `count`, those among the listed.
  /// By name, the most frequent first. Of arguments: the ops that hold them,
  /// each once.
  std::vector<LineageTree::NameCount> ops;
};

/// How much a successor says of what became of an op.
enum class Successorship : uint8_t {
  Main,      ///< It took over, or is called like the op.
  Helper,    ///< It was made beside that.
  SpentCast, ///< It took over, but is a cast that is gone.
};

/// What was left in an op's place by the action that ended it.
struct Successor {
  OpRef op; ///< Or an argument that was there already.
  Evidence evidence = Evidence::Replaced;
  Rule rule = Rule::Replaced;
  Role role = Role::Result;
  Successorship kind = Successorship::Main;
};

/// Since when nothing used an op, see LastUse.
struct LastUser {
  OpRef op; ///< Id 0: there was none.
  ActionRef endedBy;
  bool livesOn = false;
};

struct Death {
  OpRef op; ///< How it ended, and in which action; it may be alive.
  /// By Successorship; among the main ones what took over its results first.
  /// Of an op that left nothing else: the copies that the action made of it,
  /// which are gone too.
  std::vector<Successor> successors;
  /// Of an op that was erased alone, with no successor; of others it says
  /// nothing.
  Disuse disuse = Disuse::NotSeen;
  LastUser lastUser;
  /// The outermost op around it that the same action ended with it; id 0 where
  /// there is none.
  OpRef around;
  /// The living ops that stand for it, and living ops with an argument that
  /// does, the strongest first. What stands for what was made for it, copies,
  /// and what a weak step leads to are here only if nothing stronger is, and
  /// ops of its place only if nothing recorded is left.
  std::vector<StandIn> standIns;
  std::vector<StandInGroup> groups; ///< Of all of them, in their order.
  /// By name: the helpers that are not listed.
  std::vector<LineageTree::NameCount> moreHelpers;
  uint64_t moreSuccessors = 0, moreStandIns = 0; ///< That are not listed.
  /// The search ended early: there may be others.
  bool incomplete = false;
};

struct WhyErasedAnswer {
  /// Repetitions: helpers are to be counted where there are many.
  Fold fold = Fold::Repetitions;
  std::vector<Death> ops; ///< In order of birth.
  uint64_t folded = 0;    ///< Ops beyond maxNodes.
  uint64_t asked = 0, alive = 0;
  std::vector<EndGroup> groups; ///< Of all that were asked for, if several.
  OthersAtPlace others;
};

/// Linear in the steps from each op, of which so many are taken at most that an
/// answer takes no longer than a second. Reads all events once more where an op
/// was erased and left no successor.
llvm::Expected<WhyErasedAnswer> whyErased(const Lineage &lineage,
                                          llvm::StringRef spec,
                                          const QueryOptions &options = {});

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_WHYERASED_H
