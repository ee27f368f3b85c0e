//===- Ends.cpp - A bad run, and a good one to compare it with -----------===//

#include "bisect/BisectionImpl.h"
#include "bisect/Candidates.h"
#include "bisect/OptionalPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static bool hasConversions(const Lineage &lineage) {
  for (ActionId id = 1; id <= lineage.actionCount(); ++id)
    if (lineage.actionKind(id).tag == "apply-conversion")
      return true;
  return false;
}

/// Ends with what may work then: actions are everything.
Error Bisection::noneToBlame(const std::string &why) {
  isUndecided = true;
  if (answer.over == ActionClass::Actions)
    return createStringError(why);
  if (answer.over == ActionClass::Patterns && hasConversions(*lineage))
    return createStringError(
        why + "; patterns of a dialect conversion are not left out one by one, "
              "and '--over actions' leaves out whole conversions");
  return createStringError(why + "; try --over actions");
}

Error Bisection::findEnds() {
  Error error = tryWhole();
  if (!error)
    error = tryNone();
  // Patterns are only a guess, where nobody asked for a class.
  if (!isUndecided || request.over || request.minimizes ||
      answer.over == ActionClass::Actions)
    return error;
  consumeError(std::move(error));
  answer.over = ActionClass::Actions;
  answer.needed.clear();
  optional.clear();
  setCandidates(candidatesOf(*lineage, answer.over));
  return tryNone();
}

Error Bisection::tryWhole() {
  Expected<Verdict> whole = probe(Kind::Whole, omit(0));
  if (!whole)
    return whole.takeError();
  if (*whole == Verdict::Good)
    return createStringError(
        fmt::format("there is no failure to find: the run is good with nothing "
                    "left out ({})",
                    lastHow));
  if (*whole != Verdict::Bad)
    return createStringError(fmt::format(
        "cannot tell whether the run with nothing left out is good ({})",
        lastHow));
  answer.failure = lastHow;
  if (Error error = prober.lineage().moveInto(lineage))
    return error;
  setCandidates(candidatesOf(*lineage, answer.over));
  if (!candidates.empty())
    return Error::success();
  if (lineage->actionCount() == 0)
    return createStringError("the run fails before its first action");
  return noneToBlame(
      fmt::format("this run applied no {}", toString(answer.over, 2).str()));
}

Error Bisection::tryNone() {
  Expected<Verdict> none = probe(Kind::None, omit(1));
  if (!none)
    return none.takeError();
  if (*none == Verdict::Good)
    return Error::success();
  // A pipeline that lowers often fails without all of them, or makes something
  // that a test was not written for.
  bool judgesOutput = !request.test.empty() || !request.expectedOutput.empty();
  std::vector<std::string> passes;
  // LLVM can do without each of its optional passes.
  bool mayBeNeeded = answer.over != ActionClass::LLVMPasses;
  if (mayBeNeeded && (judgesOutput || *none == Verdict::CannotTell))
    passes = passesWith(*lineage, candidates);
  if (passes.size() > 1)
    return tryPasses(passes);
  std::string words = toString(answer.over, 2).str();
  if (passes.size() == 1 && *none == Verdict::CannotTell)
    return noneToBlame(
        fmt::format("the compile cannot do without the {} of {} "
                    "({}), so there is no good run to compare "
                    "with",
                    words, StringRef(passes.front()).trim().str(), lastHow));
  if (*none == Verdict::Bad)
    return noneToBlame(fmt::format("the run is also bad with all {} left out "
                                   "({}), so none of them is the cause",
                                   words, lastHow));
  return noneToBlame(
      fmt::format("cannot tell whether the run is good with all {} left out "
                  "({}), so there is no good run to compare with",
                  words, lastHow));
}

/// Leaves the passes alone that the compile cannot do without. Each is tried
/// alone, and then all others at once.
Error Bisection::tryPasses(ArrayRef<std::string> all) {
  Expected<OptionalPasses> passes =
      findOptionalPasses(all, [&](const std::string &pass) {
        optional = pass;
        return probe(Kind::Pass, omit(1));
      });
  if (!passes)
    return passes.takeError();
  answer.needed = std::move(passes->needed);
  std::string words = toString(answer.over, 2).str();
  if (passes->all.empty())
    return noneToBlame(fmt::format("the compile cannot do without the {} of "
                                   "any one pass, so there is no good run to "
                                   "compare with",
                                   words));
  optional = passes->all;
  if (passes->all != passes->good) {
    Expected<Verdict> some = probe(Kind::Some, omit(1));
    if (!some)
      return some.takeError();
    if (*some != Verdict::Good)
      optional = passes->good; // One alone was enough.
  }
  if (optional.empty())
    return noneToBlame(fmt::format("the run is not good without the {} that "
                                   "the compile can do without ({}), so none "
                                   "of them is the cause",
                                   words, lastHow));
  setCandidates(thoseIn(optional, *lineage, candidates));
  return Error::success();
}

void Bisection::setCandidates(std::vector<ActionId> found) {
  candidates = std::move(found);
  ends = {0, candidates.size()};
  answer.candidates = candidates.size();
}

} // namespace mlir::trackdbg
