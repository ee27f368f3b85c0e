//===- OpSpec.cpp - The ways a user names ops -----------------------------===//

#include "queries/OpSpec.h"

#include "graph/ArgumentIndex.h"
#include "graph/KnownNames.h"
#include "queries/ArgumentCount.h"
#include "queries/PlaceSpec.h"
#include "stages/StageSpec.h"
#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"
#include "trace/Counted.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace mlir::trackdbg {

namespace {
using Ops = llvm::Expected<std::vector<OpId>>;

/// What a spec was resolved to: ops or arguments.
using Ends = llvm::Expected<ResolvedEnds>;

std::vector<OpId> opsNamed(const Lineage &lineage,
                           const std::function<bool(uint32_t)> &isWanted) {
  std::vector<OpId> result;
  // Few names, many ops: each name is looked at once.
  std::vector<char> verdict(lineage.definitions().stringLimit() + 1, 0);
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    uint32_t name = lineage.opNameId(id);
    if (name >= verdict.size())
      continue;
    if (verdict[name] == 0)
      verdict[name] = isWanted(name) ? 1 : 2;
    if (verdict[name] == 1)
      result.push_back(id);
  }
  return result;
}

Ops resolveNumber(const Lineage &lineage, llvm::StringRef spec) {
  uint32_t id;
  if (spec.drop_front().getAsInteger(10, id))
    return llvm::createStringError(
        fmt::format("'{}' is not an op number; write it as '#12'", spec.str()));
  if (id == 0 || id > lineage.opCount())
    return llvm::createStringError(
        lineage.opCount() == 0
            ? fmt::format("no op {}: no op has been recorded yet", spec.str())
            : fmt::format("no op {}: the ops so far are #1 to #{}", spec.str(),
                          lineage.opCount()));
  return std::vector<OpId>{id};
}

llvm::Error notInTrace(llvm::StringRef spec) {
  return llvm::createStringError(fmt::format(
      "the birth of '{}' is not in the trace; it may be older than the "
      "recording",
      spec.str()));
}

Ends resolveLive(const Lineage &lineage, llvm::StringRef spec,
                 const LiveResolver &resolver) {
  if (!resolver)
    return llvm::createStringError(fmt::format(
        "'{}' is a name in the IR printed at a stop, but the compiler is not "
        "stopped; name {}",
        spec.str(),
        spec.contains("%arg")
            ? "the argument as '#12:arg0', '@f:arg0' or '@stage0/@f/%arg0'"
            : "the op as '#12', 'file:line' or by its op name"));
  llvm::Expected<LiveValue> value = resolver(spec);
  if (!value)
    return value.takeError();
  ResolvedEnds ends;
  if (value->argument) {
    auto argument = lineage.argumentAt(value->address, *value->argument);
    if (!argument || argument->holder == 0)
      return notInTrace(spec);
    ends.arguments.push_back(*argument);
    return ends;
  }
  std::optional<OpId> id = lineage.opAt(value->address);
  if (!id)
    return notInTrace(spec);
  ends.ops.push_back(*id);
  return ends;
}

/// The nearest op around `id` that has a symbol name, or 0.
OpId symbolAround(const Lineage &lineage, OpId id) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; depth < kMaxNesting; ++depth) {
    id = lineage.op(id).parent;
    if (id == 0 || !lineage.symbol(id).empty())
      return id;
  }
  return 0;
}

/// Whether the symbols around `id` are `outer`, innermost last.
bool isInside(const Lineage &lineage, OpId id,
              llvm::ArrayRef<llvm::StringRef> outer) {
  for (llvm::StringRef name : llvm::reverse(outer)) {
    id = symbolAround(lineage, id);
    if (id == 0 || lineage.symbol(id) != name)
      return false;
  }
  return true;
}

