//===- NeverMatched.cpp - Why a breakpoint could not have stopped ---------===//

#include "queries/NeverMatched.h"

#include "queries/OpSpec.h"
#include "trace/ActionNumber.h"
#include "trackdbg/Names.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

using Kind = BreakpointSpec::Kind;

/// Everything in the trace that could be a name of this kind. For ops that is
/// every string: which of them name ops, only the events tell.
SetVector<StringRef> candidates(const Definitions &definitions, Kind kind) {
  SetVector<StringRef> names;
  auto add = [&](StringRef name) {
    if (!name.empty())
      names.insert(name);
  };
  if (kind == Kind::Op) {
    for (uint32_t id = 1; id < definitions.stringLimit(); ++id)
      add(definitions.string(id));
    return names;
  }
  for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id) {
    ActionKindInfo info = definitions.actionKind(id);
    if (kind == Kind::Tag)
      add(info.tag);
    if (kind == Kind::Pattern && info.isPattern())
      add(info.name);
    if ((kind == Kind::Pass && info.isPass()) ||
        (kind == Kind::LLVMPass && info.isLLVMPass())) {
      add(info.name);
      add(info.argument);
    }
  }
  return names;
}

/// Whether one of the names is what a breakpoint's name or /REGEX/ means.
bool anyMatches(StringRef wanted, ArrayRef<StringRef> names) {
  if (wanted.size() < 2 || !wanted.starts_with("/") || !wanted.ends_with("/"))
    return any_of(names,
                  [&](StringRef name) { return matchesName(name, wanted); });
  Expected<UserRegex> regex = UserRegex::make(wanted.drop_front().drop_back());
  if (regex)
    return any_of(names, [&](StringRef name) { return regex->match(name); });
  consumeError(regex.takeError());
  return false;
}

/// The last word: what a user is likely to have had in mind.
StringRef baseName(StringRef name) {
  if (size_t slash = name.rfind('/'); slash != StringRef::npos)
    return name.drop_front(slash + 1);
  size_t end = name.find_last_not_of(")>");
  StringRef head = name.take_front(end + 1);
  size_t start = head.find_last_of(":. ");
  return start == StringRef::npos ? name : name.drop_front(start + 1);
}

/// "; did you mean 'a' or 'b'?", or empty.
std::string suggestion(StringRef wanted, ArrayRef<StringRef> names) {
  unsigned limit = std::max<unsigned>(2, wanted.size() / 3);
  SmallVector<std::pair<unsigned, StringRef>> near;
  for (StringRef name : names) {
    unsigned distance =
        std::min(wanted.edit_distance_insensitive(name, true, limit),
                 wanted.edit_distance_insensitive(baseName(name), true, limit));
    if (name.contains_insensitive(wanted))
      distance = std::min(distance, 1u);
    if (distance <= limit)
      near.push_back({distance, name});
  }
  stable_sort(near, less_first());
  near.resize(std::min<size_t>(near.size(), 3));
  if (near.empty())
    return "";
  std::vector<std::string> quoted;
  for (auto &[distance, name] : near)
    quoted.push_back(fmt::format("'{}'", name.str()));
  return fmt::format("; did you mean {}?", join(quoted, " or "));
}

std::string explainName(const Definitions &definitions, Kind kind,
                        StringRef wanted) {
  SetVector<StringRef> names = candidates(definitions, kind);
  if (anyMatches(wanted, names.getArrayRef()))
    return "";
  // Of all strings only those with a dialect in front look like an op's name.
  if (kind == Kind::Op)
    names.remove_if([](StringRef name) {
      return !name.contains('.') || name.find_first_of("/: ") != name.npos;
    });
  const char *said = kind == Kind::Pass       ? "no pass '{}' ran{}"
                     : kind == Kind::LLVMPass ? "no pass '{}' of LLVM ran{}"
                     : kind == Kind::Pattern  ? "no pattern '{}' was tried{}"
                     : kind == Kind::Op       ? "no op '{}' was there{}"
                                              : "no action had the tag '{}'{}";
  return fmt::format(fmt::runtime(said), wanted.str(),
                     suggestion(wanted, names.getArrayRef()));
}

