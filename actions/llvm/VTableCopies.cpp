//===- VTableCopies.cpp - Virtual functions of single objects, replaced ---===//

#include "llvm/VTableCopies.h"

#include "native/Modules.h"

#include <algorithm>

using namespace mlir::trackdbg;

/// No vtable has a length that can be asked for. No class of LLVM has more
/// virtual functions than this; what follows the vtable is copied and not used.
static constexpr size_t kSlots = 400;
/// In front of the functions are the distance to the object's begin, and its
/// type. A copy has the address of the original in front of these.
static constexpr size_t kInFront = 2;

/// With at least `slot`; null where the loader has not mapped that much there.
static void **copyOf(void **table, size_t slot) {
  void **begin = table - kInFront;
  size_t slots = kSlots;
  while (slots > slot && !isData(begin, (kInFront + slots) * sizeof(void *)))
    --slots;
  if (slots <= slot)
    return nullptr;
  void **memory = new void *[1 + kInFront + slots];
  memory[0] = table;
  std::copy_n(begin, kInFront + slots, memory + 1);
  return memory + 1 + kInFront;
}

void VTableCopies::replace(void *object, size_t slot, void *function) {
  void **&table = *static_cast<void ***>(object);
  std::lock_guard<std::mutex> lock(mutex);
  void **copy = copies.lookup(table);
  if (!copy) {
    copy = copyOf(table, slot);
    if (!copy)
      return;
    copies[table] = copies[copy] = copy;
  }
  copy[slot] = function;
  table = copy;
}

bool VTableCopies::hasReplaced(const void *object) {
  void **table = *static_cast<void **const *>(object);
  std::lock_guard<std::mutex> lock(mutex);
  return copies.lookup(table) == table;
}

void *VTableCopies::replaced(void *object, size_t slot) {
  void **copy = *static_cast<void ***>(object);
  void *original = copy[-1 - int(kInFront)];
  return static_cast<void **>(original)[slot];
}
