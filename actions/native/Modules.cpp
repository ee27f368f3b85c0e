//===- Modules.cpp - Which file an address of code is in ------------------===//

#include "native/Modules.h"

#include "trace/Interner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <elf.h>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static llvm::ArrayRef<ElfW(Phdr)> headersOf(const dl_phdr_info &info) {
  return {info.dlpi_phdr, info.dlpi_phnum};
}

static CodeRange rangeOf(const dl_phdr_info &info, const ElfW(Phdr) & header) {
  uint64_t begin = info.dlpi_addr + header.p_vaddr;
  return {begin, begin + header.p_memsz};
}

static CodeRange codeOf(const dl_phdr_info &info) {
  CodeRange code{~uint64_t(0), 0};
  for (const ElfW(Phdr) &header : headersOf(info)) {
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_X))
      continue;
    CodeRange range = rangeOf(info, header);
    code.begin = std::min(code.begin, range.begin);
    code.end = std::max(code.end, range.end);
  }
  return code.end ? code : CodeRange();
}

/// The build id among the notes of a segment, or empty.
static llvm::StringRef buildIdIn(llvm::StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof(note));
    notes = notes.drop_front(sizeof(note));
    uint64_t nameSize = llvm::alignTo(uint64_t(note.n_namesz), 4);
    llvm::StringRef name = notes.take_front(note.n_namesz);
    llvm::StringRef contents =
        notes.drop_front(std::min<uint64_t>(nameSize, notes.size()));
    if (note.n_type == NT_GNU_BUILD_ID && name == llvm::StringRef("GNU\0", 4))
      return contents.take_front(std::min(note.n_descsz, kMaxBuildId));
    uint64_t size = nameSize + llvm::alignTo(uint64_t(note.n_descsz), 4);
    notes = notes.drop_front(std::min<uint64_t>(size, notes.size()));
  }
  return "";
}

static std::string buildIdOf(const dl_phdr_info &info) {
  for (const ElfW(Phdr) &header : headersOf(info)) {
    if (header.p_type != PT_NOTE)
      continue;
    const char *notes =
        reinterpret_cast<const char *>(info.dlpi_addr + header.p_vaddr);
    llvm::StringRef id = buildIdIn({notes, size_t(header.p_memsz)});
    if (!id.empty())
      return id.str();
  }
  return "";
}

/// The program itself has no name there.
static std::string pathOf(const dl_phdr_info &info) {
  if (info.dlpi_name && *info.dlpi_name)
    return info.dlpi_name;
  char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  return std::string(path, size > 0 ? size : 0);
}

int Modules::take(dl_phdr_info *info, size_t size, void *self) {
  auto &modules = *static_cast<Modules *>(self);
  bool tellsLoads =
      size >= offsetof(dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs);
  if (!modules.hasLoads || !tellsLoads || info->dlpi_adds != modules.loads ||
      info->dlpi_subs != modules.unloads) {
    // What was unloaded may be loaded again somewhere else.
    if (modules.unloads != (tellsLoads ? info->dlpi_subs : 0))
      modules.ranges.clear();
    modules.hasLoads = tellsLoads;
    modules.loads = tellsLoads ? info->dlpi_adds : 0;
    modules.unloads = tellsLoads ? info->dlpi_subs : 0;
    modules.isTaking = true;
  }
  if (!modules.isTaking)
    return 1; // All is as it was.
  modules.take(*info);
  return 0;
}

void Modules::take(const dl_phdr_info &info) {
  CodeRange code = codeOf(info);
  if (code.end == 0 || llvm::any_of(ranges, [&](const Range &range) {
        return range.code.begin == code.begin;
      }))
    return;
  ranges.push_back({code, info.dlpi_addr, 0, pathOf(info), buildIdOf(info)});
}

void Modules::refresh() {
  isTaking = false;
  dl_iterate_phdr(take, this);
}

void Modules::define(Range &range) {
  if (last == kMaxModule)
    return;
  range.id = ++last;
  uint32_t size = range.buildId.size();
  std::string payload(reinterpret_cast<const char *>(&size), sizeof(size));
  payload += range.buildId;
  payload += range.path;
  names.define(DefinitionKind::Module, range.id, payload);
}

StackFrame Modules::frameAt(uint64_t address) {
  // The call that it returns from may be the last of its module.
  for (Range &range : ranges) {
    if (!range.code.holds(address - 1))
      continue;
    if (range.id == 0)
      define(range);
    if (range.id != 0)
      return {range.id, address - range.base};
  }
  return {0, address};
}

bool mlir::trackdbg::isData(const void *begin, size_t size) {
  struct Search {
    CodeRange wanted;
    bool found;
  } search{{reinterpret_cast<uint64_t>(begin),
            reinterpret_cast<uint64_t>(begin) + size},
           false};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        search.found =
            llvm::any_of(headersOf(*info), [&](const ElfW(Phdr) & header) {
              CodeRange range = rangeOf(*info, header);
              return header.p_type == PT_LOAD && header.p_flags & PF_R &&
                     range.begin <= search.wanted.begin &&
                     search.wanted.end <= range.end;
            });
        return int(search.found);
      },
      &search);
  return search.found;
}

CodeRange mlir::trackdbg::codeAround(const void *address) {
  struct Search {
    uint64_t address;
    CodeRange found;
  } search{reinterpret_cast<uint64_t>(address), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        CodeRange code = codeOf(*info);
        if (!code.holds(search.address))
          return 0;
        search.found = code;
        return 1;
      },
      &search);
  return search.found;
}
