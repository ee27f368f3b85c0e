//===- PatchedProgram.cpp - A program that holds MLIR itself --------------===//

#include "preload/PatchedProgram.h"

#include "preload/PlanRequest.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <new>
#include <optional>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::trackdbg {
namespace {

constexpr uintptr_t kPage = 4096;
constexpr uint8_t kJump = 0xE9, kTrap = 0xCC;
constexpr size_t kJumpSize = 5;
/// MLIR's core is larger: a program with less code does not hold it.
constexpr size_t kLeastCode = size_t(1) << 19;

/// Where this program lies in memory.
struct Program {
  uintptr_t bias = 0;
  uintptr_t begin = UINTPTR_MAX; ///< Of everything that is loaded.
  uintptr_t textBegin = UINTPTR_MAX, textEnd = 0;
  size_t codeSize = 0;
  const unsigned char *buildId = nullptr;
  size_t buildIdSize = 0;
};

/// The notes of a segment: a name and a description each.
void readNotes(Program &program, const unsigned char *notes, size_t size) {
  constexpr char kGnu[] = ELF_NOTE_GNU;
  auto aligned = [](size_t bytes) { return (bytes + 3) & ~size_t(3); };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes, sizeof(note));
    size_t whole =
        sizeof(note) + aligned(note.n_namesz) + aligned(note.n_descsz);
    if (whole > size)
      return;
    const unsigned char *name = notes + sizeof(note);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(kGnu) &&
        memcmp(name, kGnu, sizeof(kGnu)) == 0) {
      program.buildId = name + aligned(note.n_namesz);
      program.buildIdSize = note.n_descsz;
      return;
    }
    notes += whole;
    size -= whole;
  }
}

int readProgram(dl_phdr_info *info, size_t, void *result) {
  auto &program = *static_cast<Program *>(result);
  program.bias = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    uintptr_t begin = program.bias + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && !program.buildId)
      readNotes(program, reinterpret_cast<unsigned char *>(begin),
                segment.p_filesz);
    if (segment.p_type != PT_LOAD)
      continue;
    if (begin < program.begin)
      program.begin = begin;
    if (!(segment.p_flags & PF_X))
      continue;
    program.codeSize += segment.p_filesz;
    if (begin < program.textBegin)
      program.textBegin = begin;
    if (begin + segment.p_filesz > program.textEnd)
      program.textEnd = begin + segment.p_filesz;
  }
  // The first is the program.
  return 1;
}

