//===- Bisection.cpp - Which action makes a compile go wrong --------------===//

#include "bisect/Bisection.h"

#include "DebuggerImpl.h"
#include "bisect/Candidates.h"
#include "bisect/Prober.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <fmt/format.h>

#include <numeric>
#include <set>

using namespace llvm;

namespace mlir::trackdbg {

char NotTracked::ID;
void NotTracked::log(raw_ostream &out) const { out << why; }
std::error_code NotTracked::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

StringRef toString(ActionClass of, uint64_t count) {
  switch (of) {
  case ActionClass::Actions:
    return count == 1 ? "action" : "actions";
  case ActionClass::Patterns:
    return count == 1 ? "pattern" : "patterns";
  case ActionClass::Passes:
    return count == 1 ? "pass" : "passes";
  }
  return "";
}

namespace {
class Bisection {
public:
  Bisection(Prober &prober, const BisectRequest &request,
            const BisectSink &sink)
      : prober(prober), request(request), sink(sink) {
    answer.program = request.program;
  }
  Expected<BisectAnswer> run();

private:
  using Kind = BisectStep::Kind;
  Expected<Verdict> probe(Kind kind, const Omission &omission,
                          uint64_t count = 0);
  Expected<Verdict> probePrefix(uint64_t applied);
  Error tryEnds();
  void shareBeginning();
  Error search();
  Error searchBetween(Boundary known);
  Error confirm();
  Error expect(uint64_t applied, Verdict expected);
  Error shrink();
  Error interruptedAt(Boundary ends) const;
  void name(const std::vector<ActionId> &actions);

