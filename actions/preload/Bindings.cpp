//===- Bindings.cpp - Which functions and variables a library uses --------===//

#include "preload/Bindings.h"

#include "preload/LoadedFile.h"
#include "preload/Page.h"
#include "trackdbg/PatchPlan.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <iterator>
#include <link.h>
#include <span>
#include <sys/mman.h>
#include <utility>

namespace mlir::trackdbg {
namespace {

using Dynamic = ElfW(Dyn);
using Relocation = ElfW(Rela);
using Symbol = ElfW(Sym);

/// What the loader reads of a library that it has loaded.
class DynamicSection {
public:
  explicit DynamicSection(const link_map &library)
      : bias(library.l_addr), section(library.l_ld) {
    for (const Dynamic *entry = section; entry->d_tag != DT_NULL; ++entry)
      note(*entry);
  }

  /// Calls `visit` with each relocation that names a symbol, the symbol, and
  /// its name.
  template <typename Visitor> void forEachBinding(Visitor visit) const {
    for (const Table &table : {data, calls})
      for (const Relocation &relocation :
           std::span(table.begin, table.size / sizeof(Relocation)))
        if (size_t index = ELF64_R_SYM(relocation.r_info))
          visit(relocation, symbols[index], strings + symbols[index].st_name);
  }
  /// A symbol that the library defines, by its table of GNU's hashes; null
  /// where there is none. dlsym() does not tell its size, and dladdr1() looks
  /// through all symbols.
  const Symbol *find(const char *name) const {
    if (!hashes || !hashes[0] || !symbols || !strings)
      return nullptr;
    uint32_t hash = 5381;
    for (const char *at = name; *at; ++at)
      hash = hash * 33 + static_cast<unsigned char>(*at);
    uint32_t bucketCount = hashes[0], first = hashes[1],
             filterWords = hashes[2];
    const uint32_t *buckets =
        hashes + 4 + filterWords * (sizeof(uintptr_t) / sizeof(uint32_t));
    const uint32_t *chains = buckets + bucketCount;
    for (uint32_t i = buckets[hash % bucketCount]; i >= first; ++i) {
      uint32_t each = chains[i - first];
      if ((each | 1) == (hash | 1) &&
          strcmp(strings + symbols[i].st_name, name) == 0)
        return &symbols[i];
      if (each & 1) // The last of its bucket.
        break;
    }
    return nullptr;
  }
  /// Calls `visit` with each symbol that find() does not find, and its name:
  /// what the library needs from others, and all where it has no such table.
  template <typename Visitor> void forEachUnhashed(Visitor visit) const {
    size_t end = hashes ? hashes[1] : oldHashes ? oldHashes[1] : 0;
    for (size_t i = 1; i < end; ++i)
      visit(symbols[i], strings + symbols[i].st_name);
  }
  uintptr_t addressOf(const Symbol &symbol) const {
    return bias + symbol.st_value;
  }
  /// The place that a relocation fills.
  uintptr_t *placeOf(const Relocation &relocation) const {
    return reinterpret_cast<uintptr_t *>(bias + relocation.r_offset);
  }
  /// Calls `visit` with the name of each library that it needs, until that
  /// returns true.
  template <typename Visitor> void forEachNeeded(Visitor visit) const {
    for (const Dynamic *entry = section; entry->d_tag != DT_NULL; ++entry)
      if (entry->d_tag == DT_NEEDED && visit(strings + entry->d_un.d_val))
        return;
  }

private:
  struct Table {
    const Relocation *begin = nullptr;
    size_t size = 0; ///< In bytes.
  };

  void note(const Dynamic &entry) {
    // The loader has made addresses of them.
    auto *address = reinterpret_cast<const void *>(entry.d_un.d_ptr);
    switch (entry.d_tag) {
    case DT_RELA:
      data.begin = static_cast<const Relocation *>(address);
      break;
    case DT_RELASZ:
      data.size = entry.d_un.d_val;
      break;
    case DT_JMPREL:
      calls.begin = static_cast<const Relocation *>(address);
      break;
    case DT_PLTRELSZ:
      calls.size = entry.d_un.d_val;
      break;
    case DT_SYMTAB:
      symbols = static_cast<const Symbol *>(address);
      break;
    case DT_GNU_HASH:
      hashes = static_cast<const uint32_t *>(address);
      break;
    case DT_HASH:
      oldHashes = static_cast<const uint32_t *>(address);
      break;
    case DT_STRTAB:
      strings = static_cast<const char *>(address);
      break;
    }
  }

  uintptr_t bias;
  const Dynamic *section;
  Table data, calls;
  const Symbol *symbols = nullptr;
  const char *strings = nullptr;
  const uint32_t *hashes = nullptr, *oldHashes = nullptr;
};

/// Writes addresses into places that the loader may have made read-only.
class Writer {
public:
  void write(uintptr_t *place, uintptr_t value) {
    uintptr_t page = pageBegin(reinterpret_cast<uintptr_t>(place));
    if (page != writable && mprotect(reinterpret_cast<void *>(page), pageSize(),
                                     PROT_READ | PROT_WRITE) != 0)
      return;
    writable = page;
    *place = value;
  }

private:
  uintptr_t writable = 0; ///< The last page that was made so.
};

bool isVariableOfHeaders(const Symbol &symbol, const char *name) {
  return symbol.st_shndx != SHN_UNDEF &&
         ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
         (strstr(name, "4mlir") || strstr(name, "4llvm"));
}

/// A library that the process has loaded. It stays loaded meanwhile.
class Handle {
public:
  Handle() = default;
  explicit Handle(const char *path)
      : handle(dlopen(path, RTLD_LAZY | RTLD_NOLOAD)) {
    if (handle && dlinfo(handle, RTLD_DI_LINKMAP, &library) != 0)
      library = nullptr;
  }
  ~Handle() {
    if (handle)
      dlclose(handle);
  }
  Handle(Handle &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)), library(other.library) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle, other.handle);
    std::swap(library, other.library);
    return *this;
  }

  explicit operator bool() const { return library; }
  /// As lookUpIn().
  uintptr_t lookUp(const char *symbol) const {
    return handle
               ? reinterpret_cast<uintptr_t>(trackdbg::lookUp(handle, symbol))
               : 0;
  }
  DynamicSection section() const { return DynamicSection(*library); }

