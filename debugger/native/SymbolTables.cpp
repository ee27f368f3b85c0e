//===- SymbolTables.cpp ---------------------------------------------------===//

#include "native/SymbolTables.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;
using Elf = object::ELF64LEFile;
using Section = Elf::Elf_Shdr;

namespace mlir::trackdbg {

static bool isTableOfSymbols(const Section &section) {
  return section.sh_type == ELF::SHT_SYMTAB ||
         section.sh_type == ELF::SHT_DYNSYM;
}

/// Of symbols that a table of relocations is about; none where the file does
/// not tell.
static std::optional<size_t> symbolsFor(const Elf &elf,
                                        const Section &relocations) {
  auto table = expectedToOptional(elf.getSection(relocations.sh_link));
  if (!table)
    return std::nullopt;
  if (!isTableOfSymbols(**table))
    return 0;
  auto symbols = expectedToOptional(elf.symbols(*table));
  return symbols ? std::optional(symbols->size()) : std::nullopt;
}

template <typename Relocations>
static bool areGood(std::optional<Relocations> all,
                    std::optional<size_t> symbols) {
  return all && symbols && all_of(*all, [&](const auto &each) {
           uint32_t symbol = each.getSymbol(/*isMips64EL=*/false);
           return symbol == 0 || symbol < *symbols;
         });
}

static bool isGood(const Elf &elf, const Section &section) {
  switch (section.sh_type) {
  case ELF::SHT_SYMTAB:
  case ELF::SHT_DYNSYM:
    return expectedToOptional(elf.symbols(&section)).has_value();
  case ELF::SHT_REL:
    return areGood(expectedToOptional(elf.rels(section)),
                   symbolsFor(elf, section));
  case ELF::SHT_RELA:
    return areGood(expectedToOptional(elf.relas(section)),
                   symbolsFor(elf, section));
  case ELF::SHT_CREL:
    return false; // No compiler of ours writes any.
  default:
    return true;
  }
}

bool hasGoodSymbolTables(const object::ELF64LEObjectFile &file) {
  const Elf &elf = file.getELFFile();
  auto sections = expectedToOptional(elf.sections());
  return sections && all_of(*sections, [&](const Section &section) {
           return isGood(elf, section);
         });
}

} // namespace mlir::trackdbg
