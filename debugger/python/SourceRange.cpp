//===- SourceRange.cpp ----------------------------------------------------===//

#include "python/SourceRange.h"

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

bool SourceLocation::touches(const SourceLocation &other) const {
  return line == other.line &&
         (column == other.column || column == 0 || other.column == 0) &&
         (isSuffix(file, other.file) || isSuffix(other.file, file));
}

std::string SourceLocation::str() const {
  return column ? fmt::format("{}:{}:{}", file, line, column)
                : fmt::format("{}:{}", file, line);
}

SourceRange::SourceRange(std::vector<SourceLocation> places)
    : all(std::move(places)) {
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
}

SourceRange SourceRange::ofLocation(const Definitions &definitions,
                                    uint32_t location) {
  std::vector<SourceLocation> places;
  definitions.forEachPlace(location, [&](SourcePlace place) {
    if (place.line != 0)
      places.push_back(
          {definitions.string(place.fileId).str(), place.line, place.column});
  });
  return SourceRange(std::move(places));
}

static std::optional<SourceLocation> parsePlace(StringRef text) {
  SourceLocation place;
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
  return place;
}

Expected<SourceRange> SourceRange::parse(StringRef text) {
  std::vector<SourceLocation> places;
  for (StringRef part : split(text, ", ")) {
    std::optional<SourceLocation> place = parsePlace(part.trim());
    if (!place)
      return createStringError(
          fmt::format("\"{}\" is no place in a source file; write FILE:LINE or "
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
  const SourceLocation *previous = nullptr;
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
    bool isSameLine = previous && previous->file == place.file &&
                      previous->line == place.line;
    previous = &place;
    if (isSameLine)
      continue;
    if (place.line > found->second.size())
      return createStringError(
          fmt::format("{} has no line {}", place.file, place.line));
    text += found->second[place.line - 1].str() + "\n";
  }
  return text;
}

} // namespace mlir::trackdbg
