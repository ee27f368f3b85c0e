//===- WhyNot.h - Why patterns did not apply to an op ---------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_WHYNOT_H
#define TRACKDBG_DEBUGGER_QUERIES_WHYNOT_H

#include "queries/Diagnostics.h"

namespace mlir::trackdbg {

struct WhyNotQuestion {
  /// Whose patterns are asked about, as a SPEC.
  std::string spec;
  /// Only this pattern: its name, the end of it, or /REGEX/. Empty: all.
  std::string pattern;
  /// Rows, and attempts of an IllegalOp, that are listed.
  size_t maxListed = 20;
  LiveResolver resolver; ///< For `%5` and `@f/%5`.
};

/// The attempts of one pattern, in runs of one pass, that gave one reason. A
/// transform op counts as a pattern.
struct FailedMatch {
  ActionRef first;
  ActionId last = 0;
  std::string reason; ///< As the pattern said it; empty where it said nothing.
  uint64_t attempts = 0;
  uint64_t ops = 0; ///< On which it was tried.
  OpRef op;         ///< On which it was tried first.
};

/// Those that did apply.
struct AppliedPattern {
  ActionRef first;
  ActionId last = 0;
  uint64_t count = 0;
  /// What they did was taken back: the dialect conversion gave up, or a pattern
  /// that was around them failed.
  bool rolledBack = false;
};

/// An attempt of a dialect conversion to make an op legal, or, inside another
/// one, what that had made.
struct LegalizationAttempt {
  ActionRef action;
  OpRef op;           ///< On which it was tried.
  unsigned depth = 0; ///< How many others it is inside of.
  std::string reason; ///< Empty where the pattern said nothing.
  /// Names of ops that it made: it did match, and these were not made legal.
  /// The first few.
  std::vector<std::string> made;
};

struct IllegalOpAnswer {
  OpRef op;
  ActionRef pass;         ///< The one that failed.
  std::string diagnostic; ///< As the conversion reported it.
  /// Each is followed by those inside it.
  std::vector<LegalizationAttempt> attempts;
  uint64_t folded = 0; ///< Attempts that are not listed.
};

/// A pass that has the pattern that was asked for.
struct PatternOwner {
  std::string pass;
  std::string root; ///< The ops that it is for there; empty: of several names.
};

/// A pass that ran on ops, or on what was around them.
struct PassVisit {
  enum class Did : uint8_t { Nothing, Made, Moved, Modified, Ended };
  ActionRef pass;         ///< The first, where runs are told together.
  Did did = Did::Nothing; ///< To the ops, as far as it was seen.
  uint64_t ops = 1, runs = 1;
  ActionId last = 0; ///< Of several runs.
  /// What was reported of the op, or at its place.
  std::vector<DiagnosticRow> said;
};
llvm::StringRef toString(PassVisit::Did did);

struct WhyNotAnswer {
  std::string pattern; ///< As in the question.
  uint64_t asked = 0;  ///< Ops that the spec names.
  uint64_t tried = 0;  ///< Those of them on which a pattern was tried.
  OpRef op;            ///< The first of them.
  /// Here and in `failures` without those that `illegal` tells.
  uint64_t attempts = 0, failed = 0, rolledBack = 0;
  /// Those with a reason first, each in the order of their first attempts.
  std::vector<FailedMatch> failures;
  uint64_t folded = 0; ///< Rows that are not listed.
  std::vector<AppliedPattern> applied;
  /// The passes that ran over them and tried no pattern on them, those that
  /// only run others left out. Runs of a pass are told together, but where one
  /// op was asked for and nothing was tried on it.
  std::vector<PassVisit> visits;
  /// Those that were asked for, and that a conversion gave up on.
  std::vector<IllegalOpAnswer> illegal;
  /// Where a pattern was asked for, and none called so was tried on the ops:
  /// the passes that have one, and whether it is known what passes have.
  std::vector<PatternOwner> owners;
  bool knowsSets = false;
  /// Reasons were recorded, where patterns gave some.
  bool hasReasons = false;
};

/// Linear in the actions. What is at work has neither failed nor applied yet.
llvm::Expected<WhyNotAnswer> whyNot(const Lineage &lineage,
                                    const WhyNotQuestion &question);

/// Whether patterns of the trace are called so, or those of a pass that ran.
bool namesPattern(const Lineage &lineage, llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_WHYNOT_H