/// Where code of `size` bytes reaches all of the program with a distance of 32
/// bits; null if there is no room. Below the program, as its heap grows above.
unsigned char *mapCodeNear(const Program &program, size_t size) {
  constexpr uintptr_t kStep = 1 << 16, kReach = 0x7ff00000;
  uintptr_t at = program.begin & ~(kStep - 1);
  for (at -= (size + kStep - 1) & ~(kStep - 1);
       at >= kStep && at < program.begin && program.textEnd - at < kReach;
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
/// from the program's own code would be too late.
bool mayChangeCode(int programFile) {
  void *page =
      mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE, programFile, 0);
  if (page == MAP_FAILED)
    return false;
  *static_cast<volatile unsigned char *>(page) = kTrap;
  bool may = mprotect(page, kPage, PROT_READ | PROT_EXEC) == 0;
  munmap(page, kPage);
  return may;
}

class Patcher {
public:
  Patcher(PlanRequest &request, const Program &program, void *const *slots,
          size_t slotCount)
      : bytes(request.plan()), size(request.size()), program(program),
        slots(slots), slotCount(slotCount) {}

  /// Whether the plan is well-formed, and this program the one that it is for.
  bool fits(uint64_t hashOfSymbols);
  /// Writes nothing into the program.
  bool prepareCode();
  bool patch();
  void dropCode() { munmap(area, areaSize); }

  std::span<const plan::StandIn> standIns() const {
    return at<plan::StandIn>(header.standIns);
  }
  /// A library in memory, and open; none if it cannot be loaded.
  OwnDescriptor load(const plan::StandIn &standIn) const;
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
  /// Where the program has what the plan says lies at `address`.
  unsigned char *inProgram(uint64_t address) const {
    return reinterpret_cast<unsigned char *>(program.bias + address);
  }
  template <typename T> bool holds(const plan::Range &range) const {
    return range.offset % alignof(T) == 0 && range.offset <= size &&
           range.count <= (size - range.offset) / sizeof(T);
  }
  bool isInText(uint64_t address, size_t length) const {
    uint64_t begin = program.bias + address;
    return begin >= program.textBegin && begin <= program.textEnd &&
           length <= program.textEnd - begin;
  }
  bool isSameBuild() const;
  bool areEntriesAsExpected() const;
  bool areDetoursAsExpected() const;
  bool areStandInsWhole() const;
  bool writeDistance(unsigned char *place, const unsigned char *end,
                     const unsigned char *target) const;
  void writeSlotJumps();
  bool protectAll(int protection) const;
  template <typename Visitor> void forEachChange(Visitor visit) const;
  void write();

  /// A slot may be anywhere, so it takes
  ///   movabs $SLOT, %r11;  jmp *(%r11)
  static constexpr size_t kThunk = 16;

  const unsigned char *bytes;
  size_t size;
  Program program;
  void *const *slots;
  size_t slotCount;
  plan::Header header{};
  unsigned char *area = nullptr, *code = nullptr;
  size_t areaSize = 0;
};

bool Patcher::isSameBuild() const {
  return header.buildIdSize == program.buildIdSize &&
         header.buildIdSize <= sizeof(header.buildId) &&
         memcmp(header.buildId, program.buildId, header.buildIdSize) == 0 &&
         program.bias + header.textBegin == program.textBegin &&
         program.bias + header.textEnd == program.textEnd;
}

bool Patcher::areEntriesAsExpected() const {
  for (const plan::Entry &entry : entries())
    if (entry.size < kJumpSize || entry.size > plan::Entry::kMostBytes ||
        entry.symbol >= slotCount || entry.moved >= header.code.count ||
        !isInText(entry.address, entry.size) ||
        memcmp(inProgram(entry.address), entry.expected, entry.size) != 0)
      return false;
  for (const plan::Fixup &fixup : fixups())
    if (fixup.at > fixup.end || fixup.end - fixup.at < 4 ||
        fixup.end > header.code.count)
      return false;
  return true;
}

bool Patcher::areDetoursAsExpected() const {
  for (const plan::Detour &detour : detours())
    if (detour.entry >= header.entries.count ||
        !isInText(detour.address, sizeof(uint32_t)) ||
        memcmp(inProgram(detour.address), &detour.expected, sizeof(uint32_t)) !=
            0)
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

bool Patcher::fits(uint64_t hashOfSymbols) {
  if (size < sizeof(header))
    return false;
  memcpy(&header, bytes, sizeof(header));
  return memcmp(header.magic, plan::kMagic, sizeof(header.magic)) == 0 &&
         header.size == size && header.symbols == hashOfSymbols &&
         holds<plan::Entry>(header.entries) &&
         holds<plan::Fixup>(header.fixups) &&
         holds<plan::Detour>(header.detours) &&
         holds<unsigned char>(header.code) &&
         holds<plan::StandIn>(header.standIns) && isSameBuild() &&
         areEntriesAsExpected() && areDetoursAsExpected() && areStandInsWhole();
}

/// Writes the distance from `end` to `target` at `place`. False if it is too
/// far.
bool Patcher::writeDistance(unsigned char *place, const unsigned char *end,
                            const unsigned char *target) const {
  intptr_t distance =
      reinterpret_cast<uintptr_t>(target) - reinterpret_cast<uintptr_t>(end);
  auto written = int32_t(distance);
  memcpy(place, &written, sizeof(written));
  return written == distance;
}

void Patcher::writeSlotJumps() {
  unsigned char *jump = area;
  for (const plan::Entry &entry : entries()) {
    memset(jump, kTrap, kThunk);
    memcpy(jump, "\x49\xbb", 2);
    void *const *slot = slots + entry.symbol;
    memcpy(jump + 2, &slot, sizeof(slot));
    memcpy(jump + 2 + sizeof(slot), "\x41\xff\x23", 3);
    jump += kThunk;
  }
}

bool Patcher::prepareCode() {
  size_t jumps = header.entries.count * kThunk;
  areaSize = (jumps + header.code.count + kPage - 1) & ~(kPage - 1);
  area = mapCodeNear(program, areaSize);
  if (!area)
    return false;
  code = area + jumps;
  writeSlotJumps();
  memcpy(code, bytes + header.code.offset, header.code.count);
  bool isNear = true;
  for (const plan::Fixup &fixup : fixups())
    isNear &= writeDistance(code + fixup.at, code + fixup.end,
                            inProgram(fixup.target));
  if (isNear && mprotect(area, areaSize, PROT_READ | PROT_EXEC) == 0)
    return true;
  dropCode();
  return false;
}

/// Calls `visit(place, size)` for all that changes in the program.
template <typename Visitor> void Patcher::forEachChange(Visitor visit) const {
  for (const plan::Entry &entry : entries())
    visit(inProgram(entry.address), entry.size);
  for (const plan::Detour &detour : detours())
    visit(inProgram(detour.address), sizeof(uint32_t));
}

bool Patcher::protectAll(int protection) const {
  bool isDone = true;
  forEachChange([&](unsigned char *place, size_t length) {
    auto address = reinterpret_cast<uintptr_t>(place);
    uintptr_t begin = address & ~(kPage - 1);
    uintptr_t end = (address + length + kPage - 1) & ~(kPage - 1);
    isDone &=
        mprotect(reinterpret_cast<void *>(begin), end - begin, protection) == 0;
  });
  return isDone;
}

void Patcher::write() {
  const unsigned char *jump = area;
  for (const plan::Entry &entry : entries()) {
    unsigned char *place = inProgram(entry.address);
    memset(place, kTrap, entry.size);
    place[0] = kJump;
    writeDistance(place + 1, place + kJumpSize, jump);
    jump += kThunk;
  }
  for (const plan::Detour &detour : detours()) {
    unsigned char *place = inProgram(detour.address);
    writeDistance(place, place + sizeof(uint32_t),
                  code + entries()[detour.entry].moved);
  }
}

/// A page is writable or executable, never both. This code is not in any of
/// them, and nothing else runs yet.
bool Patcher::patch() {
  bool isWritable = protectAll(PROT_READ | PROT_WRITE);
  if (isWritable)
    write();
  protectAll(PROT_READ | PROT_EXEC);
  return isWritable;
}

void *Patcher::functionOf(size_t symbol) const {
  for (const plan::Entry &entry : entries())
    if (entry.symbol == symbol)
      return code + entry.moved;
  return nullptr;
}

/// It stays open until its neighbours are loaded: the loader tells libraries
/// apart by their paths.
OwnDescriptor Patcher::load(const plan::StandIn &standIn) const {
  OwnDescriptor file(memfd_create("mlir-track-dbg-stand-in", MFD_CLOEXEC));
  size_t length = standIn.image.count;
  if (ftruncate(file.get(), length) != 0)
    return OwnDescriptor();
  void *mapped =
      mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (mapped == MAP_FAILED)
    return OwnDescriptor();
  memcpy(mapped, bytes + standIn.image.offset, length);
  auto *symbols = reinterpret_cast<ElfW(Sym) *>(static_cast<char *>(mapped) +
                                                standIn.symbols.offset);
  for (size_t i = 0; i < standIn.symbols.count; ++i)
    symbols[i].st_value += program.bias;
  munmap(mapped, length);
  char path[sizeof("/proc/self/fd/") + 3 * sizeof(int)];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", file.get());
  if (!dlopen(path, RTLD_LAZY | RTLD_GLOBAL))
    return OwnDescriptor();
  return file;
}

//===----------------------------------------------------------------------===//
// The program of this process
//===----------------------------------------------------------------------===//

/// In static storage, and without an end: nothing is allocated before main(),
/// and ops die until the last moment of the process.
struct State {
  PlanRequest request;
  std::optional<Patcher> patcher; ///< Of a program that has been patched.
};
alignas(State) unsigned char stateStorage[sizeof(State)];
State *state = nullptr;

plan::Outcome carryOut(Patcher &patcher, uint64_t hashOfSymbols) {
  if (!patcher.fits(hashOfSymbols))
    return plan::Outcome::Differs;
  if (!mayChangeCode(state->request.programFile()))
    return plan::Outcome::Forbidden;
  if (!patcher.prepareCode())
    return plan::Outcome::NoRoom;
  if (patcher.patch())
    return plan::Outcome::Patched;
  patcher.dropCode();
  return plan::Outcome::Forbidden;
}

} // namespace

void patchProgram(const char *const *symbols, void *const *slots,
                  size_t count) {
  Program program;
  dl_iterate_phdr(readProgram, &program);
  if (program.codeSize < kLeastCode || dlsym(RTLD_NEXT, symbols[0]))
    return;
  // That there is no such symbol is not the program's error.
  dlerror();
  state = new (stateStorage) State;
  if (!state->request.send())
    return state->request.close();
  std::optional<Patcher> &patcher = state->patcher;
  patcher.emplace(state->request, program, slots, count);
  plan::Outcome outcome = carryOut(*patcher, plan::hashOf(symbols, count));
  if (outcome != plan::Outcome::Patched)
    patcher.reset();
  state->request.finish(outcome);
}

bool isPatched() { return state && state->patcher; }

void *patchedFunction(size_t symbol) {
  return state->patcher->functionOf(symbol);
}

bool loadStandIns() {
  constexpr size_t kMost = 4;
  OwnDescriptor files[kMost];
  std::span<const plan::StandIn> standIns = state->patcher->standIns();
  if (standIns.size() > kMost)
    return false;
  for (size_t i = 0; i < standIns.size(); ++i) {
    files[i] = state->patcher->load(standIns[i]);
    if (!files[i])
      return false;
  }
  return dlopen(state->request.fallback(), RTLD_LAZY | RTLD_GLOBAL);
}

const char *trackerOfProgram() { return state->request.tracker(); }

} // namespace mlir::trackdbg
