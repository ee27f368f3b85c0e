//===- SnapshotNames.cpp - What values and blocks are called --------------===//

#include "snapshots/SnapshotNames.h"

#include "llvm/Support/Endian.h"

#include <cstring>

using namespace mlir;
using namespace mlir::trackdbg;

SnapshotNames::Name SnapshotNames::makeName(StringRef text) {
  Name name;
  if (text.size() <= name.bytes.size()) {
    memcpy(name.bytes.data(), text.data(), text.size());
    return name;
  }
  uint32_t index = longNames.size();
  memcpy(name.bytes.data() + name.bytes.size() - sizeof(index), &index,
         sizeof(index));
  longNames.push_back(text.str());
  return name;
}

StringRef SnapshotNames::textOf(const Name &name) const {
  if (name.bytes.front()) {
    uint64_t word = llvm::support::endian::read64le(name.bytes.data());
    return {name.bytes.data(),
            name.bytes.size() - size_t(llvm::countl_zero(word)) / 8};
  }
  uint32_t index;
  memcpy(&index, name.bytes.data() + name.bytes.size() - sizeof(index),
         sizeof(index));
  return longNames[index];
}

void SnapshotNames::print(Value value, raw_ostream &os) const {
  if (auto name = values.find(value); name != values.end())
    os << textOf(name->second);
  else
    os << (value ? "<<UNKNOWN SSA VALUE>>" : "<<NULL VALUE>>");
}

void SnapshotNames::print(Block *block, raw_ostream &os) const {
  auto name = blocks.find(block);
  if (name == blocks.end())
    os << "INVALIDBLOCK";
  else if (name->second.longName < 0)
    os << "^bb" << name->second.position;
  else
    os << longNames[name->second.longName];
}

int SnapshotNames::positionOf(Block *block) const {
  auto name = blocks.find(block);
  return name == blocks.end() ? -1 : name->second.position;
}

void SnapshotNames::rename(Value value, Value other) {
  if (auto name = values.find(other); name != values.end())
    values[value] = Name(name->second);
}
