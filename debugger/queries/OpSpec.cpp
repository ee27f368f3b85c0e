//===- OpSpec.cpp - The ways a user names ops -----------------------------===//

#include "queries/OpSpec.h"

#include "graph/KnownNames.h"
#include "graph/LocationIndex.h"
#include "stages/StageSpec.h"
#include "trace/Cancellation.h"
#include "trackdbg/Names.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace mlir::trackdbg {

namespace {
using Ops = llvm::Expected<std::vector<OpId>>;

/// Takes a `:NUMBER` off the end.
std::optional<uint32_t> dropNumber(llvm::StringRef &text) {
  auto [head, tail] = text.rsplit(':');
  uint32_t number;
  if (head.size() == text.size() || tail.getAsInteger(10, number))
    return std::nullopt;
  text = head;
  return number;
}

/// A PLACE needs quotes around a name with blanks; here they may be there too.
llvm::StringRef withoutQuotes(llvm::StringRef text) {
  bool isQuoted = text.size() > 1 && text.front() == text.back() &&
                  (text.front() == '"' || text.front() == '\'');
  return isQuoted ? text.drop_front().drop_back() : text;
}

bool isFile(const Lineage &lineage, uint32_t file, llvm::StringRef wanted) {
  const Definitions &definitions = lineage.definitions();
  return matchesFile(definitions.string(file), wanted,
                     definitions.workingDirectory());
}

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

Ops resolveLive(const Lineage &lineage, llvm::StringRef spec,
                const LiveResolver &resolver) {
  if (!resolver)
    return llvm::createStringError(fmt::format(
        "'{}' is a name in the IR printed at a stop, but the compiler is not "
        "stopped; name the op as '#12', 'file:line' or by its op name",
        spec.str()));
  llvm::Expected<uint64_t> address = resolver(spec);
  if (!address)
    return address.takeError();
  if (std::optional<OpId> id = lineage.opAt(*address))
    return std::vector<OpId>{*id};
  return llvm::createStringError(fmt::format(
      "the birth of '{}' is not in the trace; it may be older than the "
      "recording",
      spec.str()));
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
  auto isNamed = [&](uint32_t file) { return isFile(lineage, file, spec); };
  if (llvm::any_of(lineage.places().files(), isNamed)) {
    for (uint32_t file :
         llvm::make_filter_range(lineage.places().files(), isNamed)) {
      std::vector<OpId> inFile = lineage.places().opsAt({file, 0, 0});
      found.insert(found.end(), inFile.begin(), inFile.end());
    }
    llvm::sort(found);
    found.erase(llvm::unique(found), found.end());
    return found;
  }
  return llvm::createStringError(
      fmt::format("no op is named '{}'{}", spec.str(),
                  didYouMean(nearNames(lineage, spec, NameKind::Op))));
}

/// "; the nearest lines with ops are 10 and 14"
std::string nearestLines(llvm::ArrayRef<SourcePlace> places, uint32_t line) {
  auto later = llvm::partition_point(
      places, [&](const SourcePlace &place) { return place.line < line; });
  std::vector<std::string> lines;
  if (later != places.begin())
    lines.push_back(fmt::format("{}", std::prev(later)->line));
  if (later != places.end())
    lines.push_back(fmt::format("{}", later->line));
  return fmt::format("; the nearest {} {}",
                     lines.size() == 1 ? "line with ops is"
                                       : "lines with ops are",
                     llvm::join(lines, " and "));
}

llvm::Error noSuchFile(const Lineage &lineage, llvm::StringRef file) {
  return llvm::createStringError(
      fmt::format("no op comes from a file '{}'{}", file.str(),
                  didYouMean(nearNames(lineage, file, NameKind::File))));
}

llvm::Error noSuchPlace(const Lineage &lineage, llvm::StringRef spec,
                        const PlaceSpec &wanted,
                        llvm::ArrayRef<uint32_t> files) {
  if (files.empty())
    return noSuchFile(lineage, wanted.file);
  llvm::ArrayRef<SourcePlace> places =
      lineage.places().placesOfFile(files.front());
  std::vector<std::string> columns;
  constexpr size_t kMaxColumns = 8;
  for (const SourcePlace &place : places)
    if (place.line == wanted.line && columns.size() < kMaxColumns)
      columns.push_back(fmt::format("{}", place.column));
  if (!columns.empty())
    return llvm::createStringError(fmt::format(
        "no op comes from '{}'; the columns with ops in that line are {}",
        spec.str(), llvm::join(columns, ", ")));
  return llvm::createStringError(
      fmt::format("no op comes from '{}'{}", spec.str(),
                  nearestLines(places, wanted.line)));
}
} // namespace

