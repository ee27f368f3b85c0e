//===- BreakpointTable.cpp - The breakpoints of a session, by number ------===//

#include "inferior/BreakpointTable.h"

#include "trackdbg/Expression.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Kind = BreakpointSpec::Kind;

/// The tags of the actions that MLIR itself dispatches, or the tracker for it.
/// A compiler may have more.
constexpr StringLiteral kKnownTags[] = {
    "pass-execution",   "apply-pattern",
    "apply-conversion", "GreedyPatternRewriteIteration",
    "transform-op",     "fold",
    "llvm-pass"};

const char *nounOf(Kind kind) {
  switch (kind) {
  case Kind::Location:
    return "a file";
  case Kind::Pass:
    return "a pass";
  case Kind::Pattern:
    return "a pattern";
  case Kind::LLVMPass:
    return "a pass of LLVM";
  case Kind::Op:
  case Kind::CatchCreate:
  case Kind::CatchErase:
  case Kind::AtCreate:
  case Kind::AtReplace:
  case Kind::AtErase:
    return "an op";
  case Kind::Symbol:
    return "a symbol";
  case Kind::Tag:
    return "an action tag";
  case Kind::Action:
    return "an action";
  default:
    break;
  }
  return "";
}

Error refuse(const std::string &text) { return createStringError(text); }

/// Refuses what the tracker could not run.
Error checkCondition(StringRef condition) {
  if (condition.empty())
    return Error::success();
  return Expression::parseCondition(condition).takeError();
}

/// Refuses what can never match, whatever the compiler does.
Error check(const BreakpointSpec &spec) {
  if (spec.kind == Kind::Action) {
    if (spec.action < 1)
      return refuse(fmt::format("there is no action {}; actions count from a1",
                                spec.action));
    return Error::success();
  }
  StringRef name = spec.name;
  if (spec.kind == Kind::CatchDiagnostic && !name.empty() && name != "error" &&
      name != "warning" && name != "remark")
    return refuse(fmt::format(
        "Invalid severity '{}': expected error, warning or remark", spec.name));
  bool isInside = BreakpointSpec::isInside(spec.kind);
  if (isInside && spec.action > 0)
    return Error::success();
  if (spec.kind >= Kind::Watch && spec.kind != Kind::CatchCreate &&
      spec.kind != Kind::CatchErase && !isInside)
    return Error::success();
  if (name.trim().empty())
    return refuse(fmt::format("the name of {} is missing", nounOf(spec.kind)));
  if (spec.kind == Kind::Location) {
    if (spec.line < 1 || spec.column < 0)
      return refuse(
          fmt::format("Invalid place '{}:{}{}': lines and "
                      "columns count from 1",
                      spec.name, spec.line,
                      spec.column ? fmt::format(":{}", spec.column) : ""));
    return Error::success();
  }
  if (name.size() >= 2 && name.starts_with("/") && name.ends_with("/")) {
    return UserRegex::make(name.slice(1, name.size() - 1),
                           "'" + spec.name + "'")
        .takeError();
  }
  // Pattern names come from C++ and may hold blanks; these never do.
  if ((spec.kind == Kind::Tag || spec.kind == Kind::Op ||
       spec.kind >= Kind::Watch) &&
      any_of(name, [](char c) { return isSpace(c); }))
    return refuse(fmt::format("'{}' cannot be the name of {}: it holds a blank",
                              spec.name, nounOf(spec.kind)));
  return Error::success();
}

} // namespace

Expected<Breakpoint> BreakpointTable::add(BreakpointSpec spec, bool temporary) {
  if (Error error = check(spec))
    return error;
  if (Error error = checkCondition(spec.condition))
    return error;
  spec.id = ++lastId;
  Breakpoint &added = breakpoints.emplace_back();
  added.spec = std::move(spec);
  added.temporary = temporary;
  ++currentVersion;
  bool isRegex = StringRef(added.spec.name).starts_with("/");
  if (added.spec.kind == Kind::Tag && !isRegex &&
      !is_contained(kKnownTags, added.spec.name))
    added.neverMatched = fmt::format(
        "'{}' is not a tag of MLIR's ({}); breakpoint {} stops "
        "only if the compiler has actions of its own with that tag",
        added.spec.name, join(ArrayRef(kKnownTags), ", "), added.spec.id);
  return added;
}

Error BreakpointTable::addMomentary(BreakpointSpec spec, bool onlyChanging) {
  if (Error error = check(spec))
    return error;
  spec.id = kMomentary;
  Breakpoint &momentary = breakpoints.emplace_back();
  momentary.spec = std::move(spec);
  momentary.isOnlyChanging = onlyChanging;
  ++currentVersion;
  return Error::success();
}

Breakpoint *BreakpointTable::find(int64_t id) {
  auto found = partition_point(
      breakpoints, [&](const Breakpoint &b) { return b.spec.id < id; });
  return found != breakpoints.end() && found->spec.id == id ? &*found : nullptr;
}

Expected<Breakpoint &> BreakpointTable::get(int64_t id) {
  if (Breakpoint *found = find(id))
    return *found;
  return refuse(fmt::format("no breakpoint number {}; {}", id,
                            breakpoints.empty()
                                ? "there are none"
                                : "'info breakpoints' lists them"));
}

