//===- CopiedRuns.h - Runs of a compiler that share their beginning -------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_COPIEDRUNS_H
#define TRACKDBG_DEBUGGER_BISECT_COPIEDRUNS_H

#include "Debugger.h"
#include "injection/PrivateFolder.h"
#include "timeline/WhatIf.h"

#include <map>
#include <memory>
#include <string>

namespace mlir::trackdbg {

/// One compiler waits before an action, and copies of it run on from there. For
/// a command that is the compiler itself, and has one thread. What a copy
/// removes or renames stays, and what it fails with may come of that: only a
/// copy that ends well tells what a whole run would.
class CopiedRuns {
public:
  /// `options` are those of whole runs. What the waiting compiler writes to its
  /// streams goes to files beginning with `path`.
  CopiedRuns(const Options &options, std::string path, ProgressSink sink);
  ~CopiedRuns();

  /// Starts the compiler, or lets it go on, up to before the action of `there`.
  /// An error where that is another action than in a whole run, because its
  /// order depends on addresses, say; this is of no use any more then.
  llvm::Error goTo(const Frame &there);
  ActionId at() const { return position; }
  /// From there, without what `omission` leaves out: from that action on, or
  /// from a later one. What the copy writes lies afterwards where a whole run
  /// would have put it.
  llvm::Expected<TrialResult> run(const Omission &omission);
  /// Makes goTo() and run() come back with an error. Async-signal-safe.
  void interrupt();

private:
  llvm::Error checkThatItIsTheCommand() const;
  llvm::Error checkThatItIs(const Frame &there) const;
  llvm::Error publish(const TrialResult &result);
  void restoreFiles();

  Options options;
  Launch wholeRun;
  std::unique_ptr<Debugger> debugger;
  ActionId position = 0;
  /// What the files held that the waiting compiler has open, before a copy's
  /// were put in their place.
  std::map<std::string, std::string> originals;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_COPIEDRUNS_H
