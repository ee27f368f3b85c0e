//===- Definitions.cpp - The strings, locations and kinds of a trace ------===//

#include "trace/Definitions.h"

#include "llvm/ADT/SmallVector.h"

#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace mlir::trackdbg {

using namespace trace;

namespace {
/// What a PassPattern definition has before the name of its root.
constexpr size_t kPatternHead = 3 * sizeof(uint32_t);

// Payloads lie at multiples of 4 bytes, but nothing here depends on it.
uint32_t wordAt(const char *payload, size_t index) {
  uint32_t word;
  std::memcpy(&word, payload + index * sizeof(word), sizeof(word));
  return word;
}

template <typename Table> void makeRoom(Table &table, uint32_t id) {
  if (id >= table.size())
    table.resize(size_t(id) + 1);
}
} // namespace

ActionKindInfo Definitions::actionKind(uint32_t id) const {
  if (id >= actionKinds.size())
    return {};
  const ActionKind &kind = actionKinds[id];
  return {string(kind.tag), string(kind.name), string(kind.argument),
          kind.isRequired};
}

const char *Definitions::add(const DefinitionHeader &header,
                             const char *payload, uint64_t idLimit) {
  switch (header.kind) {
  case DefinitionKind::CommandLine: {
    arguments.clear();
    llvm::StringRef rest(payload, header.size);
    while (!rest.empty()) {
      auto [argument, tail] = rest.split('\0');
      arguments.push_back(argument.str());
      rest = tail;
    }
    return nullptr;
  }
  case DefinitionKind::WorkingDirectory:
    directory.assign(payload, header.size);
    return nullptr;
  default:
    break;
  }
  if (header.id == 0 || header.id > idLimit)
    return "has an id that cannot be";
  switch (header.kind) {
  case DefinitionKind::String:
    return addString(header.id, llvm::StringRef(payload, header.size));
  case DefinitionKind::FileLocation:
  case DefinitionKind::NameLocation:
  case DefinitionKind::CallSiteLocation:
  case DefinitionKind::FusedLocation:
    return addLocation(header, payload);
  case DefinitionKind::ActionKind:
    if (header.size < 3 * sizeof(uint32_t))
      return "is too short for an action kind";
    return addActionKind(header.id, {payload, header.size});
  case DefinitionKind::OpName:
    if (header.size < sizeof(uint32_t))
      return "is too short for the traits of an op";
    return addOpName(header.id, wordAt(payload, 0));
  case DefinitionKind::Module:
    return stackTable.addModule(header.id, {payload, header.size});
  case DefinitionKind::Stack:
    return stackTable.addStack(header.id, {payload, header.size});
  case DefinitionKind::KindFunction:
    return stackTable.addFunction(header.id, {payload, header.size});
  case DefinitionKind::PassPattern:
    if (header.size < kPatternHead)
      return "is too short for a pattern";
    return addPattern(header.id, {payload, header.size});
  default:
    return "is of no known kind";
  }
}

const char *Definitions::addString(uint32_t id, llvm::StringRef text) {
  makeRoom(strings, id);
  if (strings[id].canonical != 0)
    return "gives an id that is taken";
  uint32_t canonical =
      text.empty() ? 0 : stringIds.try_emplace(text, id).first->second;
  strings[id] = {text, canonical};
  return nullptr;
}

const char *Definitions::addLocation(const DefinitionHeader &header,
                                     const char *payload) {
  uint32_t needed = 0;
  if (header.kind == DefinitionKind::FileLocation)
    needed = 5;
  else if (header.kind != DefinitionKind::FusedLocation)
    needed = 2;
  if (header.size < needed * sizeof(uint32_t))
    return "is too short for a location";
  makeRoom(locations, header.id);
  Location &location = locations[header.id];
  if (location.payload)
    return "gives an id that is taken";
  location = {payload, header.kind, header.size, {}, 0};
  if (header.kind == DefinitionKind::FileLocation) {
    location.first = {canonicalString(wordAt(payload, 0)), wordAt(payload, 1),
                      wordAt(payload, 2)};
    location.firstFile = header.id;
    return nullptr;
  }
  for (uint32_t child : children(header.id, kMaxPlaces)) {
    if (!place(child))
      continue;
    location.first = place(child);
    location.firstFile = locations[child].firstFile;
    break;
  }
  return nullptr;
}

