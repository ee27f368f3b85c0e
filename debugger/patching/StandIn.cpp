//===- StandIn.cpp - A library that only has the name of another ----------===//

#include "patching/StandIn.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

#include <cstring>

using namespace llvm;
using namespace llvm::ELF;

namespace mlir::trackdbg {
namespace {

/// The largest page of any machine.
constexpr uint64_t kPage = 65536;

/// Grows by whole objects, each where its alignment wants it.
class Image {
public:
  template <typename T> uint64_t append(ArrayRef<T> objects) {
    uint64_t at = alignTo(bytes.size(), alignof(T));
    bytes.resize(at + objects.size() * sizeof(T));
    std::memcpy(bytes.data() + at, objects.data(), objects.size() * sizeof(T));
    return at;
  }
  template <typename T> void put(uint64_t at, const T &object) {
    std::memcpy(bytes.data() + at, &object, sizeof(T));
  }
  uint64_t size() const { return bytes.size(); }
  std::vector<uint8_t> take() { return std::move(bytes); }

private:
  std::vector<uint8_t> bytes;
};

class Strings {
public:
  uint32_t add(StringRef text) {
    uint32_t at = bytes.size();
    bytes.append(text.begin(), text.end());
    bytes.push_back('\0');
    return at;
  }
  const char *at(uint32_t offset) const { return bytes.data() + offset; }
  ArrayRef<char> all() const { return bytes; }

private:
  SmallVector<char, 0> bytes{'\0'};
};

std::vector<uint32_t> hashTable(ArrayRef<Elf64_Sym> symbols,
                                const Strings &strings) {
  uint32_t buckets = symbols.size() / 2 + 1;
  std::vector<uint32_t> table(2 + buckets + symbols.size());
  table[0] = buckets;
  table[1] = symbols.size();
  for (uint32_t i = 1; i < symbols.size(); ++i) {
    uint32_t bucket =
        object::hashSysV(strings.at(symbols[i].st_name)) % buckets;
    table[2 + buckets + i] = table[2 + bucket];
    table[2 + bucket] = i;
  }
  return table;
}

Elf64_Ehdr fileHeader(uint16_t machine, uint16_t segments) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ElfMagic, 4);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = machine;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof(Elf64_Ehdr);
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = segments;
  return header;
}

} // namespace

StandIn makeStandIn(uint16_t machine, StringRef soname,
                    ArrayRef<StandInSymbol> symbols,
                    ArrayRef<std::string> needed) {
  Strings strings;
  std::vector<Elf64_Sym> table(1);
  for (const StandInSymbol &symbol : symbols) {
    Elf64_Sym made{};
    made.st_name = strings.add(symbol.name);
    made.setBindingAndType(STB_GLOBAL,
                           symbol.isFunction ? STT_FUNC : STT_OBJECT);
    made.st_shndx = SHN_ABS;
    made.st_value = symbol.address;
    made.st_size = symbol.size;
    table.push_back(made);
  }
  std::vector<Elf64_Dyn> dynamic{{DT_SONAME, {strings.add(soname)}}};
  for (const std::string &library : needed)
    dynamic.push_back({DT_NEEDED, {strings.add(library)}});

  constexpr uint16_t kSegments = 3;
  Image image;
  image.append<Elf64_Ehdr>(fileHeader(machine, kSegments));
  Elf64_Phdr segments[kSegments] = {};
  uint64_t segmentsAt = image.append<Elf64_Phdr>(segments);
  uint64_t tableAt = image.append<Elf64_Sym>(table);
  uint64_t hashAt = image.append<uint32_t>(hashTable(table, strings));
  uint64_t stringsAt = image.append<char>(strings.all());
  const Elf64_Dyn places[] = {
      {DT_HASH, {hashAt}},
      {DT_STRTAB, {stringsAt}},
      {DT_SYMTAB, {tableAt}},
      {DT_STRSZ, {strings.all().size()}},
      {DT_SYMENT, {sizeof(Elf64_Sym)}},
      {DT_NULL, {0}},
  };
  dynamic.insert(dynamic.end(), std::begin(places), std::end(places));
  uint64_t dynamicAt = image.append<Elf64_Dyn>(dynamic);

  // The loader writes addresses into the dynamic section.
  constexpr uint32_t kData = PF_R | PF_W;
  uint64_t size = image.size();
  segments[0] = {PT_LOAD, kData, 0, 0, 0, size, size, kPage};
  uint64_t dynamicSize = dynamic.size() * sizeof(Elf64_Dyn);
  segments[1] = {PT_DYNAMIC, kData,       dynamicAt,   dynamicAt,
                 dynamicAt,  dynamicSize, dynamicSize, alignof(Elf64_Dyn)};
  // Without it, the loader would make the program's stack executable.
  segments[2] = {PT_GNU_STACK, kData, 0, 0, 0, 0, 0, 16};
  image.put(segmentsAt, segments);
  return {image.take(), uint32_t(tableAt + sizeof(Elf64_Sym)),
          uint32_t(symbols.size())};
}

} // namespace mlir::trackdbg
