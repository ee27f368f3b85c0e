//===- SourceNames.cpp ----------------------------------------------------===//

#include "commands/SourceNames.h"

#include "commands/Places.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static bool isOfName(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// Where the op begins whose results a line names, if one of them is `name`; 0
/// where it is none of them. From 1.
static size_t columnOfResult(StringRef line, StringRef name) {
  StringRef results = line.split(" = ").first;
  if (results.size() == line.size() || !results.ltrim().starts_with("%"))
    return 0;
  SmallVector<StringRef> names;
  results.split(names, ',');
  for (StringRef each : names)
    if (each.trim().split(':').first == name)
      return results.size() + StringRef(" = ").size() + 1;
  return 0;
}

/// The header of a function that begins in a line, which others may go on.
static std::string headerAt(ArrayRef<StringRef> lines, size_t first) {
  constexpr size_t kMostLines = 64;
  std::string header;
  if (!lines[first].contains("func") || !lines[first].contains('('))
    return header;
  for (StringRef line : lines.slice(first).take_front(kMostLines)) {
    header += line.str() + "\n";
    if (StringRef(header).count('(') <= StringRef(header).count(')'))
      break;
  }
  return header;
}

/// The number of the argument of that name in the header of a function.
static std::optional<unsigned> argumentIn(StringRef line, StringRef name) {
  unsigned number = 0;
  for (StringRef rest = line.split('(').second; rest.contains('%'); ++number) {
    rest = rest.drop_front(rest.find('%'));
    StringRef found =
        rest.take_front(1 + rest.drop_front().take_while(isOfName).size());
    if (!rest.drop_front(found.size()).ltrim().starts_with(":"))
      return std::nullopt;
    if (found == name)
      return number;
    rest = rest.drop_front(found.size());
  }
  return std::nullopt;
}

namespace {
struct ResultPlace {
  size_t line = 0, column = 0;
};
} // namespace

/// The op that is at a place of a file, if it is one and alive. An op that was
/// fused from several places is at the first of them.
static std::optional<std::string> opAt(Console &console, StringRef file,
                                       ResultPlace place) {
  Lineage *lineage = knownLineage(console);
  if (!lineage)
    return std::nullopt;
  std::string inFile = formatv(":{0}:{1}", place.line, place.column);
  Expected<std::vector<OpId>> ops = resolveOps(*lineage, file.str() + inFile);
  if (!ops) {
    consumeError(ops.takeError());
    return std::nullopt;
  }
  std::optional<std::string> found;
  for (OpId id : *ops)
    if (std::optional<uint64_t> address = lineage->liveAddress(id)) {
      uint32_t location = lineage->op(id).location;
      if (!StringRef(lineage->definitions().rangeText(location))
               .ends_with(inFile))
        continue;
      if (found)
        return std::nullopt;
      found = FoundUnit{*address}.unit();
    }
  return found;
}

std::optional<std::string> unitOfSourceName(Console &console, StringRef name) {
  std::string file = currentFile(console).str();
  if (file.empty() || !name.starts_with("%"))
    return std::nullopt;
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(file);
  if (!lines) {
    consumeError(lines.takeError());
    return std::nullopt;
  }
  std::vector<ResultPlace> places;
  std::vector<std::string> arguments;
  for (size_t i = 0; i < lines->size(); ++i) {
    StringRef line = (*lines)[i];
    if (size_t column = columnOfResult(line, name))
      places.push_back({i + 1, column});
    if (std::optional<unsigned> number = argumentIn(headerAt(*lines, i), name))
      arguments.push_back(formatv("%arg{0}", *number));
  }
  if (places.size() + arguments.size() != 1)
    return std::nullopt;
  return arguments.empty() ? opAt(console, file, places.front())
                           : std::optional(arguments.front());
}

} // namespace mlir::trackdbg