std::string explainLocation(const Definitions &definitions,
                            const BreakpointSpec &spec) {
  SetVector<StringRef> files;
  bool fileIsKnown = false;
  std::optional<int64_t> nearest;
  int64_t line = spec.line;
  auto distance = [&](int64_t other) {
    return other > line ? other - line : line - other;
  };
  for (uint32_t id = 1; id < definitions.locationLimit(); ++id) {
    SourcePlace place = definitions.place(id);
    if (!place)
      continue;
    StringRef file = definitions.string(place.fileId);
    files.insert(file);
    if (!matchesFile(file, spec.name, definitions.workingDirectory()))
      continue;
    fileIsKnown = true;
    if (place.line == line && (!spec.column || place.column == spec.column))
      return "";
    if (place.line && (!nearest || distance(place.line) < distance(*nearest)))
      nearest = place.line;
  }
  if (!fileIsKnown)
    return fmt::format("no op came from a file '{}'{}", spec.name,
                       suggestion(spec.name, files.getArrayRef()));
  std::string where = fmt::format("{}:{}", spec.name, spec.line);
  if (nearest == line)
    return fmt::format("no op came from {}:{}; the line has ops at other "
                       "columns",
                       where, spec.column);
  if (!nearest)
    return fmt::format("no op came from {}; the ops of that file have no lines",
                       where);
  return fmt::format("no op came from {}; the nearest line with ops is {}",
                     where, *nearest);
}

} // namespace

std::string explainNeverMatched(const TraceFile &trace,
                                const BreakpointSpec &spec) {
  switch (spec.kind) {
  case Kind::Action: {
    uint64_t count = trace.header().actionsBegun;
    if (uint64_t(spec.action) <= count)
      return "";
    return fmt::format("there was no action {}; the run had {}",
                       actionNumber(spec.action), count);
  }
  case Kind::Location:
    return explainLocation(trace.definitions(), spec);
  case Kind::CatchCreate:
  case Kind::CatchErase:
  case Kind::AtCreate:
  case Kind::AtReplace:
  case Kind::AtErase:
    // Of one op alone, the name may be any text.
    return spec.action != 0
               ? ""
               : explainName(trace.definitions(), Kind::Op, spec.name);
  case Kind::Pass:
  case Kind::Pattern:
  case Kind::Op:
  case Kind::Tag:
  case Kind::LLVMPass:
    return explainName(trace.definitions(), spec.kind, spec.name);
  default:
    return "";
  }
}

/// The ops that a breakpoint's place, op name or symbol means.
static std::string opsOf(const BreakpointSpec &spec) {
  if (spec.kind == Kind::Op || spec.kind == Kind::Symbol)
    return spec.name;
  std::string place = fmt::format("{}:{}", spec.name, spec.line);
  if (spec.column)
    place += fmt::format(":{}", spec.column);
  return place;
}

/// Whether the op, or one around it, is one of `ops`.
static bool isInOneOf(const BitVector &ops, const Lineage &lineage, OpId id) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; id != 0 && depth < kMaxNesting; ++depth) {
    if (ops[id])
      return true;
    id = lineage.op(id).parent;
  }
  return false;
}

std::string explainNeverWorkedOn(const Lineage &lineage,
                                 const BreakpointSpec &spec) {
  bool isSymbol = spec.kind == Kind::Symbol;
  if (spec.kind != Kind::Location && spec.kind != Kind::Op && !isSymbol)
    return "";
  std::string wanted = opsOf(spec);
  Expected<std::vector<OpId>> ops = resolveOps(lineage, wanted);
  if (!ops) {
    std::string why = toString(ops.takeError());
    // Of the others it is said by their names.
    return isSymbol ? why : "";
  }
  BitVector isThere(lineage.opCount() + 1);
  for (OpId op : *ops)
    isThere.set(op);
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    OpId root = lineage.action(id).rootOp;
    if (isSymbol ? isInOneOf(isThere, lineage, root) : isThere[root])
      return "";
  }
  const char *said = isSymbol ? "no action worked on {0} alone, or on an op in "
                                "it; 'history {0}' lists the actions that "
                                "changed it"
                     : spec.kind == Kind::Op
                         ? "no action worked on '{0}' alone; 'history {0}' "
                           "lists the actions that changed it"
                         : "no action worked on an op from {0} alone; 'history "
                           "{0}' lists the actions that changed its ops";
  return fmt::format(fmt::runtime(said), wanted);
}

} // namespace mlir::trackdbg
