//===- AddressMap.h - The living ops by their address ---------------------===//
//
// Private to debugger/lineage.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_ADDRESSMAP_H
#define TRACKDBG_DEBUGGER_LINEAGE_ADDRESSMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

/// A hash table of op numbers whose keys lie in the records of the ops. A
/// DenseMap would repeat them, and take four times the memory: most ops of a
/// compile are alive at some time, so this counts for each.
///
/// An op is in the table exactly while its record has an address.
template <typename Ops> class AddressMap {
public:
  explicit AddressMap(const Ops &ops) : ops(ops), slots(kSmallest, 0) {}

  /// The op at an address, or 0.
  uint32_t find(uint64_t address) const {
    for (size_t slot = home(address); slots[slot] != 0; slot = next(slot))
      if (ops[slots[slot]].address() == address)
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
    size_t hole = home(ops[op].address());
    while (slots[hole] != op)
      hole = next(hole);
    // What follows moves up, unless that would put it before its home.
    for (size_t slot = next(hole); slots[slot] != 0; slot = next(slot)) {
      size_t fromHome = distance(home(ops[slots[slot]].address()), slot);
      if (fromHome < distance(hole, slot))
        continue;
      slots[hole] = slots[slot];
      hole = slot;
    }
    slots[hole] = 0;
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

  uint64_t bytes() const { return slots.capacity() * sizeof(uint32_t); }

private:
  static constexpr size_t kSmallest = 64;

  size_t mask() const { return slots.size() - 1; }
  size_t next(size_t slot) const { return (slot + 1) & mask(); }
  size_t distance(size_t from, size_t to) const { return (to - from) & mask(); }
  size_t home(uint64_t address) const {
    uint64_t hash = address * 0x9e3779b97f4a7c15;
    return (hash ^ hash >> 32) & mask();
  }
  void place(uint32_t op) {
    size_t slot = home(ops[op].address());
    while (slots[slot] != 0)
      slot = next(slot);
    slots[slot] = op;
  }
  void rehash(size_t size) {
    std::vector<uint32_t> old(size, 0);
    old.swap(slots);
    for (uint32_t op : old)
      if (op != 0)
        place(op);
  }

  const Ops &ops;
  std::vector<uint32_t> slots; ///< A power of two of them; 0 is free.
  size_t used = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_ADDRESSMAP_H
