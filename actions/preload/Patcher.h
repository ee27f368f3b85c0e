//===- Patcher.h - Carries out a plan -------------------------------------===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PATCHER_H
#define TRACKDBG_ACTIONS_PRELOAD_PATCHER_H

#include "preload/LoadedFile.h"
#include "process/OwnDescriptor.h"
#include "trackdbg/PatchPlan.h"

#include <span>

namespace mlir::trackdbg {

/// Patches one program or library of this process. Believes nothing in the
/// plan: where anything is not as it says, the file stays as it is.
class Patcher {
public:
  /// The hooked functions of `file` will jump through `slots`, each through the
  /// slot of its symbol; those of later symbols stay as they are. The plan and
  /// the slots stay as long as the process.
  Patcher(std::span<const unsigned char> plan, const LoadedFile &file,
          std::span<void *const> slots)
      : bytes(plan.data()), size(plan.size()), file(file), slots(slots) {}

  /// While no thread is in the first instructions of a function of `file`:
  /// before main(), or as soon as a library has been loaded. `opened` is the
  /// file's own. Writes nothing into the file unless it returns Patched.
  plan::Outcome carryOut(uint64_t hashOfSymbols, int opened);

  // Once it has been carried out:

  const LoadedFile &patchedFile() const { return file; }
  std::span<const plan::StandIn> standIns() const {
    return at<plan::StandIn>(header.standIns);
  }
  /// A library in memory, with the addresses of this process; none if there is
  /// no room.
  OwnDescriptor imageOf(const plan::StandIn &standIn) const;
  /// The moved instructions of a function; null where it was not patched.
  void *functionOf(size_t symbol) const;

private:
  template <typename T> std::span<const T> at(const plan::Range &range) const {
    return {reinterpret_cast<const T *>(bytes + range.offset), range.count};
  }
  std::span<const plan::Entry> entries() const {
    return at<plan::Entry>(header.entries);
  }
  std::span<const plan::Fixup> fixups() const {
    return at<plan::Fixup>(header.fixups);
  }
  std::span<const plan::Detour> detours() const {
    return at<plan::Detour>(header.detours);
  }
  /// Where the file has what the plan says lies at `address`.
  unsigned char *inFile(uint64_t address) const {
    return reinterpret_cast<unsigned char *>(file.bias + address);
  }
  template <typename T> bool holds(const plan::Range &range) const {
    return range.offset % alignof(T) == 0 && range.offset <= size &&
           range.count <= (size - range.offset) / sizeof(T);
  }
  bool isInText(uint64_t address, size_t length) const {
    uint64_t begin = file.bias + address;
    return begin >= file.textBegin && begin <= file.textEnd &&
           length <= file.textEnd - begin;
  }
  /// Whether it is a plan as this library reads them.
  bool readHeader(uint64_t hashOfSymbols);
  /// Whether the plan is well-formed, and this file the one that it is for.
  bool fits() const;
  bool isSameBuild() const;
  bool areEntriesAsExpected() const;
  bool areDetoursAsExpected() const;
  bool areStandInsWhole() const;
  uintptr_t lastPlace() const;
  bool prepareCode();
  void dropCode();
  void writeSlotJumps();
  bool isHooked(const plan::Entry &entry) const {
    return entry.symbol < slots.size();
  }
  bool protectAll(int protection) const;
  template <typename Visitor> void forEachChange(Visitor visit) const;
  void write();
  bool patch();

  const unsigned char *bytes;
  size_t size;
  LoadedFile file;
  std::span<void *const> slots;
  plan::Header header{};
  /// The jumps through the slots, and behind them the moved instructions.
  unsigned char *area = nullptr, *moved = nullptr;
  size_t areaSize = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PATCHER_H