  Prober &prober;
  const BisectRequest &request;
  const BisectSink &sink;
  std::unique_ptr<Lineage> lineage; ///< Of the whole run.
  std::vector<ActionId> candidates;
  Boundary ends;            ///< As far as is known.
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
} // namespace

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

Expected<Verdict> Bisection::probe(Kind kind, const Omission &omission,
                                   uint64_t count) {
  Expected<Prober::Result> result = prober.run(omission);
  if (!result)
    return result.takeError();
  lastHow = result->how;
  BisectStep step;
  step.kind = kind;
  step.run = prober.runs();
  step.over = answer.over;
  step.action = omission.from;
  step.kept = count;
  step.verdict = result->verdict;
  step.how = result->how;
  step.isCopy = prober.lastWasCopy();
  answer.copies += step.isCopy;
  wasCopyBad |= step.isCopy && result->verdict == Verdict::Bad;
  if (kind == Kind::From && !isFound) {
    if (result->verdict == Verdict::Good)
      ends.lastGood = count;
    else if (result->verdict == Verdict::Bad)
      ends.firstBad = count;
    step.left = ends.firstBad - ends.lastGood;
  }
  if (sink)
    sink(step);
  return result->verdict;
}

/// Only the first candidates are applied, and what comes after them is left
/// out, candidates or not.
Expected<Verdict> Bisection::probePrefix(uint64_t applied) {
  tried.insert(applied);
  Omission omission{answer.over, 0, ""};
  if (applied == candidates.size())
    return probe(Kind::Whole, omission, applied);
  omission.from = candidates[applied];
  if (!isFound)
    shareBeginning();
  return probe(Kind::From, omission, applied);
}

//===----------------------------------------------------------------------===//
// The two ends
//===----------------------------------------------------------------------===//

/// What would work better when all of a class are not to blame.
static StringRef otherClass(ActionClass over) {
  return over == ActionClass::Actions ? "--over patterns" : "--over actions";
}

Error Bisection::tryEnds() {
  Omission omission{answer.over, 0, ""};
  Expected<Verdict> whole = probe(Kind::Whole, omission);
  if (!whole)
    return whole.takeError();
  if (*whole != Verdict::Bad)
    return createStringError(
        *whole == Verdict::Good
            ? fmt::format("there is no failure to find: the run is good with "
                          "nothing left out ({})",
                          lastHow)
            : fmt::format("cannot tell whether the run with nothing left out "
                          "is good ({})",
                          lastHow));
  answer.failure = lastHow;
  if (Error error = prober.lineage().moveInto(lineage))
    return error;
  candidates = candidatesOf(*lineage, answer.over);
  ends = {0, candidates.size()};
  answer.candidates = candidates.size();
  std::string words = toString(answer.over, 2).str();
  if (candidates.empty())
    return createStringError(lineage->actionCount() == 0
                                 ? "the run fails before its first action"
                                 : fmt::format("this run applied no {}; try {}",
                                               words,
                                               otherClass(answer.over).str()));
  omission.from = 1;
  Expected<Verdict> none = probe(Kind::None, omission);
  if (!none)
    return none.takeError();
  if (*none == Verdict::Good)
    return Error::success();
  if (*none == Verdict::Bad)
    return createStringError(
        fmt::format("the run is also bad with all {} left out ({}), so none of "
                    "them is the cause; try {}",
                    words, lastHow, otherClass(answer.over).str()));
  return createStringError(
      fmt::format("cannot tell whether the run is good with all {} left out "
                  "({}), so there is no good run to compare with; try {}",
                  words, lastHow, otherClass(answer.over).str()));
}

//===----------------------------------------------------------------------===//
// The boundary
//===----------------------------------------------------------------------===//

void Bisection::name(const std::vector<ActionId> &actions) {
  constexpr size_t kMostNamed = 50;
  for (ActionId id : ArrayRef(actions).take_front(kMostNamed))
    answer.culprits.push_back(
        {describeFrame(*lineage, id), describeAction(*lineage, id)});
  answer.moreCulprits = actions.size() - answer.culprits.size();
}

/// So that what was found out so far is not lost.
Error Bisection::interruptedAt(Boundary ends) const {
  if (candidates.empty())
    return createStringError("interrupted");
  return createStringError(fmt::format(
      "interrupted; the first bad one is among {} {}, from {} to {}",
      ends.firstBad - ends.lastGood,
      toString(answer.over, ends.firstBad - ends.lastGood).str(),
      actionNumber(candidates[ends.lastGood]),
      actionNumber(candidates[ends.firstBad - 1])));
}

/// What comes before the first action in question is the same in all runs that
/// are left. Where that is worth it, a compiler waits there.
void Bisection::shareBeginning() {
  constexpr unsigned kFewRuns = 5;
  ActionId action = candidates[ends.lastGood];
  unsigned left = Log2_64_Ceil(ends.firstBad - ends.lastGood);
  if (!mayShare || left == 0)
    return;
  // To get there takes that part of a run, and to see that a copy does what a
  // whole run did takes the rest of one. Counted in actions, which are the same
  // at each bisection, unlike their times.
  double before = double(action) / lineage->actionCount();
  bool isFirst = !knownFromWhole;
  if (isFirst && (left < kFewRuns || before * left < 1.5))
    return;
  mayShare = prober.shareBeginning(describeFrame(*lineage, action));
  if (!isFirst || !mayShare)
    return;
  knownFromWhole = ends;
  Expected<Verdict> same =
      probe(Kind::From, {answer.over, action, /*kept=*/""}, ends.lastGood);
  mayShare = same && *same == Verdict::Good && prober.lastWasCopy();
  if (!same)
    consumeError(same.takeError());
  if (!mayShare)
    prober.shareNothing();
}

Error Bisection::searchBetween(Boundary known) {
  constexpr unsigned kMostUntold = 32;
  ends = known;
  Expected<Boundary> found = findBoundary(
      known.firstBad - known.lastGood,
      [&](uint64_t applied) { return probePrefix(known.lastGood + applied); },
      kMostUntold);
  if (!found)
    return found.takeError();
  ends = {known.lastGood + found->lastGood, known.lastGood + found->firstBad};
  return Error::success();
}

Error Bisection::search() {
  if (Error error = searchBetween(ends))
    return error;
  answer.runs = prober.runs();
  prober.shareNothing();
  mayShare = false;
  // Copies are known to be good at times; if no copy was ever bad, copies are
  // not trusted.
  if (knownFromWhole && !wasCopyBad &&
      ends.lastGood > knownFromWhole->lastGood) {
    Expected<Verdict> verdict = probePrefix(ends.lastGood);
    if (!verdict)
      return verdict.takeError();
    isLowerSideConfirmed = *verdict == Verdict::Good;
    if (*verdict == Verdict::Bad) {
      if (Error error = searchBetween(*knownFromWhole))
        return error;
      answer.runs = prober.runs();
    }
  }
  isFound = true;
  return Error::success();
}

/// The middle of the widest stretch between `from` and `to`, both excluded, in
/// which no run was; none if every one was tried.
static std::optional<uint64_t> untried(const std::set<uint64_t> &tried,
                                       uint64_t from, uint64_t to) {
  std::optional<uint64_t> best;
  uint64_t widest = 1;
  auto consider = [&](uint64_t end) {
    if (end - from > widest) {
      widest = end - from;
      best = from + widest / 2;
    }
    from = end;
  };
  for (auto each = tried.upper_bound(from); each != tried.end() && *each < to;
       ++each)
    consider(*each);
  consider(to);
  return best;
}

Error Bisection::expect(uint64_t applied, Verdict expected) {
  Expected<Verdict> verdict = probePrefix(applied);
  if (!verdict)
    return verdict.takeError();
  if (*verdict == expected || *verdict == Verdict::CannotTell)
    return Error::success();
  std::string what = applied == candidates.size()
                         ? "nothing left out"
                         : fmt::format("{} from {} on left out",
                                       toString(answer.over, 2).str(),
                                       actionNumber(candidates[applied]));
  answer.contradictions.push_back(
      fmt::format("with {}, run {} was {}", what, prober.runs(),
                  *verdict == Verdict::Good ? "good" : "bad"));
  return Error::success();
}

/// Both sides once more, and one that was not tried on either side of them. The
/// bad one comes last, because what the compiler writes into files stays.
Error Bisection::confirm() {
  if (auto below = untried(tried, 0, ends.lastGood))
    if (Error error = expect(*below, Verdict::Good))
      return error;
  if (auto above = untried(tried, ends.firstBad, candidates.size()))
    if (Error error = expect(*above, Verdict::Bad))
      return error;
  if (!isLowerSideConfirmed)
    if (Error error = expect(ends.lastGood, Verdict::Good))
      return error;
  if (Error error = expect(ends.firstBad, Verdict::Bad))
    return error;
  answer.runsAfter = prober.runs() - answer.runs;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The smallest set
//===----------------------------------------------------------------------===//

static std::string textOf(ArrayRef<SiteGroup> sites, ArrayRef<uint64_t> kept) {
  std::string text;
  for (uint64_t each : kept)
    text +=
        fmt::format("{:x}.{} ", sites[each].site.text, sites[each].site.index);
  return text;
}

Error Bisection::shrink() {
  std::vector<SiteGroup> sites = sitesOf(*lineage, answer.over, candidates);
  auto probeKept = [&](ArrayRef<uint64_t> kept) -> Expected<Verdict> {
    // As one of the ends was.
    if (kept.empty())
      return Verdict::Good;
    Expected<Verdict> verdict =
        probe(Kind::Kept, {answer.over, 0, textOf(sites, kept)}, kept.size());
    if (verdict || !verdict.errorIsA<Cancelled>())
      return verdict;
    consumeError(verdict.takeError());
    return Verdict::CannotTell;
  };
  // What comes after the boundary is not needed, if all goes well.
  ActionId last = candidates[ends.firstBad - 1];
  size_t needed = partition_point(sites,
                                  [&](const SiteGroup &group) {
                                    return group.actions.front() <= last;
                                  }) -
                  sites.begin();
  std::vector<uint64_t> all(sites.size());
  std::iota(all.begin(), all.end(), 0);
  for (size_t count : {needed, sites.size()}) {
    Expected<Verdict> verdict = probeKept(ArrayRef(all).take_front(count));
    if (!verdict)
      return verdict.takeError();
    if (*verdict == Verdict::Bad) {
      auto mayGoOn = [&] {
        return prober.runs() < request.mostRuns && !prober.isCancelled();
      };
      Expected<SmallestSet> smallest = minimize(count, probeKept, mayGoOn);
      if (!smallest)
        return smallest.takeError();
      answer.isMinimal = smallest->isMinimal;
      std::vector<ActionId> actions;
      for (uint64_t each : smallest->kept)
        actions.push_back(sites[each].actions.back());
      name(actions);
      answer.runsAfter = prober.runs() - answer.runs;
      return Error::success();
    }
  }
  if (prober.isCancelled())
    return make_error<Cancelled>();
  return createStringError("the run is not bad when the same patterns are "
                           "applied one by one, so it cannot be minimized");
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

Expected<BisectAnswer> Bisection::run() {
  bool judgesOutput = !request.test.empty() || !request.expectedOutput.empty();
  answer.over = request.over.value_or(judgesOutput || request.minimizes
                                          ? ActionClass::Patterns
                                          : ActionClass::Actions);
  answer.minimized = request.minimizes;
  auto steps = [&]() -> Error {
    if (Error error = tryEnds())
      return error;
    if (Error error = search())
      return error;
    return request.minimizes ? shrink() : confirm();
  };
  Error error = steps();
  if (error && error.isA<Cancelled>()) {
    consumeError(std::move(error));
    return interruptedAt(ends);
  }
  if (error)
    return error;
  answer.wasInterrupted = prober.isCancelled();
  if (!request.minimizes)
    name({candidates.begin() + ends.lastGood,
          candidates.begin() + ends.firstBad});
  return std::move(answer);
}

Expected<BisectAnswer> Debugger::bisect(const BisectRequest &request,
                                        const BisectSink &sink) {
  if (impl->isRecording)
    return createStringError("this is a recording: there is nothing to run");
  if (impl->options.launch.arguments.empty())
    return createStringError("there is no program to run");
  if (request.minimizes && request.over == ActionClass::Actions)
    return createStringError("only patterns or passes can be minimized: most "
                             "actions are parts of other actions");
  Expected<PrivateFolder> folder = PrivateFolder::create();
  if (!folder)
    return folder.takeError();
  Prober prober(impl->options, request, impl->interruptor, std::move(*folder),
                impl->sink);
  return Bisection(prober, request, sink).run();
}

} // namespace mlir::trackdbg
