//===- SourceRange.cpp ----------------------------------------------------===//

#include "python/SourceRange.h"

#include "graph/RangeIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>
#include <map>

using namespace llvm;

namespace mlir::trackdbg {

static bool isSuffix(StringRef path, StringRef end) {
  return path.consume_back(end) && (path.empty() || path.ends_with("/"));
}

/// The same for comparing places in one file.
static PlaceRange inFile(const SourceLocation &place) {
  return {0, place.line, place.column, place.endLine, place.endColumn};
}

bool SourceLocation::touches(const SourceLocation &other) const {
  PlaceRange mine = inFile(*this), others = inFile(other);
  return mine.first() <= others.last() && others.first() <= mine.last() &&
         (isSuffix(file, other.file) || isSuffix(other.file, file));
}

std::string SourceLocation::str() const {
  std::string text = fmt::format("{}:{}", file, line);
  if (column != 0)
    text += fmt::format(":{}", column);
  if (isLong())
    text += endLine == line ? fmt::format(" to :{}", endColumn)
                            : fmt::format(" to {}:{}", endLine, endColumn);
  return text;
}

SourceRange::SourceRange(std::vector<SourceLocation> places)
    : all(std::move(places)) {
  // Of those that begin together, the longest first: it holds the others.
  auto key = [](const SourceLocation &place) {
    return std::tuple(StringRef(place.file), inFile(place).first(),
                      ~inFile(place).last());
  };
  llvm::sort(all, [&](const SourceLocation &lhs, const SourceLocation &rhs) {
    return key(lhs) < key(rhs);
  });
  all.erase(llvm::unique(all), all.end());
  const SourceLocation *longest = nullptr;
  std::vector<SourceLocation> kept;
  kept.reserve(all.size());
  for (SourceLocation &place : all) {
    if (longest && longest->file != place.file)
      longest = nullptr;
    uint64_t last = inFile(place).last();
    if (longest && last <= inFile(*longest).last())
      continue;
    kept.push_back(std::move(place));
    if (kept.back().isLong())
      longest = &kept.back();
  }
  all = std::move(kept);
}

SourceRange SourceRange::ofLocation(const Definitions &definitions,
                                    uint32_t location) {
  std::vector<SourceLocation> places;
  definitions.forEachRange(location, [&](const Definitions::Range &range) {
    if (range.begin.line == 0)
      return;
    places.push_back({definitions.string(range.begin.fileId).str(),
                      range.begin.line, range.begin.column});
    if (range.isLong()) {
      places.back().endLine = range.endLine;
      places.back().endColumn = range.endColumn;
    }
  });
  return SourceRange(std::move(places));
}

/// Reads "LINE:COLUMN" or ":COLUMN" into the end of `place`.
static bool parseEnd(StringRef text, SourceLocation &place) {
  place.endLine = place.line;
  auto [line, column] = text.split(':');
  if (!line.empty() && line.getAsInteger(10, place.endLine))
    return false;
  if (column.getAsInteger(10, place.endColumn))
    return false;
  return std::tie(place.line, place.column) <
         std::tie(place.endLine, place.endColumn);
}

static std::optional<SourceLocation> parsePlace(StringRef text) {
  SourceLocation place;
  StringRef end;
  // A file name may hold " to "; what ends a range holds no more than numbers.
  if (size_t to = text.rfind(" to ");
      to != StringRef::npos &&
      text.substr(to + 4).find_first_not_of("0123456789:") == StringRef::npos) {
    end = text.substr(to + 4);
    text = text.take_front(to);
  }
  uint32_t last = 0, beforeLast = 0;
  auto [front, back] = text.rsplit(':');
  if (front.size() == text.size() || back.getAsInteger(10, last))
    return std::nullopt;
  auto [file, middle] = front.rsplit(':');
  bool hasColumn =
      file.size() != front.size() && !middle.getAsInteger(10, beforeLast);
  place.file = (hasColumn ? file : front).str();
  place.line = hasColumn ? beforeLast : last;
  place.column = hasColumn ? last : 0;
  if (place.file.empty() || place.line == 0)
    return std::nullopt;
  if (!end.empty() && !parseEnd(end, place))
    return std::nullopt;
  return place;
}

Expected<SourceRange> SourceRange::parse(StringRef text) {
  std::vector<SourceLocation> places;
  for (StringRef part : split(text, ", ")) {
    std::optional<SourceLocation> place = parsePlace(part.trim());
    if (!place)
      return createStringError(
          fmt::format("Invalid source place \"{}\": write FILE:LINE or "
                      "FILE:LINE:COLUMN, both counted from 1",
                      part.str()));
    places.push_back(std::move(*place));
  }
  return SourceRange(std::move(places));
}

bool SourceRange::overlaps(const SourceRange &other) const {
  return any_of(other.all,
                [&](const SourceLocation &place) { return contains(place); });
}

bool SourceRange::contains(const SourceLocation &place) const {
  return any_of(
      all, [&](const SourceLocation &mine) { return mine.touches(place); });
}

SourceRange SourceRange::merge(const SourceRange &other) const {
  std::vector<SourceLocation> places = all;
  append_range(places, other.all);
  return SourceRange(std::move(places));
}

std::string SourceRange::str() const {
  std::string text;
  for (const SourceLocation &place : all)
    text += (text.empty() ? "" : ", ") + place.str();
  return text.empty() ? "unknown" : text;
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef folder,
                                                        StringRef file) {
  SmallString<256> path(file);
  if (!sys::path::is_absolute(path)) {
    path = folder;
    sys::path::append(path, file);
  }
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createStringError(
        fmt::format("{}: {}", path.str().str(), buffer.getError().message()));
  return std::move(*buffer);
}

Expected<std::string> SourceRange::content(StringRef folder) const {
  std::string text;
  std::map<std::string, SmallVector<StringRef, 0>> linesOf;
  std::vector<std::unique_ptr<MemoryBuffer>> buffers;
  // The last line that was given, of which file.
  StringRef lastFile;
  uint32_t lastLine = 0;
  for (const SourceLocation &place : all) {
    auto [found, isNew] = linesOf.try_emplace(place.file);
    if (isNew) {
      Expected<std::unique_ptr<MemoryBuffer>> buffer =
          readFile(folder, place.file);
      if (!buffer)
        return buffer.takeError();
      (*buffer)->getBuffer().split(found->second, '\n');
      buffers.push_back(std::move(*buffer));
    }
    if (place.end().line > found->second.size())
      return createStringError(
          fmt::format("{} has no line {}", place.file, place.end().line));
    uint32_t line = place.line;
    if (lastFile == place.file)
      line = std::max(line, lastLine + 1);
    else
      lastLine = 0;
    for (; line <= place.end().line; ++line)
      text += found->second[line - 1].str() + "\n";
    lastFile = place.file;
    lastLine = std::max(lastLine, place.end().line);
  }
  return text;
}

} // namespace mlir::trackdbg
