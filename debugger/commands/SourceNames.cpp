//===- SourceNames.cpp ----------------------------------------------------===//

#include "commands/SourceNames.h"

#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// By location
//===----------------------------------------------------------------------===//

/// Where the ops and arguments may have been read that have that name, lines
/// and columns in turn. An argument is read at its name, and an op behind the
/// names of its results. Where a name is used, nothing was read.
static std::vector<int64_t> placesOf(ArrayRef<StringRef> lines,
                                     StringRef name) {
  constexpr size_t kMostNumbers = 20000;
  std::vector<int64_t> places;
  for (auto [index, line] : enumerate(lines)) {
    if (!line.contains(name))
      continue;
    SmallVector<NameInLine, 8> names = namesIn(line);
    size_t results = countResults(line, names);
    for (auto [number, each] : enumerate(names)) {
      if (each.name != name || places.size() >= kMostNumbers)
        continue;
      size_t begin = number < results
                         ? line.find(" = ") + StringRef(" = ").size()
                         : each.begin;
      places.push_back(index + 1);
      places.push_back(begin + 1);
    }
  }
  return places;
}

/// Of several ops, those that the input had and copies of them: a lowering
/// gives the ops it makes the place of the one that they stand for.
static void preferRead(Console &console, std::vector<FoundUnit> &units) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return consumeError(lineage.takeError());
  auto opOf = [&](const FoundUnit &unit) {
    return unit.argument < 0 ? lineage->opAt(unit.address).value_or(0) : 0;
  };
  SmallVector<uint32_t> namesRead;
  for (const FoundUnit &unit : units)
    if (OpId op = opOf(unit); op != 0 && lineage->op(op).birthAction == 0)
      namesRead.push_back(lineage->opNameId(op));
  if (namesRead.empty())
    return;
  erase_if(units, [&](const FoundUnit &unit) {
    OpId op = opOf(unit);
    return op != 0 && !is_contained(namesRead, lineage->opNameId(op));
  });
}

//===----------------------------------------------------------------------===//
// By number
//===----------------------------------------------------------------------===//

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

/// What the printed IR calls arguments of functions that have that name in the
/// source: "@f/%arg0". In `wanted`, "m::f", if that is not empty; else in the
/// one that is selected, if it has one.
static std::vector<std::string> argumentsOf(Console &console,
                                            ArrayRef<StringRef> lines,
                                            StringRef wanted, StringRef name) {
  const Frame *frame = selectedFrame(console);
  StringRef last = wanted.contains("::") ? wanted.rsplit("::").second : wanted;
  last.consume_front("@");
  std::vector<std::string> here, elsewhere;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string header = headerAt(lines, i);
    std::optional<unsigned> number = argumentIn(header, name);
    StringRef symbol = symbolIn(header);
    if (!number || symbol.empty() || (!last.empty() && symbol != last))
      continue;
    std::string around = wanted.empty() ? "@" + symbol.str() : wanted.str();
    (frame && frame->symbol == symbol ? here : elsewhere)
        .push_back(around + "/%arg" + std::to_string(*number));
  }
  return here.empty() ? elsewhere : here;
}

Expected<std::vector<FoundUnit>> unitsOfSourceName(Console &console,
                                                   StringRef name) {
  std::vector<FoundUnit> none;
  std::string file = currentFile(console).str();
  auto [symbol, value] =
      name.contains('/') ? name.rsplit('/') : std::pair(StringRef(), name);
  value = value.split('#').first.split(':').first;
  if (file.empty() || !value.starts_with("%"))
    return none;
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(file);
  if (!lines) {
    consumeError(lines.takeError());
    return none;
  }
  std::vector<int64_t> places = placesOf(*lines, value);
  if (places.empty())
    return none;
  Expected<FoundAnswer> answer =
      askCompiler(console, ResolveRequest{name.str(), places, file});
  if (!answer)
    return answer.takeError();
  if (answer->units.size() > 1)
    preferRead(console, answer->units);
  if (!answer->units.empty())
    return std::move(answer->units);
  for (StringRef argument : argumentsOf(console, *lines, symbol, value)) {
    answer = askCompiler(console, ResolveRequest{argument.str(), {}, {}});
    if (!answer)
      return answer.takeError();
    append_range(none, answer->units);
  }
  return none;
}

} // namespace mlir::trackdbg
