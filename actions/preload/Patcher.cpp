//===- Patcher.cpp - Carries out a plan -----------------------------------===//

#include "preload/Patcher.h"

#include "machine/Code.h"
#include "preload/MemoryFile.h"
#include "preload/Page.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::trackdbg {
namespace {

/// Where code of `size` bytes reaches all that a plan changes or refers to in
/// the file, which ends at `last`; null if there is no room. Below the file, as
/// a program's heap grows above.
unsigned char *mapCodeNear(const LoadedFile &file, uintptr_t last,
                           size_t size) {
  constexpr uintptr_t kStep = 1 << 16;
  uintptr_t at = file.begin & ~(kStep - 1);
  for (at -= (size + kStep - 1) & ~(kStep - 1);
       at >= kStep && at < file.begin && last - at < code::kReach;
       at -= kStep) {
    void *wanted = reinterpret_cast<void *>(at);
    void *mapped =
        mmap(wanted, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped == wanted)
      return static_cast<unsigned char *>(mapped);
    // An older kernel takes the address for a hint.
    if (mapped != MAP_FAILED)
      munmap(mapped, size);
  }
  return nullptr;
}

/// Some systems do not let code run that has been changed. To find that out
/// from the code itself would be too late.
bool mayChangeCode(int opened) {
  size_t size = pageSize();
  void *page =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, opened, 0);
  if (page == MAP_FAILED)
    return false;
  *static_cast<volatile unsigned char *>(page) = code::kTrap;
  bool may = mprotect(page, size, PROT_READ | PROT_EXEC) == 0;
  munmap(page, size);
  return may;
}

} // namespace

bool Patcher::isSameBuild() const {
  return header.buildIdSize ==
             std::min(file.buildIdSize, sizeof(header.buildId)) &&
         memcmp(header.buildId, file.buildId, header.buildIdSize) == 0 &&
         file.bias + header.textBegin == file.textBegin &&
         file.bias + header.textEnd == file.textEnd;
}

bool Patcher::areEntriesAsExpected() const {
  for (const plan::Entry &entry : entries())
    if (entry.size < code::kJumpSize || entry.size > plan::Entry::kMostBytes ||
        entry.moved >= header.code.count ||
        !isInText(entry.address, entry.size) ||
        memcmp(inFile(entry.address), entry.expected, entry.size) != 0)
      return false;
  for (const plan::Fixup &fixup : fixups())
    if (fixup.at > fixup.end || fixup.end > header.code.count ||
        !code::fits(fixup))
      return false;
  return true;
}

bool Patcher::areDetoursAsExpected() const {
  for (const plan::Detour &detour : detours())
    if (detour.entry >= header.entries.count ||
        !isInText(detour.address, sizeof(uint32_t)) ||
        memcmp(inFile(detour.address), &detour.expected, sizeof(uint32_t)) != 0)
      return false;
  return true;
}

bool Patcher::areStandInsWhole() const {
  for (const plan::StandIn &standIn : standIns())
    if (!holds<unsigned char>(standIn.image) ||
        standIn.symbols.offset % alignof(ElfW(Sym)) != 0 ||
        standIn.symbols.offset > standIn.image.count ||
        standIn.symbols.count >
            (standIn.image.count - standIn.symbols.offset) / sizeof(ElfW(Sym)))
      return false;
  return true;
}

bool Patcher::readHeader(uint64_t hashOfSymbols) {
  if (size < sizeof(header))
    return false;
  memcpy(&header, bytes, sizeof(header));
  return memcmp(header.magic, plan::kMagic, sizeof(header.magic)) == 0 &&
         header.symbols == hashOfSymbols;
}

bool Patcher::fits() const {
  return header.machine == code::kMachine && header.size == size &&
         holds<plan::Entry>(header.entries) &&
         holds<plan::Fixup>(header.fixups) &&
         holds<plan::Detour>(header.detours) &&
         holds<unsigned char>(header.code) &&
         holds<plan::StandIn>(header.standIns) && isSameBuild() &&
         areEntriesAsExpected() && areDetoursAsExpected() && areStandInsWhole();
}

void Patcher::writeSlotJumps() {
  unsigned char *jump = area;
  for (const plan::Entry &entry : entries()) {
    memset(jump, code::kTrap, code::kSlotJumpSize);
    if (isHooked(entry))
      code::writeSlotJump(jump, &slots[entry.symbol]);
    jump += code::kSlotJumpSize;
  }
}

void Patcher::dropCode() { munmap(area, areaSize); }

