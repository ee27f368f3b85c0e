//===- Bisection.cpp - Which action makes a compile go wrong --------------===//

#include "bisect/BisectionImpl.h"

#include "DebuggerImpl.h"
#include "bisect/Candidates.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <fmt/format.h>

#include <numeric>

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
  case ActionClass::LLVMPasses:
    return count == 1 ? "pass of LLVM" : "passes of LLVM";
  }
  return "";
}

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
  if (kind == Kind::Pass)
    step.pass = StringRef(omission.passes).trim().str();
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
  if (applied == candidates.size())
    return probe(Kind::Whole, omit(0), applied);
  if (!isFound)
    shareBeginning();
  return probe(Kind::From, omit(candidates[applied]), applied);
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
  // That a run without all of them is good is not known yet.
  if (!hasEnds)
    return createStringError(
        fmt::format("interrupted before a good run was found; the run is bad "
                    "with nothing left out ({})",
                    answer.failure));
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
  Expected<Verdict> same = probe(Kind::From, omit(action), ends.lastGood);
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
    Omission omission = omit(0);
    omission.kept = textOf(sites, kept);
    Expected<Verdict> verdict = probe(Kind::Kept, omission, kept.size());
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
    if (Error error = findEnds())
      return error;
    hasEnds = true;
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
  Expected<BisectAnswer> answer = Bisection(prober, request, sink).run();
  Compiler *compiler = impl->compilerOfTrace();
  if (answer && compiler)
    answer->leavesChangesOut = impl->timeline->isAltered(*compiler);
  return answer;
}

} // namespace mlir::trackdbg