std::string nearestSymbol(const Lineage &lineage, llvm::StringRef wanted) {
  std::string nearest;
  unsigned least = 4;
  lineage.forEachSymbol([&](OpId, llvm::StringRef name) {
    unsigned distance = wanted.edit_distance(name, true, least);
    if (distance < least) {
      least = distance;
      nearest = name.str();
    }
  });
  return nearest;
}

Ops resolveSymbol(const Lineage &lineage, llvm::StringRef spec) {
  llvm::SmallVector<llvm::StringRef, 4> path;
  spec.split(path, "::");
  for (llvm::StringRef &name : path)
    name.consume_front("@");
  llvm::StringRef name = path.pop_back_val();
  std::vector<OpId> found, elsewhere;
  lineage.forEachSymbol([&](OpId id, llvm::StringRef known) {
    if (known == name)
      (isInside(lineage, id, path) ? found : elsewhere).push_back(id);
  });
  if (!found.empty())
    return found;
  if (!elsewhere.empty()) {
    OpId around = symbolAround(lineage, elsewhere.front());
    return llvm::createStringError(fmt::format(
        "no op has the symbol name '{}'; '@{}' is {}", spec.str(), name.str(),
        around == 0 ? "in no other symbol"
                    : fmt::format("in '@{}'", lineage.symbol(around).str())));
  }
  std::string nearest = nearestSymbol(lineage, name);
  std::string hint =
      nearest.empty() ? "" : fmt::format("; did you mean '@{}'?", nearest);
  return llvm::createStringError(
      fmt::format("no op has the symbol name '{}'{}", spec.str(), hint));
}

Ops resolveRegex(const Lineage &lineage, llvm::StringRef spec) {
  llvm::Expected<UserRegex> regex = UserRegex::make(
      spec.drop_front().drop_back(), fmt::format("'{}'", spec.str()));
  if (!regex)
    return regex.takeError();
  std::vector<OpId> found = opsNamed(lineage, [&](uint32_t name) {
    return regex->match(lineage.definitions().string(name));
  });
  if (found.empty())
    return llvm::createStringError(fmt::format(
        "no op name matches '{}'; 'ops' lists all ops", spec.str()));
  return found;
}

Ops resolveOpName(const Lineage &lineage, llvm::StringRef spec) {
  const Definitions &definitions = lineage.definitions();
  std::vector<OpId> found = opsNamed(
      lineage, [&](uint32_t name) { return definitions.string(name) == spec; });
  if (!found.empty())
    return found;
  std::string suffix = (llvm::Twine(".") + spec).str();
  std::vector<uint32_t> matching;
  found = opsNamed(lineage, [&](uint32_t name) {
    if (!definitions.string(name).ends_with(suffix))
      return false;
    matching.push_back(name);
    return true;
  });
  if (matching.size() > 1)
    return llvm::createStringError(fmt::format(
        "'{}' is ambiguous; it may be {}", spec.str(),
        llvm::join(llvm::map_range(matching,
                                   [&](uint32_t name) {
                                     return definitions.string(name).str();
                                   }),
                   " or ")));
  if (!found.empty())
    return found;
  if (found = opsOfFile(lineage, spec); !found.empty())
    return found;
  if (std::optional<uint64_t> action = parseMarkedActionNumber(spec))
    return llvm::createStringError(fmt::format(
        "'{}' is an action; an op is written as '#{}'", spec.str(), *action));
  if (uint64_t number; !spec.getAsInteger(10, number))
    return llvm::createStringError(fmt::format(
        "'{0}' is a number; an op is written as '#{0}', and a line as "
        "'FILE:{0}'",
        spec.str()));
  return llvm::createStringError(
      fmt::format("no op is named '{}'{}", spec.str(),
                  didYouMean(nearNames(lineage, spec, NameKind::Op))));
}

} // namespace

/// "#12:arg0", and what may be meant for one.
static bool isArgumentSpec(llvm::StringRef spec) {
  auto [ops, argument] = spec.rsplit(':');
  return !ops.empty() && !ops.ends_with(":") && argument.starts_with("arg") &&
         !argument.contains('/') && !argument.contains('.');
}

