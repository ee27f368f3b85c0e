//===- StageOps.h - The ops of one stage, as a script sees them -----------===//
//
// In the order in which they are printed where the trace holds the stage as
// text, else in the order of birth. Entries are counted from 0. Immutable, and
// valid for as long as the lineage it was made from.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_STAGEOPS_H
#define TRACKDBG_DEBUGGER_PYTHON_STAGEOPS_H

#include "graph/Moment.h"
#include "stages/Snapshots.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class StageOps {
public:
  /// From the texts of a stage.
  StageOps(const Lineage &lineage, Snapshots::Texts texts);
  /// From what was recorded of the births, deaths and moves of ops.
  StageOps(const Lineage &lineage, Moment moment);

  static constexpr uint32_t kNone = ~0u;

  uint32_t size() const { return entries.size(); }
  OpId op(uint32_t entry) const { return entries[entry].op; }
  /// kNone for an op that nothing holds.
  uint32_t parent(uint32_t entry) const { return entries[entry].parent; }
  std::vector<uint32_t> children(uint32_t entry) const;
  /// All that it holds, at any depth, each once and itself excluded.
  std::vector<uint32_t> inside(uint32_t entry) const;
  /// The entry of an op, or kNone where the stage does not have it.
  uint32_t find(OpId op) const;

  bool isPrinted() const { return !texts.empty(); }
  /// "%5" of an op that is printed as "%5 = ..." or "%5:2 = ..."; empty where
  /// it has no results, or nothing is printed.
  llvm::StringRef valueName(uint32_t entry) const;
  /// The op with all that it holds, from the first column on and without the
  /// last newline; empty where nothing is printed.
  std::string text(uint32_t entry) const;
  /// All of it.
  std::string text() const;

  /// Value names, or `name[entry]` for ops without one, of the op and all that
  /// hold it, the outermost first, with slashes between.
  std::string path(const Lineage &lineage, uint32_t entry) const;
  uint32_t findPath(const Lineage &lineage, llvm::StringRef path) const;

private:
  struct Entry {
    OpId op = 0;
    uint32_t parent = kNone;
    uint32_t firstChild = kNone, lastChild = kNone, nextSibling = kNone;
    const StageText *text = nullptr;
    const Tie *tie = nullptr;
  };
  void addPrinted(const StageText &text);
  void link();
  void sortById();
  std::string pathStep(const Lineage &lineage, uint32_t entry) const;

  std::vector<Entry> entries;
  std::vector<uint32_t> byId; ///< Entries, by the number of their op.
  Snapshots::Texts texts;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_STAGEOPS_H
