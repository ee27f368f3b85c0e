//===- StageView.h - A stage, and what is printed of it -------------------===//

#ifndef TRACKDBG_COMMANDS_STAGEVIEW_H
#define TRACKDBG_COMMANDS_STAGEVIEW_H

#include "stages/DiffLines.h"
#include "stages/IdentityDiff.h"
#include "stages/Snapshots.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

struct Console;

/// Which input, from 1, a word such as "start2" names the start of; none for
/// other words.
std::optional<uint32_t> parseStartOfInput(llvm::StringRef word);

/// A stage that the trace holds as text, or the IR at the end of an action
/// inside a pass, where the trace tells it.
class StageView {
public:
  /// As the user names it; see parseMoment. "start2" is the start of the second
  /// input.
  static llvm::Expected<StageView> make(const Lineage &lineage,
                                        llvm::StringRef typed);
  /// Whether that names a stage, of which the compile has come to the end.
  static bool isReached(const Lineage &lineage, llvm::StringRef typed);

  /// Whether the pass of this stage ran on the input of the other one. That of
  /// an action is taken to be.
  bool isOfInputOf(const StageView &other) const;
  /// What the input of this stage was when its first pass began. An error where
  /// the trace does not hold that. Not for the IR after an action.
  llvm::Expected<StageView> startOfInput() const;

  /// Whether it is not later than another one.
  bool isUpTo(const StageView &other) const;
  /// The actions from this stage to a later one, where notes of ops tell all
  /// that they modified; see diffByIdentity.
  ActionSpan notedUpTo(const StageView &later) const;
  std::string title() const;
  bool contains(OpId op) const;

  /// All of it; where there are several inputs, divided as MLIR divides them.
  std::string whole() const;
  DiffLines lines() const;

  /// Those of `ops` that are in it, with what is in them; each line once.
  std::string textOf(llvm::ArrayRef<OpId> ops) const;
  DiffLines linesOf(llvm::ArrayRef<OpId> ops) const;

private:
  StageView(const Lineage &lineage, Moment moment, Snapshots::Texts texts)
      : lineage(&lineage), moment(moment), texts(std::move(texts)) {}
  /// Inputs count from 1.
  static llvm::Expected<StageView> startOf(const Lineage &lineage,
                                           uint32_t input);
  uint32_t input() const;
  void forEachPart(
      llvm::ArrayRef<OpId> ops,
      llvm::function_ref<void(const StageText &, const Tie &)> visit) const;

  const Lineage *lineage;
  Moment moment;
  Snapshots::Texts texts;
  std::optional<Stage> stage; ///< None: the IR after an action.
  std::string startName;      ///< Of the start of a later input.
};

/// The stages that the user has typed, in that order. Where the text of one was
/// not kept, the compiler goes back to print all stages; the lineage is another
/// object then.
llvm::Expected<std::vector<StageView>>
viewStages(Console &console, llvm::ArrayRef<llvm::StringRef> typed);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_STAGEVIEW_H