Error BreakpointTable::remove(int64_t id) {
  Expected<Breakpoint &> found = get(id);
  if (!found)
    return found.takeError();
  breakpoints.erase(breakpoints.begin() + (&*found - breakpoints.data()));
  ++currentVersion;
  return Error::success();
}

Error BreakpointTable::enable(int64_t id, bool enabled) {
  Expected<Breakpoint &> found = get(id);
  if (!found)
    return found.takeError();
  currentVersion += found->spec.enabled != enabled;
  found->spec.enabled = enabled;
  found->hitsLeft = 0;
  found->isSelfDisabling = false;
  return Error::success();
}

Error BreakpointTable::enableFor(int64_t id, int64_t hits) {
  if (Error error = enable(id, true))
    return error;
  Breakpoint &found = *find(id);
  found.hitsLeft = hits;
  found.isSelfDisabling = hits != 0;
  found.temporary = hits == 0;
  return Error::success();
}

Error BreakpointTable::setCondition(int64_t id, StringRef condition) {
  Expected<Breakpoint &> found = get(id);
  if (!found)
    return found.takeError();
  if (Error error = checkCondition(condition))
    return error;
  found->spec.condition = condition.str();
  ++currentVersion;
  return Error::success();
}

Error BreakpointTable::ignore(int64_t id, int64_t count) {
  Expected<Breakpoint &> found = get(id);
  if (!found)
    return found.takeError();
  if (count < 0)
    return refuse(
        fmt::format("breakpoint {} cannot be passed over {} times", id, count));
  currentVersion += found->spec.ignoreCount != count;
  found->spec.ignoreCount = count;
  return Error::success();
}

std::vector<BreakpointSpec> BreakpointTable::specs(int64_t inferior) const {
  std::vector<BreakpointSpec> result;
  result.reserve(breakpoints.size());
  for (const Breakpoint &breakpoint : breakpoints)
    if (!breakpoint.spec.inferior || breakpoint.spec.inferior == inferior)
      result.push_back(breakpoint.spec);
  return result;
}

void BreakpointTable::startRun() {
  for (Breakpoint &breakpoint : breakpoints) {
    breakpoint.hits = 0;
    breakpoint.neverMatched.clear();
  }
}

void BreakpointTable::takeHits(ArrayRef<HitCount> hits, ReportedHits &before) {
  for (const HitCount &count : hits) {
    Breakpoint *breakpoint = find(count.id);
    if (!breakpoint)
      continue;
    int64_t &known = before[count.id];
    // Unsigned: what a broken tracker counts may not fit.
    breakpoint->hits =
        int64_t(uint64_t(breakpoint->hits) + count.hits - uint64_t(known));
    breakpoint->spec.ignoreCount = std::max<int64_t>(count.ignoreCount, 0);
    breakpoint->neverMatched.clear();
    known = count.hits;
  }
}

const Breakpoint *BreakpointTable::hitCrash() {
  for (Breakpoint &breakpoint : breakpoints) {
    if (breakpoint.spec.kind != Kind::CatchCrash || !breakpoint.spec.enabled)
      continue;
    ++breakpoint.hits;
    if (breakpoint.spec.ignoreCount == 0)
      return &breakpoint;
    --breakpoint.spec.ignoreCount;
  }
  return nullptr;
}

void BreakpointTable::startFrom(ArrayRef<HitCount> hits, ReportedHits &before) {
  before.clear();
  for (const HitCount &count : hits)
    before[count.id] = count.hits;
}

Error BreakpointTable::setOnlyChanging(int64_t id, bool value) {
  Expected<Breakpoint &> breakpoint = get(id);
  if (!breakpoint)
    return breakpoint.takeError();
  breakpoint->isOnlyChanging = value;
  return Error::success();
}

std::vector<int64_t> BreakpointTable::removeTemporary(ArrayRef<int64_t> hit) {
  return settle(hit, /*onlyChanging=*/false);
}

std::vector<int64_t> BreakpointTable::acceptHits(ArrayRef<int64_t> hit) {
  return settle(hit, /*onlyChanging=*/true);
}

void BreakpointTable::takeBackHits(ArrayRef<int64_t> hit) {
  for (int64_t id : hit)
    if (Breakpoint *breakpoint = find(id))
      --breakpoint->hits;
}

void BreakpointTable::countHits(ArrayRef<int64_t> hit) {
  for (int64_t id : hit)
    if (Breakpoint *breakpoint = find(id))
      ++breakpoint->hits;
}

std::vector<int64_t> BreakpointTable::settle(ArrayRef<int64_t> hit,
                                             bool onlyChanging) {
  std::vector<int64_t> removed;
  for (int64_t id : hit) {
    Breakpoint *breakpoint = find(id);
    if (!breakpoint || breakpoint->isOnlyChanging != onlyChanging)
      continue;
    if (breakpoint->hitsLeft != 0 && --breakpoint->hitsLeft == 0) {
      cantFail(enable(id, false));
      breakpoint->isSelfDisabling = true;
    }
    if (!breakpoint->temporary)
      continue;
    removed.push_back(id);
    cantFail(remove(id));
  }
  return removed;
}

} // namespace mlir::trackdbg