namespace {
enum class SpecKind {
  None,
  Argument,
  Number,
  Stage,
  Symbol,
  Live,
  Regex,
  Place,
  OpName
};
} // namespace

/// What a spec without quotes is, by the way it is written.
static SpecKind kindOf(const Lineage &lineage, llvm::StringRef spec) {
  if (spec.empty())
    return SpecKind::None;
  if (isArgumentSpec(spec))
    return SpecKind::Argument;
  if (spec.starts_with("#"))
    return SpecKind::Number;
  if (isStageSpec(lineage, spec))
    return SpecKind::Stage;
  if (spec.starts_with("@") && !spec.contains("/%"))
    return SpecKind::Symbol;
  if (spec.starts_with("%") || spec.starts_with("@"))
    return SpecKind::Live;
  // A path may begin and end with a slash too, but not with a line behind it.
  if (spec.size() > 2 && spec.starts_with("/") && spec.ends_with("/"))
    return SpecKind::Regex;
  return parsePlace(spec) ? SpecKind::Place : SpecKind::OpName;
}

static Ends resolveArguments(const Lineage &lineage, llvm::StringRef spec,
                             const LiveResolver &resolver, AtPlace which);

static Ends asEnds(Ops ops) {
  if (!ops)
    return ops.takeError();
  return ResolvedEnds{std::move(*ops), {}};
}

static Ends resolveEnds(const Lineage &lineage, llvm::StringRef spec,
                        const LiveResolver &resolver, AtPlace which) {
  spec = withoutQuotes(spec.trim());
  switch (kindOf(lineage, spec)) {
  case SpecKind::None:
    return llvm::createStringError(
        "an op is missing; name it as '#12', 'file:line', 'linalg.matmul' or "
        "'/regex/'");
  case SpecKind::Argument:
    return resolveArguments(lineage, spec, resolver, which);
  case SpecKind::Number:
    return asEnds(resolveNumber(lineage, spec));
  case SpecKind::Stage:
    return resolveStageEnds(lineage, spec);
  case SpecKind::Symbol:
    return asEnds(resolveSymbol(lineage, spec));
  case SpecKind::Live:
    return resolveLive(lineage, spec, resolver);
  case SpecKind::Regex:
    return asEnds(resolveRegex(lineage, spec));
  case SpecKind::Place:
    return asEnds(opsAtPlace(lineage, spec));
  case SpecKind::OpName:
    return asEnds(resolveOpName(lineage, spec));
  }
  llvm_unreachable("every kind is resolved");
}

/// "argument 0 of #5 func.func", and of how many more ops.
static std::string describeArguments(const Lineage &lineage,
                                     llvm::ArrayRef<ArgumentRef> arguments) {
  const ArgumentRef &first = arguments.front();
  std::string more = arguments.size() == 1
                         ? ""
                         : fmt::format(" and of {} more", arguments.size() - 1);
  return fmt::format("argument {} of {}#{} {}{}", first.number,
                     first.isOfEntry ? "" : "a block in ", first.holder,
                     lineage.opName(first.holder).str(), more);
}

static llvm::Error isNoOp(const Lineage &lineage, llvm::StringRef spec,
                          llvm::ArrayRef<ArgumentRef> arguments) {
  return llvm::createStringError(fmt::format(
      "'{}' is {}, and not an op; 'became' and 'origin' take arguments, and "
      "'#{}' names the op that holds it",
      spec.str(), describeArguments(lineage, arguments),
      arguments.front().holder));
}

llvm::Expected<std::vector<OpId>> resolveOps(const Lineage &lineage,
                                             llvm::StringRef spec,
                                             const LiveResolver &resolver) {
  Ends ends = resolveEnds(lineage, spec, resolver, AtPlace::All);
  if (!ends)
    return ends.takeError();
  if (!ends->arguments.empty())
    return isNoOp(lineage, spec, ends->arguments);
  return std::move(ends->ops);
}

