//===- LostLines.h - Which source lines the ops still name ----------------===//
//
// A source line counts if an op that was there at the start names it, anywhere
// in its location. It survives while an op names it; then it is known as what.
// Otherwise the last op that named it is shown, and what happened to that one.
// What took over from it may be there still: its location is what was lost.
//
// A location that is changed in place is seen when a rewriter says that it has
// modified the op, when the op is freed, and when the pass is over: not while a
// compiler is stopped in it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_LOSTLINES_H
#define TRACKDBG_DEBUGGER_QUERIES_LOSTLINES_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// What happened to the last op that named a line.
enum class LostHow : uint8_t {
  Rewritten, ///< Replaced by an op made for that, which does not name it.
  Folded,    ///< Replaced by an op that was there already, or by an argument.
  Merged,    ///< It was equal to another op.
  Dropped,   ///< Erased, and nothing took over.
  Relocated, ///< It was given another location.
  Unseen     ///< It ended unnoticed.
};
/// "rewritten", "folded", ...
llvm::StringRef toString(LostHow how);

struct SourceLineFate {
  std::string file;
  uint32_t line = 0;
  uint64_t opsAtStart = 0;
  /// What names it now, the most frequent first. Empty: it is lost.
  std::vector<LineageTree::NameCount> survivors;
  // Of a lost line:
  LostHow how = LostHow::Dropped;
  OpRef last; ///< The op that named it last, by the number of its end.
  /// What removed it. Of a relocation: what gave it the other location; number
  /// 0 where that is not known.
  ActionRef by;
  OpRef into; ///< What took over from it; id 0 where nothing is known.

  bool isLost() const { return survivors.empty(); }
};

/// Ops that a pass made.
struct LocationLoss {
  std::string pass;
  uint64_t created = 0, unknown = 0; ///< Of those, at an unknown location.
};

struct LostAnswer {
  uint64_t lines = 0, survive = 0;
  /// Cut to the limit each; by file, in order of first appearance, and line.
  std::vector<SourceLineFate> lost, surviving;
  /// Ops that are there and have not been freed, so that another location that
  /// they were given in place may have gone unseen.
  uint64_t unchecked = 0;
  /// Those that made any, the worst first.
  std::vector<LocationLoss> passes;
  std::string onlyPass; ///< `lost` has the lines that this pass lost.

  double percentCovered() const {
    return lines == 0 ? 100 : 100.0 * double(survive) / double(lines);
  }
};

/// About the lines of one file, named as in OpSpec.h, or of all where `file` is
/// empty. Linear in the ops and events.
llvm::Expected<LostAnswer> lostLines(const Lineage &lineage,
                                     llvm::StringRef file, size_t maxListed);
/// The same, of which the lists have only what one pass lost, in all its runs.
/// It is named by its argument or its name.
llvm::Expected<LostAnswer> linesLostIn(const Lineage &lineage,
                                       llvm::StringRef pass,
                                       llvm::StringRef file, size_t maxListed);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_LOSTLINES_H