/// The end of all that the code area has to reach.
uintptr_t Patcher::lastPlace() const {
  uintptr_t last = file.begin;
  auto note = [&](uint64_t address) {
    last = std::max<uintptr_t>(last, file.bias + address);
  };
  for (const plan::Entry &entry : entries())
    note(entry.address + entry.size);
  for (const plan::Detour &detour : detours())
    note(detour.address + sizeof(uint32_t));
  for (const plan::Fixup &fixup : fixups())
    if (fixup.kind != plan::Fixup::Kind::Address64)
      note(fixup.target);
  return last;
}

/// Writes nothing into the file.
bool Patcher::prepareCode() {
  size_t jumps = header.entries.count * code::kSlotJumpSize;
  areaSize = pageEnd(jumps + header.code.count);
  area = mapCodeNear(file, lastPlace(), areaSize);
  if (!area)
    return false;
  moved = area + jumps;
  writeSlotJumps();
  memcpy(moved, bytes + header.code.offset, header.code.count);
  bool isNear = true;
  for (const plan::Fixup &fixup : fixups())
    isNear &= code::fix(moved, fixup, inFile(fixup.target));
  code::flush(area, areaSize);
  if (isNear && mprotect(area, areaSize, PROT_READ | PROT_EXEC) == 0)
    return true;
  dropCode();
  return false;
}

/// Calls `visit(place, size)` for all that changes in the file.
template <typename Visitor> void Patcher::forEachChange(Visitor visit) const {
  for (const plan::Entry &entry : entries())
    if (isHooked(entry))
      visit(inFile(entry.address), entry.size);
  for (const plan::Detour &detour : detours())
    if (isHooked(entries()[detour.entry]))
      visit(inFile(detour.address), sizeof(uint32_t));
}

bool Patcher::protectAll(int protection) const {
  bool isDone = true;
  // Most changes of one page stand together.
  uintptr_t lastBegin = 0, lastEnd = 0;
  forEachChange([&](unsigned char *place, size_t length) {
    auto address = reinterpret_cast<uintptr_t>(place);
    uintptr_t begin = pageBegin(address);
    uintptr_t end = pageEnd(address + length);
    if (begin >= lastBegin && end <= lastEnd)
      return;
    isDone &=
        mprotect(reinterpret_cast<void *>(begin), end - begin, protection) == 0;
    lastBegin = begin;
    lastEnd = end;
  });
  return isDone;
}

void Patcher::write() {
  const unsigned char *jump = area;
  for (const plan::Entry &entry : entries()) {
    if (isHooked(entry)) {
      unsigned char *place = inFile(entry.address);
      memset(place, code::kTrap, entry.size);
      code::writeJump(place, jump);
    }
    jump += code::kSlotJumpSize;
  }
  for (const plan::Detour &detour : detours())
    if (const plan::Entry &entry = entries()[detour.entry]; isHooked(entry))
      code::redirect(inFile(detour.address), moved + entry.moved);
  forEachChange(code::flush);
}

/// Before main() a page is writable or executable, never both: this code is not
/// in any of them, and nothing else runs. A library may have threads already,
/// and its pages stay executable where the system lets them be both.
bool Patcher::patch() {
  bool isWritable =
      (!file.isProgram() && protectAll(PROT_READ | PROT_WRITE | PROT_EXEC)) ||
      protectAll(PROT_READ | PROT_WRITE);
  if (isWritable)
    write();
  protectAll(PROT_READ | PROT_EXEC);
  return isWritable;
}

plan::Outcome Patcher::carryOut(uint64_t hashOfSymbols, int opened) {
  if (!readHeader(hashOfSymbols))
    return plan::Outcome::Misread;
  if (!fits())
    return plan::Outcome::Differs;
  if (!mayChangeCode(opened))
    return plan::Outcome::Forbidden;
  if (!prepareCode())
    return plan::Outcome::NoRoom;
  if (patch())
    return plan::Outcome::Patched;
  dropCode();
  return plan::Outcome::Forbidden;
}

void *Patcher::functionOf(size_t symbol) const {
  for (const plan::Entry &entry : entries())
    if (entry.symbol == symbol)
      return moved + entry.moved;
  return nullptr;
}

OwnDescriptor Patcher::imageOf(const plan::StandIn &standIn) const {
  size_t length = standIn.image.count;
  OwnDescriptor image = makeMemoryFile("mlir-track-dbg-stand-in", length);
  MappedMemoryFile mapped(image, length);
  if (mapped.bytes().empty())
    return OwnDescriptor();
  memcpy(mapped.bytes().data(), bytes + standIn.image.offset, length);
  auto *symbols = reinterpret_cast<ElfW(Sym) *>(mapped.bytes().data() +
                                                standIn.symbols.offset);
  for (size_t i = 0; i < standIn.symbols.count; ++i)
    symbols[i].st_value += file.bias;
  return image;
}

} // namespace mlir::trackdbg
