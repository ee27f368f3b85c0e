//===- UnwindEntries.cpp - The entries of .eh_frame -----------------------===//

#include "native/UnwindEntries.h"

#include "llvm/BinaryFormat/Dwarf.h"

#include <limits>
#include <link.h>
#include <utility>

using namespace mlir::trackdbg;
using namespace llvm::dwarf;

extern "C" {
struct UnwindBases {
  void *text, *data, *function;
};
/// Of the runtime that unwinds for exceptions: the entry of .eh_frame for the
/// function around an address.
const void *_Unwind_Find_FDE(void *address, UnwindBases *bases)
    __attribute__((weak));
}

std::optional<EntryBytes>
mlir::trackdbg::contentsOfEntry(const uint8_t *entry) {
  uint32_t length;
  std::memcpy(&length, entry, sizeof(length));
  if (length == 0 || length == std::numeric_limits<uint32_t>::max())
    return std::nullopt;
  entry += sizeof(length);
  return EntryBytes(entry, entry + length);
}

namespace {

/// Of an entry whose addresses have 4 bytes and are relative, as they are in
/// the files that linkers write: where its function begins and how long it is.
/// None of what ends the list.
std::optional<std::pair<uint64_t, uint32_t>> rangeOf(const uint8_t *entry) {
  std::optional<EntryBytes> bytes = contentsOfEntry(entry);
  if (!bytes || bytes->number<uint32_t>() == 0)
    return std::nullopt;
  auto place = reinterpret_cast<uint64_t>(bytes->place());
  uint64_t begin = place + int64_t(bytes->number<int32_t>());
  return std::pair(begin, bytes->number<uint32_t>());
}

/// The table by which the entries of a library are found, .eh_frame_hdr: where
/// functions begin, and their entries, both relative to the table.
struct EntryTable {
  const uint8_t *bytes;

  /// Whether it has the one form that linkers write.
  bool isUsual() const {
    constexpr uint8_t kForm[] = {1, DW_EH_PE_pcrel | DW_EH_PE_sdata4,
                                 DW_EH_PE_udata4,
                                 DW_EH_PE_datarel | DW_EH_PE_sdata4};
    return std::memcmp(bytes, kForm, sizeof(kForm)) == 0;
  }
  uint32_t count() const { return number<uint32_t>(8); }
  uint64_t function(uint32_t row) const { return address(12 + row * 8); }
  const uint8_t *entry(uint32_t row) const {
    return reinterpret_cast<const uint8_t *>(address(16 + row * 8));
  }

private:
  template <typename Number> Number number(size_t offset) const {
    Number result;
    std::memcpy(&result, bytes + offset, sizeof(result));
    return result;
  }
  uint64_t address(size_t offset) const {
    return reinterpret_cast<uint64_t>(bytes) + int64_t(number<int32_t>(offset));
  }
};

/// Where a function of no bytes stands in front of another one, some linkers
/// keep the entry of the first in the table: that of the second follows it.
UnwindEntry findBehindEmptyOne(const EntryTable &table, uint64_t call) {
  if (!table.isUsual())
    return {};
  uint32_t first = 0, last = table.count();
  while (first < last) {
    uint32_t middle = first + (last - first) / 2;
    if (table.function(middle) <= call)
      first = middle + 1;
    else
      last = middle;
  }
  if (first == 0)
    return {};
  const uint8_t *entry = table.entry(first - 1);
  auto range = rangeOf(entry);
  if (!range || range->second != 0)
    return {};
  constexpr unsigned kMost = 4;
  for (unsigned i = 0; i < kMost; ++i) {
    uint32_t length;
    std::memcpy(&length, entry, sizeof(length));
    entry += sizeof(length) + length;
    auto next = rangeOf(entry);
    if (!next || next->first != range->first)
      return {};
    if (call - next->first < next->second)
      return {entry, next->first};
  }
  return {};
}

} // namespace

UnwindEntry mlir::trackdbg::findUnwindEntry(uint64_t call) {
  if (!_Unwind_Find_FDE)
    return {};
  UnwindBases bases = {};
  if (const void *found =
          _Unwind_Find_FDE(reinterpret_cast<void *>(call), &bases))
    return {static_cast<const uint8_t *>(found),
            reinterpret_cast<uint64_t>(bases.function)};
  struct Search {
    uint64_t call;
    UnwindEntry found;
  } search{call, {}};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        const ElfW(Phdr) *code = nullptr, *table = nullptr;
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) &header = info->dlpi_phdr[i];
          uint64_t begin = info->dlpi_addr + header.p_vaddr;
          if (header.p_type == PT_GNU_EH_FRAME)
            table = &header;
          if (header.p_type == PT_LOAD && search.call >= begin &&
              search.call - begin < header.p_memsz)
            code = &header;
        }
        if (!code)
          return 0;
        if (table)
          search.found =
              findBehindEmptyOne({reinterpret_cast<const uint8_t *>(
                                     info->dlpi_addr + table->p_vaddr)},
                                 search.call);
        return 1;
      },
      &search);
  return search.found;
}