const char *Definitions::addOpName(uint32_t name, uint32_t traits) {
  uint32_t canonical = canonicalString(name);
  if (canonical == 0)
    return "names a string that is not defined";
  makeRoom(traitsByName, canonical);
  traitsByName[canonical] |= traits;
  return nullptr;
}

const char *Definitions::addPattern(uint32_t actionKind,
                                    llvm::StringRef payload) {
  if (canonicalActionKind(actionKind) == 0)
    return "names an action kind that is not defined";
  PassPattern pattern;
  pattern.name = string(wordAt(payload.data(), 0));
  pattern.benefit = wordAt(payload.data(), 1);
  uint32_t rootSize = wordAt(payload.data(), 2);
  payload = payload.drop_front(kPatternHead);
  if (rootSize > payload.size())
    return "is too short for the name of its root";
  pattern.root = payload.take_front(rootSize).str();
  uint64_t word;
  for (payload = payload.drop_front(rootSize); payload.size() >= sizeof(word);
       payload = payload.drop_front(sizeof(word))) {
    std::memcpy(&word, payload.data(), sizeof(word));
    pattern.functions.push_back(trace::StackFrame::read(word));
  }
  patterns[canonicalActionKind(actionKind)].push_back(std::move(pattern));
  return nullptr;
}

const char *Definitions::addActionKind(uint32_t id, llvm::StringRef payload) {
  makeRoom(actionKinds, id);
  ActionKind &kind = actionKinds[id];
  if (kind.canonical != 0)
    return "gives an id that is taken";
  const char *words = payload.data();
  kind = {wordAt(words, 0), wordAt(words, 1), wordAt(words, 2), id,
          payload.size() >= 4 * sizeof(uint32_t) && wordAt(words, 3) == 1};
  std::string key =
      fmt::format("{} {} {}", canonicalString(kind.tag),
                  canonicalString(kind.name), canonicalString(kind.argument));
  kind.canonical = kindIds.try_emplace(key, id).first->second;
  return nullptr;
}

llvm::SmallVector<uint32_t, 4> Definitions::children(uint32_t location,
                                                     size_t limit) const {
  llvm::SmallVector<uint32_t, 4> result;
  const Location &parent = locations[location];
  if (!parent.payload || parent.kind == DefinitionKind::FileLocation)
    return result;
  size_t first = parent.kind == DefinitionKind::NameLocation ? 1 : 0;
  size_t end = parent.kind == DefinitionKind::FusedLocation
                   ? parent.size / sizeof(uint32_t)
                   : 2;
  for (size_t i = first; i < end && result.size() < limit; ++i) {
    uint32_t child = wordAt(parent.payload, i);
    // A location stands behind all that it holds; a broken file may hold
    // circles, which end here.
    if (child != 0 && child < location)
      result.push_back(child);
  }
  return result;
}

llvm::SmallVector<uint32_t, 4> Definitions::parts(uint32_t location) const {
  if (location >= locations.size())
    return {};
  return children(location, std::numeric_limits<size_t>::max());
}

void Definitions::forEachPlace(
    uint32_t location, llvm::function_ref<void(SourcePlace)> visit) const {
  forEachRange(location, [&](const Range &range) { visit(range.begin); });
}

llvm::StringRef Definitions::bareName(uint32_t location) const {
  if (location >= locations.size() ||
      locations[location].kind != DefinitionKind::NameLocation ||
      locations[location].first)
    return "";
  return string(wordAt(locations[location].payload, 0));
}