private:
  void *handle = nullptr;
  link_map *library = nullptr;
};

/// The libraries that have the variables which a tracker shares with MLIR:
/// those that it is linked with, and then the one that makes contexts.
class Sharers {
public:
  Sharers(const DynamicSection &tracker, const char *file) {
    tracker.forEachNeeded([&](const char *library) {
      libraries[count++] = Handle(library);
      return count == kMost - 1;
    });
    libraries[count++] = Handle(file);
  }
  uintptr_t find(const char *variable) const {
    for (const Handle &library : std::span(libraries, count))
      if (uintptr_t found = library.lookUp(variable))
        return found;
    return 0;
  }

private:
  static constexpr size_t kMost = 32;
  Handle libraries[kMost];
  size_t count = 0;
};

/// The symbols of a library that have one of some names. A library has many
/// names and refers to each many times, so the names are compared first.
class WantedSymbols {
public:
  WantedSymbols(const DynamicSection &library,
                std::span<const char *const> names) {
    uint64_t hashes[kMost];
    if (names.size() > kMost)
      names = names.first(kMost);
    for (size_t i = 0; i < names.size(); ++i) {
      hashes[i] = plan::hashOf(&names[i], 1);
      if (const Symbol *defined = library.find(names[i]))
        add(*defined);
    }
    library.forEachUnhashed([&](const Symbol &symbol, const char *name) {
      uint64_t hash = plan::hashOf(&name, 1);
      for (size_t i = 0; i < names.size(); ++i)
        if (hashes[i] == hash && strcmp(names[i], name) == 0)
          add(symbol);
    });
    std::sort(symbols, symbols + count);
  }
  bool contain(const Symbol &symbol) const {
    return std::binary_search(symbols, symbols + count, &symbol);
  }

private:
  void add(const Symbol &symbol) {
    if (count < std::size(symbols))
      symbols[count++] = &symbol;
  }

  static constexpr size_t kMost = 256;
  const Symbol *symbols[kMost];
  size_t count = 0;
};

/// The words of a vtable; none where the library does not export it.
std::span<uintptr_t> vtable(const DynamicSection &library, const char *name) {
  const Symbol *symbol = library.find(name);
  if (!symbol || symbol->st_shndx == SHN_UNDEF)
    return {};
  return {reinterpret_cast<uintptr_t *>(library.addressOf(*symbol)),
          symbol->st_size / sizeof(uintptr_t)};
}

} // namespace

void shareVariables(void *tracker, const char *file) {
  link_map *library = nullptr;
  if (dlinfo(tracker, RTLD_DI_LINKMAP, &library) != 0)
    return;
  DynamicSection section(*library);
  Sharers sharers(section, file);
  Writer writer;
  section.forEachBinding([&](const Relocation &relocation, const Symbol &symbol,
                             const char *name) {
    uintptr_t *place = section.placeOf(relocation);
    uintptr_t own = section.addressOf(symbol) + relocation.r_addend;
    if (!isVariableOfHeaders(symbol, name) || *place != own)
      return;
    if (uintptr_t shared = sharers.find(name))
      writer.write(place, shared + relocation.r_addend);
  });
}

void leadVirtualFunctions(const char *library,
                          std::span<const char *const> symbols,
                          const char *trampolines) {
  constexpr const char *kVTables[] = {
#define TRACKDBG_VTABLE(name, symbol) #symbol,
#include "trackdbg/HookedVTables.def"
  };
  Handle mlir(library), leading(trampolines);
  if (!mlir || !leading)
    return;
  DynamicSection section = mlir.section();
  std::span<uintptr_t> tables[std::size(kVTables)];
  for (size_t i = 0; i < std::size(kVTables); ++i)
    tables[i] = vtable(section, kVTables[i]);
  Writer writer;
  for (const char *name : symbols) {
    uintptr_t own = mlir.lookUp(name), lead = leading.lookUp(name);
    if (!own || !lead)
      continue;
    for (std::span<uintptr_t> table : tables)
      for (uintptr_t &function : table)
        if (function == own)
          writer.write(&function, lead);
  }
}

void bindFunctions(const char *path, std::span<const char *const> symbols,
                   const char *scope) {
  Handle library(path), definer(scope);
  if (!library)
    return;
  DynamicSection section = library.section();
  Writer writer;
  WantedSymbols wanted(section, symbols);
  section.forEachBinding([&](const Relocation &relocation, const Symbol &symbol,
                             const char *name) {
    if (!wanted.contain(symbol))
      return;
    if (uintptr_t function = definer.lookUp(name))
      writer.write(section.placeOf(relocation), function + relocation.r_addend);
  });
}

} // namespace mlir::trackdbg
