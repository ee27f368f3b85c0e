//===- BreakpointTable.h - The breakpoints of a session, by number --------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINTTABLE_H
#define TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINTTABLE_H

#include "inferior/Breakpoint.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// The hits that one compiler has reported so far, by breakpoint.
using ReportedHits = llvm::DenseMap<int64_t, int64_t>;

/// Owns the breakpoints: numbers them from 1 and never again, and adds up what
/// compilers report of them. Compilers hold copies; `version` tells whether a
/// copy is old. Hits are those of the newest run, over all its compilers; an
/// ignore count that a compiler has used up stays used up. Every operation
/// costs a binary search at most, but for deletion.
class BreakpointTable {
public:
  llvm::Expected<Breakpoint> add(BreakpointSpec spec, bool temporary);
  llvm::ArrayRef<Breakpoint> all() const { return breakpoints; }
  /// The newest number given, or 0.
  int64_t lastNumber() const { return lastId; }
  llvm::Error remove(int64_t id);
  /// A hidden breakpoint under an unused number, to be removed before another
  /// is made.
  llvm::Error addMomentary(BreakpointSpec spec, bool onlyChanging);
  static constexpr int64_t kMomentary = int64_t(1) << 62;
  llvm::Error enable(int64_t id, bool enabled);
  /// Enables it for so many stops, after which it is disabled; 0: for one,
  /// after which it is deleted.
  llvm::Error enableFor(int64_t id, int64_t hits);
  llvm::Error ignore(int64_t id, int64_t count);
  llvm::Error setCondition(int64_t id, llvm::StringRef condition);

  /// Changes with every change that compilers must learn of.
  uint64_t version() const { return currentVersion; }
  /// For one of the compilers of a run.
  std::vector<BreakpointSpec> specs(int64_t inferior) const;

  /// A new run begins: all hits are 0 again, as in gdb.
  void startRun();
  /// Takes over what a compiler said at a stop; `before` is what it had said
  /// at its last one, and is brought up to date.
  void takeHits(llvm::ArrayRef<HitCount> hits, ReportedHits &before);
  /// A compiler starts over from a point at which it had counted `hits`.
  void startFrom(llvm::ArrayRef<HitCount> hits, ReportedHits &before);
  llvm::Error setOnlyChanging(int64_t id, bool value);
  /// Deletes those of `hit` that are temporary, and returns their numbers.
  /// Disables those that have had all their hits. Those that want only actions
  /// that change the IR are left as they are.
  std::vector<int64_t> removeTemporary(llvm::ArrayRef<int64_t> hit);
  /// The same for those that removeTemporary() left.
  std::vector<int64_t> acceptHits(llvm::ArrayRef<int64_t> hit);
  /// The hits do not count: the action changes nothing.
  void takeBackHits(llvm::ArrayRef<int64_t> hit);
  /// They do, though the compiler came to them by going back.
  void countHits(llvm::ArrayRef<int64_t> hit);

  /// The enabled catchpoint for crashes, with its hit counted; null for none,
  /// or where it is to be passed over.
  const Breakpoint *hitCrash();

  /// Sets Breakpoint::neverMatched; empty text says that it may match.
  void setNeverMatched(size_t index, std::string text) {
    breakpoints[index].neverMatched = std::move(text);
  }

private:
  std::vector<int64_t> settle(llvm::ArrayRef<int64_t> hit, bool onlyChanging);
  Breakpoint *find(int64_t id);
  llvm::Expected<Breakpoint &> get(int64_t id);

  std::vector<Breakpoint> breakpoints; ///< In order of their numbers.
  int64_t lastId = 0;
  uint64_t currentVersion = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_BREAKPOINTTABLE_H
