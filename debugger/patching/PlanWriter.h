//===- PlanWriter.h - Puts a plan together --------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_PLANWRITER_H
#define TRACKDBG_DEBUGGER_PATCHING_PLANWRITER_H

#include "patching/StandIn.h"
#include "patching/machine/Machine.h"

namespace mlir::trackdbg {

/// Collects the parts of a plan, and lays them out as trackdbg/PatchPlan.h
/// says.
class PlanWriter {
public:
  /// `elf` is how the program's file names the machine.
  PlanWriter(const Machine &machine, uint16_t elf)
      : machine(machine), elf(elf) {}

  /// `code` is what is at the entry in the program. Returns the entry's place.
  uint32_t addEntry(const MovedEntry &moved, uint32_t symbol,
                    llvm::ArrayRef<uint8_t> code);
  llvm::ArrayRef<plan::Entry> entries() const { return allEntries; }
  void addDetour(const plan::Detour &detour) { detours.push_back(detour); }
  /// Calls of `callee` among the moved instructions of the entry `caller` go to
  /// the moved instructions of the entry `calleeEntry` instead.
  void addDetourInMoved(uint32_t caller, uint64_t callee, uint32_t calleeEntry);
  void addStandIn(const StandIn &standIn) { standIns.push_back(standIn); }

  /// The plan for a program whose code lies between `textBegin` and `textEnd`.
  std::vector<uint8_t> finish(uint64_t hashOfSymbols, uint64_t textBegin,
                              uint64_t textEnd,
                              llvm::ArrayRef<uint8_t> buildId);

private:
  const Machine &machine;
  uint16_t elf;
  std::vector<plan::Entry> allEntries;
  std::vector<plan::Fixup> fixups;
  std::vector<plan::Detour> detours;
  std::vector<StandIn> standIns;
  std::vector<uint8_t> code;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_PLANWRITER_H
