//===- BreakpointSet.h - All breakpoints of the user ----------------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTSET_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTSET_H

#include "breakpoints/ConditionIndex.h"
#include "breakpoints/EventBreakpoints.h"
#include "breakpoints/InsideSet.h"
#include "breakpoints/NameMatcher.h"
#include "breakpoints/SymbolBreakpoints.h"
#include "core/BreakpointManager.h"
#include "trace/Interner.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>
#include <vector>

namespace mlir::trackdbg {

using BreakpointIds = llvm::SmallVector<int64_t, 2>;

/// `break pass`, `break pattern`, `break tag`, `break llvm-pass`. Answers are
/// kept per action kind, which is a small dense number.
class ActionNameBreakpoints : public BreakpointManager {
public:
  explicit ActionNameBreakpoints(const Interner &interner)
      : interner(interner) {}
  void clear();
  void add(const BreakpointSpec &spec);
  void match(const ActiveAction &action,
             SmallVectorImpl<int64_t> &ids) override;

private:
  const Interner &interner;
  NameMatcher &matcherFor(BreakpointSpec::Kind kind);

  NameMatcher passes, patterns, tags, llvmPasses;
  bool any = false;
  struct Answer {
    bool known = false;
    BreakpointIds ids;
  };
  std::vector<Answer> answers;
};

/// `break op`. Answers are kept per op name.
class OpNameBreakpoints : public BreakpointManager {
public:
  void clear();
  void add(const BreakpointSpec &spec);
  void match(const ActiveAction &action,
             SmallVectorImpl<int64_t> &ids) override;
  /// See Interner::forgetPointers.
  void forgetPointers() { answers.clear(); }

private:
  NameMatcher names;
  llvm::DenseMap<const void *, BreakpointIds> answers;
};

/// `break FILE:LINE[:COL]`. All file locations inside callsite, name and fused
/// locations count. Answers are kept per location; a new location costs one
/// look-up per file location in it, whatever the number of breakpoints.
class LocationBreakpoints : public BreakpointManager {
public:
  void clear();
  void add(const BreakpointSpec &spec);
  void match(const ActiveAction &action,
             SmallVectorImpl<int64_t> &ids) override;
  void forgetPointers() { answers.clear(); }

private:
  struct Place {
    uint32_t file; ///< Index into `files`.
    uint32_t next; ///< The next one on the same line, from 1, or 0.
    int64_t column;
    int64_t id;
  };
  /// Line -> the newest of its places, from 1.
  using LinesOfFile = llvm::DenseMap<int64_t, uint32_t>;
  BreakpointIds find(Location location) const;

  /// There may be 100,000, and taking them in is part of the compile's time:
  /// they come file by file, and each costs one look-up by its line.
  std::vector<Place> places;
  std::vector<std::string> files;
  /// By the last component of the file's name.
  llvm::StringMap<LinesOfFile> byFile;
  LinesOfFile *linesOfLastFile = nullptr;
  /// Most locations match nothing: those are 0, others index `found` from 1.
  llvm::DenseMap<const void *, uint32_t> answers;
  std::vector<BreakpointIds> found;
};

/// `break action N`.
class ActionNumberBreakpoints : public BreakpointManager {
public:
  void clear() { numbers.clear(); }
  void add(const BreakpointSpec &spec) {
    numbers[spec.action].push_back(spec.id);
  }
  void match(const ActiveAction &action,
             SmallVectorImpl<int64_t> &ids) override;

private:
  llvm::DenseMap<uint64_t, BreakpointIds> numbers;
};

/// The breakpoints that the debugger sent, with their hit and ignore counts.
/// Any thread: what a thread has just matched is seen by that thread.
class BreakpointSet : public BreakpointManager {
public:
  explicit BreakpointSet(const Interner &interner)
      : actionNames(interner), terms(interner) {
    idle = true;
  }

  /// Replaces the set; an empty one is idle. Hit counts of ids that stay are
  /// kept. A condition that is wrong never holds; the debugger refuses those.
  void assign(const std::vector<BreakpointSpec> &specs);
  /// The same in a copy that begins at a stop before or after `action`, where
  /// `before` matched; returns those that match there now.
  BreakpointIds startOver(const std::vector<BreakpointSpec> &specs,
                          const ActiveAction &action, When when,
                          ArrayRef<int64_t> before);
  /// Reports those that match, whose condition holds, and that are not passed
  /// over; counts a hit for each that matches and whose condition holds.
  void match(const ActiveAction &action,
             SmallVectorImpl<int64_t> &ids) override;
  /// Counts it for the conditions that ask for `hits`, and never as a hit.
  void passOver(const ActiveAction &action) override;
  /// Watchpoints and catchpoints; without it there are none.
  void setEvents(EventBreakpoints *events) { this->events = events; }
  void beginning(const ActiveAction &action, Attention attention) override;
  void matchAfter(const ActiveAction &action, Attention attention,
                  SmallVectorImpl<int64_t> &ids) override;
  void matchInvalid(const ActiveAction &pass,
                    SmallVectorImpl<int64_t> &ids) override;
  void noteBirth(Operation *op) override;
  void matchInside(const ActiveAction &action, OpEvent event, Operation *op,
                   SmallVectorImpl<int64_t> &ids) override;
  /// What those of `ids` saw at the newest match of this thread.
  std::vector<Sighting> sightings(ArrayRef<int64_t> ids) const;
  /// The compiler goes on from a stop.
  void goOn();
  std::vector<HitCount> hits() const;
  void forgetPointers();

private:
  void add(const BreakpointSpec &spec);
  /// Those with conditions stand together under one id, below 0, for each
  /// place: many conditions on one hot pattern are then one match.
  void addCondition(const BreakpointSpec &spec);
  void uncount(const ActiveAction &action);
  void matchPlaces(const ActiveAction &action,
                   SmallVectorImpl<int64_t> &matching);
  void noteReached(llvm::ArrayRef<BreakpointSpec> kept);
  void count(const ActiveAction &action, SmallVectorImpl<int64_t> &matching,
             SmallVectorImpl<int64_t> &ids);
  void addSeen(SmallVectorImpl<int64_t> &matching);
  void countPassed(llvm::ArrayRef<int64_t> matching);

  mutable std::mutex mutex; ///< Of all that follows.
  ActionNameBreakpoints actionNames;
  OpNameBreakpoints opNames;
  LocationBreakpoints locations;
  SymbolBreakpoints symbols;
  ActionNumberBreakpoints numbers;
  InsideSet inside;
  ConditionTerms terms;
  std::vector<ConditionIndex> conditions; ///< By -1 - id.
  std::map<std::string, int64_t> placeIds;
  bool hitsMatter = false; ///< One of the conditions asks for them.
  /// How often those with conditions were reached before the last assign.
  llvm::DenseMap<int64_t, int64_t> reached;
  EventBreakpoints *events = nullptr;
  /// The enabled watchpoints and catchpoints, and what each is matched by: its
  /// own id, or that of its condition.
  llvm::DenseMap<int64_t, int64_t> eventIds;
  /// Only of those that were hit or are to be passed over.
  llvm::DenseMap<int64_t, HitCount> counts;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_BREAKPOINTSET_H
