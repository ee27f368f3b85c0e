//===- PlanWriter.cpp - Puts a plan together ------------------------------===//

#include "patching/PlanWriter.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

uint32_t PlanWriter::addEntry(const MovedEntry &moved, uint32_t symbol,
                              ArrayRef<uint8_t> bytes) {
  constexpr size_t kAlignment = 16;
  code.resize(alignTo(code.size(), kAlignment), machine.trap());
  uint32_t begin = code.size();
  code.insert(code.end(), moved.code.begin(), moved.code.end());
  for (const plan::Fixup &fixup : moved.fixups)
    fixups.push_back(
        {fixup.at + begin, fixup.end + begin, fixup.kind, fixup.target});
  plan::Entry entry{moved.address, moved.size, symbol, begin, {}};
  copy(bytes.take_front(moved.size), entry.expected);
  allEntries.push_back(entry);
  return allEntries.size() - 1;
}

void PlanWriter::addDetourInMoved(uint32_t caller, uint64_t callee,
                                  uint32_t calleeEntry) {
  uint64_t begin = allEntries[caller].moved;
  uint64_t end = caller + 1 < allEntries.size() ? allEntries[caller + 1].moved
                                                : code.size();
  erase_if(fixups, [&](const plan::Fixup &fixup) {
    if (fixup.kind == plan::Fixup::Kind::Address64 || fixup.target != callee ||
        fixup.at < begin || fixup.at >= end)
      return false;
    // Both ends lie in the code area, wherever that is.
    machine.leadWithin(code, fixup, allEntries[calleeEntry].moved);
    return true;
  });
}

namespace {

/// Grows by arrays, each aligned for what it holds.
class Block {
public:
  template <typename T> plan::Range append(ArrayRef<T> objects) {
    uint32_t at = alignTo(bytes.size(), alignof(uint64_t));
    bytes.resize(at + objects.size() * sizeof(T));
    if (!objects.empty())
      std::memcpy(bytes.data() + at, objects.data(),
                  objects.size() * sizeof(T));
    return {at, uint32_t(objects.size())};
  }
  std::vector<uint8_t> bytes;
};

} // namespace

std::vector<uint8_t> PlanWriter::finish(uint64_t hashOfSymbols,
                                        uint64_t textBegin, uint64_t textEnd,
                                        ArrayRef<uint8_t> buildId) {
  plan::Header header{};
  std::memcpy(header.magic, plan::kMagic, sizeof(header.magic));
  header.machine = elf;
  header.symbols = hashOfSymbols;
  header.textBegin = textBegin;
  header.textEnd = textEnd;
  header.buildIdSize = std::min(buildId.size(), sizeof(header.buildId));
  copy(buildId.take_front(header.buildIdSize), header.buildId);

  Block block;
  block.append(ArrayRef(header));
  header.entries = block.append(ArrayRef(allEntries));
  header.fixups = block.append(ArrayRef(fixups));
  header.detours = block.append(ArrayRef(detours));
  header.code = block.append(ArrayRef(code));
  std::vector<plan::StandIn> placed;
  for (const StandIn &standIn : standIns) {
    plan::Range image = block.append(ArrayRef(standIn.image));
    placed.push_back({image, {standIn.symbolsAt, standIn.symbolCount}});
  }
  header.standIns = block.append(ArrayRef(placed));
  header.size = block.bytes.size();
  std::memcpy(block.bytes.data(), &header, sizeof(header));
  return std::move(block.bytes);
}

} // namespace mlir::trackdbg
