//===- AddressedText.cpp --------------------------------------------------===//

#include "stages/AddressedText.h"

#include "trace/EventCursor.h"
#include "trackdbg/SnapshotTies.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

bool AddressedText::setTies(llvm::StringRef bytes, uint64_t count) {
  ties.clear();
  addresses.clear();
  return readTies(bytes, count, [&](const SnapshotTie &tie) {
    ties.push_back({tie.line, tie.column, 0});
    addresses.push_back(tie.address);
  });
}

/// Follows the births, in the same order as the lineage does, and so with the
/// same numbers. Once for all texts: their ops are looked up when all events up
/// to their positions have happened.
void findTiedOps(const Lineage &lineage,
                 llvm::MutableArrayRef<AddressedText> texts) {
  if (texts.empty())
    return;
  // What no op can have; the map keeps some of it for itself.
  constexpr uint64_t kMaxAddress = (uint64_t(1) << 56) - 1;
  llvm::DenseMap<uint64_t, OpId> living;
  std::vector<AddressedText *> order;
  for (AddressedText &text : texts) {
    order.push_back(&text);
    for (uint64_t address : text.addresses)
      if (address <= kMaxAddress)
        living[address] = 0;
  }
  llvm::stable_sort(order,
                    [](const AddressedText *lhs, const AddressedText *rhs) {
                      return lhs->position < rhs->position;
                    });
  auto find = [&](uint64_t address) {
    auto found = living.find(std::min(address, kMaxAddress));
    OpId op = found == living.end() ? 0 : found->second;
    // The lineage may not have taken in yet what the file already holds.
    return op <= lineage.opCount() ? op : 0;
  };
  auto next = order.begin();
  auto findNext = [&] {
    for (auto [tie, address] :
         llvm::zip_equal((*next)->ties, (*next)->addresses))
      tie.op = find(address);
    ++next;
  };
  auto set = [&](uint64_t address, OpId op) {
    if (auto found = living.find(std::min(address, kMaxAddress));
        found != living.end())
      found->second = op;
  };
  OpId born = 0;
  EventCursor cursor(lineage.trace());
  cursor.drain(
      [&](const Event &event, uint32_t) {
        while (next != order.end() && (*next)->position < event.position())
          findNext();
        if (event.isBirth())
          set(event.subjectAddress(), ++born);
        else if (event.kind() == EventKind::Erase)
          set(event.subject, 0);
      },
      [](const Event &, const Event &, uint32_t) {});
  while (next != order.end())
    findNext();
}

} // namespace mlir::trackdbg
