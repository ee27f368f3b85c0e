//===- Bisection.h - Which action makes a compile go wrong ----------------===//
//
// The compiler is run again and again, each time with some of its actions left
// out, and each time it is judged. Runs are not stopped, only recorded, with
// MLIR's threads off and every address the same, so that an action has the same
// number in each run up to the first that is left out. Where the first action
// in question comes late, a compiler waits before it, and copies of it run on;
// what was found that way is confirmed by whole runs.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_BISECTION_H
#define TRACKDBG_DEBUGGER_BISECT_BISECTION_H

#include "bisect/Search.h"
#include "queries/Queries.h"
#include "trackdbg/Protocol.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// "pattern", or "patterns" where there are not one.
llvm::StringRef toString(ActionClass of, uint64_t count);

struct BisectRequest {
  /// None: Patterns where a test judges the output, as what then comes out has
  /// still been through all passes; otherwise Actions.
  std::optional<ActionClass> over;
  /// For /bin/sh; see TestCommand.h. Empty: none.
  std::string test;
  /// Good is what writes the bytes of this file to its standard output. Empty:
  /// none.
  std::string expectedOutput;
  /// Of one run of the compiler, and of one of the test; zero: any.
  std::chrono::seconds timeout{0};
  /// See Options::omittedIn.
  std::string program;
  /// Look for the smallest set of actions that shows the failure.
  bool minimizes = false;
  /// Of a minimization, the runs after which the best so far has to do.
  unsigned mostRuns = 1000;
};

/// One run, for those who wait.
struct BisectStep {
  enum class Kind {
    Whole, ///< Nothing was left out.
    None,  ///< Everything was.
    Pass,  ///< Everything in one pass was.
    Some,  ///< Everything was that the compile can do without.
    From,  ///< `action` and all after it were.
    Kept   ///< All but `kept` were.
  };
  Kind kind = Kind::Whole;
  ActionClass over = ActionClass::Actions;
  unsigned run = 0; ///< From 1.
  ActionId action = 0;
  std::string pass; ///< Of Kind::Pass: its argument, or its name.
  uint64_t kept = 0;
  Verdict verdict = Verdict::CannotTell;
  bool isCopy = false; ///< It began as a copy of a compiler that waited.
  std::string how;     ///< Why it is judged so: "exit code 1".
  uint64_t left = 0;   ///< Candidates among which it must be.
};
using BisectSink = std::function<void(const BisectStep &)>;

/// An action that was found.
struct Culprit {
  Frame frame;
  ActionRef action; ///< With the pass around it.
};

struct BisectAnswer {
  std::string program; ///< As in the request.
  ActionClass over = ActionClass::Actions;
  uint64_t candidates = 0;
  /// Passes that keep theirs, because the compile fails without these.
  std::vector<std::string> needed;
  unsigned runs = 0;      ///< Of the compiler, to the decision.
  unsigned runsAfter = 0; ///< To confirm it.
  unsigned copies = 0;    ///< Of `runs`, those that began as copies.
  /// How the whole run goes wrong: "exit code 1".
  std::string failure;
  /// Where it turns bad; with several, for those but the first it cannot be
  /// told. minimize: the smallest set.
  std::vector<Culprit> culprits;
  uint64_t moreCulprits = 0; ///< That are not listed.
  /// Runs that went another way than what was found says: "with nothing left
  /// out, run 7 was good".
  std::vector<std::string> contradictions;
  /// The session at the prompt has changed or skipped something, which these
  /// runs did not.
  bool leavesChangesOut = false;
  bool minimized = false;
  bool isMinimal = false;      ///< minimized: without any one it is good.
  bool wasInterrupted = false; ///< minimized: this is the best so far.
};

/// The command made no context that could be tracked; the text says why.
class NotTracked : public llvm::ErrorInfo<NotTracked> {
public:
  explicit NotTracked(std::string why) : why(std::move(why)) {}
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

private:
  std::string why;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_BISECTION_H
