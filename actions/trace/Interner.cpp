//===- Interner.cpp - Names and locations, written once each --------------===//

#include "trace/Interner.h"
#include "ir/Traits.h"

#include "ir/LocationText.h"
#include "trackdbg/Names.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

uint32_t Interner::idOf(OperationName name) {
  Lock lock(mutex);
  uint32_t &id = names[name.getAsOpaquePointer()];
  if (!id) {
    id = idOfString(name.getStringRef());
    defineOpName(name, id);
  }
  return id;
}

static uint32_t traitsOf(OperationName name) {
  uint32_t traits = 0;
  if (isTerminator(name))
    traits |= kIsTerminator;
  if (isConstantLike(name))
    traits |= kIsConstant;
  if (isSymbolTable(name))
    traits |= kIsSymbolTable;
  else if (isIsolatedFromAbove(name) && name.hasInterface<SymbolOpInterface>())
    traits |= kIsFunction;
  return traits;
}

void Interner::defineOpName(OperationName name, uint32_t id) {
  uint32_t traits = traitsOf(name);
  uint32_t &written = traitsOfNames[id];
  if ((written | traits) == written)
    return;
  written |= traits;
  write(DefinitionKind::OpName, id, &traits, sizeof(traits));
}

uint32_t Interner::idOf(Location location) {
  Lock lock(mutex);
  auto known = locations.find(location.getAsOpaquePointer());
  return known != locations.end() ? known->second : defineLocation(location);
}

/// Of an action of which the tracker knows no more than its tag.
static bool isOwnTag(llvm::StringRef tag) {
  static constexpr llvm::StringLiteral known[] = {
      "pass-execution", "apply-pattern", "apply-conversion",
      "GreedyPatternRewriteIteration",
      // The tracker's.
      "transform-op", "fold", "edit", "llvm-pass"};
  return !llvm::is_contained(known, tag);
}

const ActionKind &Interner::actionKind(llvm::StringRef tag,
                                       llvm::StringRef name,
                                       llvm::StringRef argument, Need need) {
  Lock lock(mutex);
  std::string key =
      (tag + llvm::Twine('\0') + name + llvm::Twine('\0') + argument).str();
  uint32_t &id = kindByText[key];
  if (!id) {
    id = kinds.size() + 1;
    bool isPass = tag == "pass-execution";
    bool isAdaptor = isPass && name.ends_with("OpToOpPassAdaptor");
    kinds.push_back(std::make_unique<ActionKind>(
        ActionKind{id, tag.str(), withUnnamedNamespace(name), argument.str(),
                   name.str(), isPass, isAdaptor, isOwnTag(tag)}));
    llvm::SmallVector<uint32_t, 4> payload{
        idOfString(tag), idOfString(kinds.back()->name), idOfString(argument)};
    if (need == Need::Required)
      payload.push_back(1);
    write(DefinitionKind::ActionKind, id, payload.data(),
          payload.size_in_bytes());
  }
  return *kinds[id - 1];
}

const ActionKind &Interner::actionKind(uint32_t id) const {
  Lock lock(mutex);
  return *kinds[id - 1];
}

void Interner::define(DefinitionKind kind, uint32_t id, llvm::StringRef bytes) {
  Lock lock(mutex);
  bytes = bytes.take_front(kMaxString);
  write(kind, id, bytes.data(), bytes.size());
}

void Interner::forgetPointers() {
  Lock lock(mutex);
  names.clear();
  locations.clear();
  currentGeneration.fetch_add(1, std::memory_order_release);
}

llvm::StringMapEntry<uint32_t> &Interner::entryOf(llvm::StringRef text) {
  text = text.take_front(kMaxString);
  uint32_t next = strings.size() + 1;
  auto [entry, inserted] = strings.try_emplace(text, next);
  if (inserted)
    write(DefinitionKind::String, next, text.data(), text.size());
  return *entry;
}

uint32_t Interner::idOfString(llvm::StringRef text) {
  return text.empty() ? 0 : entryOf(text).second;
}

std::pair<uint32_t, llvm::StringRef> Interner::keep(llvm::StringRef text) {
  if (text.empty())
    return {};
  Lock lock(mutex);
  auto &entry = entryOf(text);
  return {entry.second, entry.first()};
}

uint32_t Interner::idOf(StringAttr text) {
  Lock lock(mutex);
  return lockedIdOf(text);
}

uint32_t Interner::idOf(llvm::StringRef text) {
  Lock lock(mutex);
  return idOfString(text);
}

uint32_t Interner::lockedIdOf(StringAttr text) {
  uint32_t &id = names[text.getAsOpaquePointer()];
  if (!id)
    id = idOfString(text.getValue());
  return id;
}

uint32_t Interner::defineLocation(Location root) {
  // Children before parents, with a stack of our own: callsites nest as deep
  // as a compiler inlines.
  SmallVector<Location> pending{root}, children;
  while (!pending.empty()) {
    Location location = pending.back();
    if (locations.contains(location.getAsOpaquePointer())) {
      pending.pop_back();
      continue;
    }
    children.clear();
    appendParts(location, children);
    if (children.size() > kMaxFused)
      children.truncate(kMaxFused);
    size_t before = pending.size();
    for (Location child : children)
      if (!locations.contains(child.getAsOpaquePointer()))
        pending.push_back(child);
    if (pending.size() != before)
      continue;
    pending.pop_back();

    SmallVector<uint32_t> payload;
    auto kind = DefinitionKind::FusedLocation;
    for (Location child : children)
      payload.push_back(locations.lookup(child.getAsOpaquePointer()));
    uint32_t &id = locations[location.getAsOpaquePointer()];
    if (isa<UnknownLoc>(location)) {
      id = 0;
      continue;
    }
    if (isa<OpaqueLoc>(location)) {
      id = payload.front();
      continue;
    }
    if (auto range = dyn_cast<FileLineColRange>(location)) {
      kind = DefinitionKind::FileLocation;
      payload = {lockedIdOf(range.getFilename()), range.getStartLine(),
                 range.getStartColumn(), range.getEndLine(),
                 range.getEndColumn()};
    } else if (auto name = dyn_cast<NameLoc>(location)) {
      kind = DefinitionKind::NameLocation;
      payload.insert(payload.begin(), idOfString(name.getName().getValue()));
    } else if (isa<CallSiteLoc>(location)) {
      kind = DefinitionKind::CallSiteLocation;
    }
    uint32_t newId = ++lastLocation;
    locations[location.getAsOpaquePointer()] = newId;
    write(kind, newId, payload.data(), payload.size() * sizeof(uint32_t));
  }
  return locations.lookup(root.getAsOpaquePointer());
}

void Interner::write(DefinitionKind kind, uint32_t id, const void *payload,
                     size_t size) {
  size_t needed = llvm::alignTo(sizeof(DefinitionHeader) + size, 4);
  uint64_t used = segment ? segment->used.load(std::memory_order_relaxed) : 0;
  if (!segment || used + needed > kSegmentSize) {
    if (segment)
      file.release(segment);
    segment = file.addSegment(SegmentKind::Definitions, 0);
    if (!segment)
      return;
    used = segment->used.load(std::memory_order_relaxed);
  }
  char *place = reinterpret_cast<char *>(segment) + used;
  DefinitionHeader header{kind, uint32_t(size), id};
  memcpy(place, &header, sizeof(header));
  if (size)
    memcpy(place + sizeof(header), payload, size);
  segment->used.store(used + needed, std::memory_order_release);
}