Definitions::Range Definitions::range(uint32_t location) const {
  SourcePlace first = place(location);
  if (!first)
    return {};
  const char *payload = locations[locations[location].firstFile].payload;
  return {first, wordAt(payload, 3), wordAt(payload, 4)};
}

void Definitions::forEachRange(
    uint32_t location, llvm::function_ref<void(const Range &)> visit) const {
  llvm::SmallVector<uint32_t, 8> open = {location};
  // A fusion may be as wide as it is itself; beyond that, all that is looked at
  // counts: it may hold one location many times.
  size_t limit = kMaxPlaces;
  if (location < locations.size())
    limit = std::max<size_t>(limit, locations[location].size / 4 + 1);
  for (size_t seen = 1; !open.empty();) {
    uint32_t next = open.pop_back_val();
    if (next >= locations.size())
      continue;
    if (locations[next].kind == DefinitionKind::FileLocation) {
      if (SourcePlace found = locations[next].first)
        visit({found, wordAt(locations[next].payload, 3),
               wordAt(locations[next].payload, 4)});
      continue;
    }
    auto inner = children(next, limit - seen);
    seen += inner.size();
    open.append(inner.rbegin(), inner.rend());
  }
}

std::string Definitions::placeText(SourcePlace place) const {
  if (!place)
    return {};
  llvm::StringRef file = string(place.fileId);
  std::string text(file.data(), file.size());
  fmt::format_to(std::back_inserter(text), ":{}", place.line);
  if (place.column != 0)
    fmt::format_to(std::back_inserter(text), ":{}", place.column);
  return text;
}

std::string Definitions::placeText(uint32_t location) const {
  return placeText(place(location));
}

std::string Definitions::rangeText(uint32_t location) const {
  Range found = range(location);
  std::string text = placeText(found.begin);
  if (found.isLong() && found.endLine != found.begin.line)
    fmt::format_to(std::back_inserter(text), " to {}:{}", found.endLine,
                   found.endColumn);
  else if (found.isLong())
    fmt::format_to(std::back_inserter(text), " to :{}", found.endColumn);
  return text;
}

std::string Definitions::locationText(uint32_t location,
                                      size_t maxLength) const {
  std::string text;
  print(location, text, maxLength, 0);
  if (text.size() > maxLength) {
    text.resize(maxLength);
    text += "...";
  }
  return text;
}

void Definitions::print(uint32_t location, std::string &out, size_t limit,
                        unsigned depth) const {
  constexpr unsigned kMaxDepth = 64;
  if (out.size() > limit)
    return;
  if (location == 0 || location >= locations.size() ||
      !locations[location].payload || depth > kMaxDepth) {
    out += "unknown";
    return;
  }
  const Location &entry = locations[location];
  auto append = [&](llvm::StringRef text) {
    out.append(text.data(), text.size());
  };
  auto word = [&](size_t index) { return wordAt(entry.payload, index); };
  auto list = [&](const char *separator) {
    const char *between = "";
    for (uint32_t child : children(location, kMaxPlaces)) {
      if (out.size() > limit)
        return;
      out += between;
      print(child, out, limit, depth + 1);
      between = separator;
    }
  };
  switch (entry.kind) {
  case DefinitionKind::FileLocation:
    out += '"';
    append(string(word(0)));
    fmt::format_to(std::back_inserter(out), "\":{}:{}", word(1), word(2));
    if (word(3) > word(1))
      fmt::format_to(std::back_inserter(out), " to {}:{}", word(3), word(4));
    else if (word(3) == word(1) && word(4) > word(2))
      fmt::format_to(std::back_inserter(out), " to :{}", word(4));
    return;
  case DefinitionKind::NameLocation:
    out += '"';
    append(string(word(0)));
    out += '"';
    if (word(1) != 0) {
      out += '(';
      list("");
      out += ')';
    }
    return;
  case DefinitionKind::CallSiteLocation:
    out += "callsite(";
    list(" at ");
    out += ')';
    return;
  default:
    out += "fused[";
    list(", ");
    out += ']';
    return;
  }
}

} // namespace mlir::trackdbg
