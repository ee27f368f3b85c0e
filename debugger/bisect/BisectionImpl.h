//===- BisectionImpl.h - The steps of a bisection -------------------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_BISECTIONIMPL_H
#define TRACKDBG_DEBUGGER_BISECT_BISECTIONIMPL_H

#include "bisect/Bisection.h"
#include "bisect/Prober.h"

#include <memory>
#include <set>

namespace mlir::trackdbg {

/// One bisection. What it knows of the two ends is found first; between them
/// the boundary is searched, and confirmed or made smaller.
class Bisection {
public:
  Bisection(Prober &prober, const BisectRequest &request,
            const BisectSink &sink)
      : prober(prober), request(request), sink(sink) {
    answer.program = request.program;
  }
  llvm::Expected<BisectAnswer> run();

private:
  using Kind = BisectStep::Kind;
  llvm::Expected<Verdict> probe(Kind kind, const Omission &omission,
                                uint64_t count = 0);
  llvm::Expected<Verdict> probePrefix(uint64_t applied);

  // The two ends (Ends.cpp)
  llvm::Error findEnds();
  llvm::Error tryWhole();
  llvm::Error tryNone();
  llvm::Error tryPasses(llvm::ArrayRef<std::string> passes);
  void setCandidates(std::vector<ActionId> found);
  llvm::Error noneToBlame(const std::string &why);

  // Between them
  Omission omit(int64_t from) const {
    return {answer.over, from, "", optional};
  }
  void shareBeginning();
  llvm::Error search();
  llvm::Error searchBetween(Boundary known);
  llvm::Error confirm();
  llvm::Error expect(uint64_t applied, Verdict expected);
  llvm::Error shrink();
  llvm::Error interruptedAt(Boundary ends) const;
  void name(const std::vector<ActionId> &actions);

  Prober &prober;
  const BisectRequest &request;
  const BisectSink &sink;
  std::unique_ptr<Lineage> lineage; ///< Of the whole run.
  std::vector<ActionId> candidates;
  /// As Omission::passes: where candidates of other passes are left alone.
  std::string optional;
  bool isUndecided = false; ///< There is no good run to compare with.
  bool hasEnds = false;     ///< There are a bad run and a good one.
  Boundary ends;            ///< As far as is known, where hasEnds.
  std::set<uint64_t> tried; ///< How many candidates were applied.
  bool isFound = false;
  /// Whether runs may begin as copies; and what is known from whole runs, where
  /// some have, and whether a copy was bad.
  bool mayShare = request.program.empty();
  std::optional<Boundary> knownFromWhole;
  bool wasCopyBad = false;
  bool isLowerSideConfirmed = false; ///< By a whole run.
  std::string lastHow;
  BisectAnswer answer;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_BISECTIONIMPL_H
