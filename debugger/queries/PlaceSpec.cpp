//===- PlaceSpec.cpp - The ways a user names source places ----------------===//

#include "queries/PlaceSpec.h"

#include "graph/KnownNames.h"
#include "graph/LocationIndex.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

bool isFile(const Lineage &lineage, uint32_t file, llvm::StringRef wanted) {
  const Definitions &definitions = lineage.definitions();
  return matchesFile(definitions.string(file), wanted,
                     definitions.workingDirectory());
}

namespace {
/// Takes a `:NUMBER` off the end.
std::optional<uint32_t> dropNumber(llvm::StringRef &text) {
  auto [head, tail] = text.rsplit(':');
  uint32_t number;
  if (head.size() == text.size() || tail.getAsInteger(10, number))
    return std::nullopt;
  text = head;
  return number;
}

/// "; the nearest lines with ops are 10 and 14"
std::string nearestLines(llvm::ArrayRef<SourcePlace> places, uint32_t line) {
  // An op of which only the file is known is in no line.
  places = places.drop_while(
      [](const SourcePlace &place) { return place.line == 0; });
  if (places.empty())
    return "";
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

llvm::StringRef withoutQuotes(llvm::StringRef text) {
  bool isQuoted = text.size() > 1 && text.front() == text.back() &&
                  (text.front() == '"' || text.front() == '\'');
  return isQuoted ? text.drop_front().drop_back() : text;
}

std::optional<PlaceSpec> parsePlace(llvm::StringRef spec) {
  PlaceSpec place;
  std::optional<uint32_t> last = dropNumber(spec);
  if (!last)
    return std::nullopt;
  place.line = *last;
  if (spec.empty() && *last != 0)
    return place;
  if (std::optional<uint32_t> line = dropNumber(spec)) {
    place.line = *line;
    place.column = *last;
    if (spec.empty() && *line != 0)
      return place;
  }
  spec = withoutQuotes(spec);
  while (spec.consume_front("./"))
    continue;
  if (spec.empty())
    return std::nullopt;
  place.file = spec;
  return place;
}

/// The place that `:30` or `:30:5` means: that line of the one file that has
/// ops there.
static llvm::Expected<std::vector<SourcePlace>>
lineOfAnyFile(const Lineage &lineage, llvm::StringRef spec,
              const PlaceSpec &wanted) {
  uint32_t line = wanted.line;
  std::vector<SourcePlace> found;
  for (uint32_t file : lineage.places().files())
    if (SourcePlace place{file, line, 0};
        !lineage.places().opsAt(place).empty())
      found.push_back(place);
  if (found.size() == 1) {
    found.front().column = wanted.column;
    if (lineage.places().opsAt(found.front()).empty())
      return noSuchPlace(lineage, spec, wanted, found.front().fileId);
    return found;
  }
  if (found.empty())
    return llvm::createStringError(
        fmt::format("no op comes from line {} of any file", line));
  std::vector<std::string> names;
  for (const SourcePlace &place : found)
    names.push_back(fmt::format(
        "'{}:{}'", lineage.definitions().string(place.fileId).str(), line));
  return llvm::createStringError(fmt::format("':{}' is a line of {} files: {}",
                                             line, found.size(),
                                             llvm::join(names, ", ")));
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
  if (wanted->line == 0)
    return llvm::createStringError(fmt::format(
        "'{}' is not a source place: lines count from 1", spec.str()));
  if (wanted->file.empty())
    return lineOfAnyFile(lineage, spec, *wanted);
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

/// Sorted, each once.
static std::vector<OpId> opsAt(const Lineage &lineage,
                               llvm::ArrayRef<SourcePlace> places) {
  std::vector<OpId> found;
  for (const SourcePlace &place : places) {
    std::vector<OpId> ops = lineage.places().opsAt(place);
    found.insert(found.end(), ops.begin(), ops.end());
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

llvm::Expected<std::vector<OpId>> opsAtPlace(const Lineage &lineage,
                                             llvm::StringRef spec) {
  llvm::Expected<std::vector<SourcePlace>> places = resolvePlace(lineage, spec);
  if (!places)
    return places.takeError();
  return opsAt(lineage, *places);
}

std::vector<OpId> opsOfFile(const Lineage &lineage, llvm::StringRef name) {
  std::vector<SourcePlace> places;
  for (uint32_t file : lineage.places().files())
    if (isFile(lineage, file, name))
      places.push_back({file, 0, 0});
  return opsAt(lineage, places);
}

} // namespace mlir::trackdbg