/// An error where the printed function has fewer arguments. What is known of
/// one says that it was there, maybe between two stages.
static llvm::Error checkNumber(const Lineage &lineage, llvm::StringRef spec,
                               const ArgumentRef &argument,
                               const ArgumentIndex &known) {
  if (!known.steps(argument, Direction::Forward).empty() ||
      !known.steps(argument, Direction::Backward).empty())
    return llvm::Error::success();
  std::optional<uint32_t> most =
      mostArguments(lineage, argument.holder, argument.number);
  if (!most || *most > argument.number)
    return llvm::Error::success();
  return llvm::createStringError(fmt::format(
      "'{}' is not an argument: #{} {} has {} in the stages kept as text",
      spec.str(), argument.holder, lineage.opName(argument.holder).str(),
      counted(*most, "argument")));
}

/// `SPEC:arg0`. An op without a block has no argument.
static Ends resolveArguments(const Lineage &lineage, llvm::StringRef spec,
                             const LiveResolver &resolver, AtPlace which) {
  auto [ops, argument] = spec.rsplit(':');
  uint32_t number = 0;
  if (argument.drop_front(3).getAsInteger(10, number))
    return llvm::createStringError(
        fmt::format("'{}' does not name an argument; write it as '{}:arg0'",
                    spec.str(), ops.str()));
  auto holders = nameOps(lineage, ops, resolver, which);
  if (!holders)
    return holders.takeError();
  ResolvedEnds ends;
  ArgumentIndex known(lineage);
  llvm::BitVector hasBlocks = lineage.holdersOfBlocks();
  for (OpId op : holders->ops)
    if (hasBlocks.test(op) || known.knows(op))
      ends.arguments.push_back({op, number, /*isOfEntry=*/true});
  if (ends.arguments.empty())
    return llvm::createStringError(fmt::format(
        "'{}' has no arguments: #{} {} holds no block", ops.str(),
        holders->ops.front(), lineage.opName(holders->ops.front()).str()));
  if (ends.arguments.size() == 1)
    if (llvm::Error error =
            checkNumber(lineage, spec, ends.arguments.front(), known))
      return error;
  return ends;
}

/// Whether the input had it; what its parser made for a moment does not count.
static bool isOfInput(const OpInfo &op) {
  return op.birthAction == 0 && (op.isAlive() || op.endAction != 0);
}

llvm::Expected<NamedEnds> nameEnds(const Lineage &lineage, llvm::StringRef spec,
                                   const LiveResolver &resolver,
                                   AtPlace which) {
  Ends found = resolveEnds(lineage, spec, resolver, which);
  if (!found)
    return found.takeError();
  NamedEnds named;
  named.ops = std::move(found->ops);
  named.arguments = std::move(found->arguments);
  if (which == AtPlace::All ||
      kindOf(lineage, withoutQuotes(spec.trim())) != SpecKind::Place)
    return named;
  auto firstOther =
      std::stable_partition(named.ops.begin(), named.ops.end(), [&](OpId id) {
        OpInfo op = lineage.op(id);
        return which == AtPlace::Input ? isOfInput(op) : op.isAlive();
      });
  if (firstOther == named.ops.begin())
    return named;
  named.others.assign(firstOther, named.ops.end());
  named.ops.erase(firstOther, named.ops.end());
  return named;
}

llvm::Expected<NamedOps> nameOps(const Lineage &lineage, llvm::StringRef spec,
                                 const LiveResolver &resolver, AtPlace which) {
  auto named = nameEnds(lineage, spec, resolver, which);
  if (!named)
    return named.takeError();
  if (!named->arguments.empty())
    return isNoOp(lineage, spec, named->arguments);
  return static_cast<NamedOps &&>(std::move(*named));
}

} // namespace mlir::trackdbg