std::optional<PlaceSpec> parsePlace(llvm::StringRef spec) {
  PlaceSpec place;
  std::optional<uint32_t> last = dropNumber(spec);
  if (!last)
    return std::nullopt;
  place.line = *last;
  if (std::optional<uint32_t> line = dropNumber(spec)) {
    place.line = *line;
    place.column = *last;
  }
  spec = withoutQuotes(spec);
  while (spec.consume_front("./"))
    continue;
  if (spec.empty())
    return std::nullopt;
  place.file = spec;
  return place;
}

llvm::Expected<std::vector<uint32_t>> resolveFile(const Lineage &lineage,
                                                  llvm::StringRef name) {
  while (name.consume_front("./"))
    continue;
  std::vector<uint32_t> files;
  for (uint32_t file : lineage.places().files())
    if (isFile(lineage, file, name))
      files.push_back(file);
  if (files.empty())
    return noSuchFile(lineage, name);
  return files;
}

llvm::Expected<std::vector<SourcePlace>> resolvePlace(const Lineage &lineage,
                                                      llvm::StringRef spec) {
  std::optional<PlaceSpec> wanted = parsePlace(spec);
  if (!wanted)
    return llvm::createStringError(
        fmt::format("'{}' is not a source place; write it as 'file:line' or "
                    "'file:line:column'",
                    spec.str()));
  std::vector<uint32_t> files;
  std::vector<SourcePlace> found;
  for (uint32_t file : lineage.places().files()) {
    if (!isFile(lineage, file, wanted->file))
      continue;
    files.push_back(file);
    SourcePlace place{file, wanted->line, wanted->column};
    if (!lineage.places().opsAt(place).empty())
      found.push_back(place);
  }
  if (found.empty())
    return noSuchPlace(lineage, spec, *wanted, files);
  return found;
}

static Ops resolvePlaceOps(const Lineage &lineage, llvm::StringRef spec) {
  llvm::Expected<std::vector<SourcePlace>> places = resolvePlace(lineage, spec);
  if (!places)
    return places.takeError();
  std::vector<OpId> found;
  for (const SourcePlace &place : *places) {
    std::vector<OpId> ops = lineage.places().opsAt(place);
    found.insert(found.end(), ops.begin(), ops.end());
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

namespace {
enum class SpecKind { None, Number, Stage, Symbol, Live, Regex, Place, OpName };
} // namespace

/// What a spec without quotes is, by the way it is written.
static SpecKind kindOf(const Lineage &lineage, llvm::StringRef spec) {
  if (spec.empty())
    return SpecKind::None;
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

llvm::Expected<std::vector<OpId>> resolveOps(const Lineage &lineage,
                                             llvm::StringRef spec,
                                             const LiveResolver &resolver) {
  spec = withoutQuotes(spec.trim());
  switch (kindOf(lineage, spec)) {
  case SpecKind::None:
    return llvm::createStringError(
        "an op is missing; name it as '#12', 'file:line', 'linalg.matmul' or "
        "'/regex/'");
  case SpecKind::Number:
    return resolveNumber(lineage, spec);
  case SpecKind::Stage:
    return resolveStageOps(lineage, spec);
  case SpecKind::Symbol:
    return resolveSymbol(lineage, spec);
  case SpecKind::Live:
    return resolveLive(lineage, spec, resolver);
  case SpecKind::Regex:
    return resolveRegex(lineage, spec);
  case SpecKind::Place:
    return resolvePlaceOps(lineage, spec);
  case SpecKind::OpName:
    return resolveOpName(lineage, spec);
  }
  llvm_unreachable("every kind is resolved");
}

/// Whether the input had it; what its parser made for a moment does not count.
static bool isOfInput(const OpInfo &op) {
  return op.birthAction == 0 && (op.isAlive() || op.endAction != 0);
}

llvm::Expected<NamedOps> nameOps(const Lineage &lineage, llvm::StringRef spec,
                                 const LiveResolver &resolver, AtPlace which) {
  Ops found = resolveOps(lineage, spec, resolver);
  if (!found)
    return found.takeError();
  NamedOps named{std::move(*found), {}};
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

} // namespace mlir::trackdbg
