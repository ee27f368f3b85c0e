//===- AddressMap.h - The living ops by their address ---------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_ADDRESSMAP_H
#define TRACKDBG_DEBUGGER_GRAPH_ADDRESSMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

/// A hash table of op numbers whose keys lie in the records of the ops. A
/// DenseMap would repeat them, and take four times the memory: most ops of a
/// compile are alive at some time, so this counts for each. To look at a record
/// is what takes time; a tag of each slot, a part of the hash, tells which
/// slots are worth it.
///
/// An op is in the table exactly while its record has an address.
template <typename Ops> class AddressMap {
public:
  explicit AddressMap(const Ops &ops)
      : ops(ops), tags(kSmallest, kFree), slots(kSmallest, 0) {}

  /// The op at an address, or 0.
  uint32_t find(uint64_t address) const {
    uint64_t hash = hashOf(address);
    uint8_t tag = tagOf(hash);
    for (size_t slot = home(hash); tags[slot] != kFree; slot = next(slot))
      if (tags[slot] == tag && ops[slots[slot]].address() == address)
        return slots[slot];
    return 0;
  }

  /// Adds an op whose address is in no other record of the table.
  void insert(uint32_t op) {
    if (4 * (used + 1) > 3 * slots.size())
      rehash(slots.size() * 2);
    ++used;
    place(op);
  }

  /// Takes out an op, whose record still has its address.
  void erase(uint32_t op) {
    size_t hole = home(hashOf(ops[op].address()));
    while (slots[hole] != op)
      hole = next(hole);
    // What follows moves up, unless that would put it before its home.
    for (size_t slot = next(hole); tags[slot] != kFree; slot = next(slot)) {
      uint64_t hash = hashOf(ops[slots[slot]].address());
      if (distance(home(hash), slot) < distance(hole, slot))
        continue;
      slots[hole] = slots[slot];
      tags[hole] = tags[slot];
      hole = slot;
    }
    slots[hole] = 0;
    tags[hole] = kFree;
    --used;
  }

  /// Gives back the memory of those that were taken out.
  void shrink() {
    size_t wanted = kSmallest;
    while (3 * wanted < 4 * (used + 1))
      wanted *= 2;
    if (wanted < slots.size())
      rehash(wanted);
  }

  /// Calls `visit(op)` with each; the table must not change meanwhile.
  template <typename Visit> void forEach(Visit visit) const {
    for (uint32_t op : slots)
      if (op != 0)
        visit(op);
  }

  uint64_t bytes() const {
    return tags.capacity() + slots.capacity() * sizeof(uint32_t);
  }

private:
  static constexpr size_t kSmallest = 64;
  static constexpr uint8_t kFree = 0;

  size_t mask() const { return slots.size() - 1; }
  size_t next(size_t slot) const { return (slot + 1) & mask(); }
  size_t distance(size_t from, size_t to) const { return (to - from) & mask(); }
  static uint64_t hashOf(uint64_t address) {
    uint64_t hash = address * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 32;
  }
  size_t home(uint64_t hash) const { return hash & mask(); }
  static uint8_t tagOf(uint64_t hash) { return hash >> 57 | 0x80; }
  void place(uint32_t op) {
    uint64_t hash = hashOf(ops[op].address());
    size_t slot = home(hash);
    while (tags[slot] != kFree)
      slot = next(slot);
    slots[slot] = op;
    tags[slot] = tagOf(hash);
  }
  void rehash(size_t size) {
    std::vector<uint32_t> old(size, 0);
    old.swap(slots);
    tags = std::vector<uint8_t>(size, kFree);
    for (uint32_t op : old)
      if (op != 0)
        place(op);
  }

  const Ops &ops;
  std::vector<uint8_t> tags;
  std::vector<uint32_t> slots; ///< A power of two of them, as of the tags.
  size_t used = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_ADDRESSMAP_H
