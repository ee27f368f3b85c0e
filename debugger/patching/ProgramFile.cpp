//===- ProgramFile.cpp - The code and the symbols of a program ------------===//

#include "patching/ProgramFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace llvm;
using namespace llvm::object;

namespace mlir::trackdbg {

bool ProgramSymbol::isFunction() const {
  return type == ELF::STT_FUNC || type == ELF::STT_GNU_IFUNC;
}

static bool isReadable(StringRef bytes) {
  return bytes.starts_with(ELF::ElfMagic) && bytes.size() > ELF::EI_DATA &&
         bytes[ELF::EI_CLASS] == ELF::ELFCLASS64 &&
         bytes[ELF::EI_DATA] == ELF::ELFDATA2LSB;
}

template <typename T> static std::optional<T> valueOf(Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  consumeError(expected.takeError());
  return std::nullopt;
}

/// The name that begins at a place of a string table; empty where there is none
/// or a longer one than anything that is looked for has.
static StringRef nameAt(StringRef strings, uint64_t place) {
  constexpr size_t kLongest = 4096;
  StringRef rest = strings.substr(place).take_front(kLongest);
  size_t end = rest.find('\0');
  return end == StringRef::npos ? StringRef() : rest.take_front(end);
}

/// LLVM's own ELFFile::dynamicEntries() believes the offset of the segment.
static ArrayRef<ELF64LE::Dyn> dynamicEntries(const ELF64LEFile &elf) {
  auto segments = valueOf(elf.program_headers());
  if (!segments)
    return {};
  for (const ELF64LE::Phdr &segment : *segments)
    if (segment.p_type == ELF::PT_DYNAMIC &&
        segment.p_offset <= elf.getBufSize() &&
        segment.p_filesz <= elf.getBufSize() - segment.p_offset)
      return {
          reinterpret_cast<const ELF64LE::Dyn *>(elf.base() + segment.p_offset),
          size_t(segment.p_filesz / sizeof(ELF64LE::Dyn))};
  return {};
}

namespace {
/// The names that a file gives the loader.
struct DynamicNames {
  std::vector<std::string> needed;
  std::string own;
};
} // namespace

static DynamicNames readDynamicNames(const ELF64LEFile &elf, StringRef bytes) {
  DynamicNames names;
  auto entries = dynamicEntries(elf).take_while(
      [](const ELF64LE::Dyn &entry) { return entry.d_tag != ELF::DT_NULL; });
  StringRef strings;
  for (const ELF64LE::Dyn &entry : entries)
    if (entry.d_tag == ELF::DT_STRTAB)
      if (auto at = valueOf(elf.toMappedAddr(entry.getPtr())))
        strings = bytes.drop_front(*at - bytes.bytes_begin());
  // Somebody may have written millions.
  constexpr size_t kMost = 4096;
  for (const ELF64LE::Dyn &entry : entries) {
    if (entry.d_tag == ELF::DT_NEEDED && names.needed.size() < kMost)
      names.needed.push_back(nameAt(strings, entry.getVal()).str());
    else if (entry.d_tag == ELF::DT_SONAME)
      names.own = nameAt(strings, entry.getVal()).str();
  }
  return names;
}

std::vector<std::string> neededLibraries(StringRef bytes) {
  if (!isReadable(bytes))
    return {};
  auto elf = valueOf(ELF64LEFile::create(bytes));
  if (!elf)
    return {};
  return readDynamicNames(*elf, bytes).needed;
}

bool isLibraryOfMLIR(StringRef name) {
  return name.starts_with("libMLIR") && name.contains(".so");
}

bool isSplitMLIR(StringRef name) { return name.starts_with("libMLIRIR.so"); }

Expected<ProgramFile> ProgramFile::parse(StringRef bytes) {
  if (!isReadable(bytes))
    return createStringError("not a 64-bit ELF file of this byte order");
  Expected<Elf> elf = Elf::create(bytes);
  if (!elf)
    return elf.takeError();
  ProgramFile file(*elf);
  DynamicNames names = readDynamicNames(*elf, bytes);
  file.needed = std::move(names.needed);
  file.ownName = std::move(names.own);
  if (Error error = file.readSegments())
    return error;
  if (Error error = file.readSections())
    return error;
  if (file.dataRanges.empty())
    file.dataRanges.push_back(bytes);
  return file;
}

Error ProgramFile::readSegments() {
  auto segments = elf.program_headers();
  if (!segments)
    return segments.takeError();
  for (const Elf::Elf_Phdr &segment : *segments) {
    uint64_t size = segment.p_filesz;
    hasInterpreter |= segment.p_type == ELF::PT_INTERP;
    if (segment.p_type != ELF::PT_LOAD || !(segment.p_flags & ELF::PF_X) ||
        size == 0)
      continue;
    if (segment.p_offset > elf.getBufSize() ||
        size > elf.getBufSize() - segment.p_offset ||
        segment.p_vaddr + size < segment.p_vaddr)
      return createStringError("a segment lies outside of the file");
    code.push_back({segment.p_vaddr, {elf.base() + segment.p_offset, size}});
  }
  return Error::success();
}

static bool isData(StringRef sectionName) {
  return sectionName.starts_with(".rodata") ||
         sectionName.starts_with(".data") ||
         sectionName.starts_with(".lrodata");
}

Error ProgramFile::readSections() {
  auto sections = elf.sections();
  if (!sections)
    return sections.takeError();
  // Many sections may claim the same bytes.
  uint64_t unread = elf.getBufSize();
  auto mayRead = [&](const Section &section) {
    bool may = section.sh_size <= unread;
    unread -= may ? uint64_t(section.sh_size) : 0;
    return may;
  };
  for (const Section &section : *sections) {
    switch (section.sh_type) {
    case ELF::SHT_SYMTAB:
      fullTable = &section;
      break;
    case ELF::SHT_DYNSYM:
      dynamicTable = &section;
      break;
    case ELF::SHT_PROGBITS: {
      StringRef name = valueOf(elf.getSectionName(section)).value_or("");
      bool isLink = name == ".gnu_debuglink";
      if ((!isLink && !isData(name)) || !mayRead(section))
        break;
      if (auto bytes = valueOf(elf.getSectionContents(section))) {
        if (isLink)
          link = toStringRef(*bytes).split('\0').first;
        else
          dataRanges.push_back(toStringRef(*bytes));
      }
      break;
    }
    case ELF::SHT_NOTE: {
      if (!mayRead(section))
        break;
      Error error = Error::success();
      for (const Elf::Elf_Note &note : elf.notes(section, error))
        if (note.getName() == ELF::ELF_NOTE_GNU &&
            note.getType() == ELF::NT_GNU_BUILD_ID)
          id = note.getDesc(std::max<uint64_t>(section.sh_addralign, 4));
      // The other notes say nothing that is needed.
      consumeError(std::move(error));
      break;
    }
    default:
      break;
    }
  }
  return Error::success();
}

bool ProgramFile::isWhole() const {
  auto segments = valueOf(elf.program_headers());
  return segments && all_of(*segments, [&](const Elf::Elf_Phdr &segment) {
           return segment.p_offset <= elf.getBufSize() &&
                  segment.p_filesz <= elf.getBufSize() - segment.p_offset;
         });
}

uint64_t ProgramFile::hashOfHeaders() const {
  auto hash = [](auto headers) -> uint64_t {
    if (!headers) {
      consumeError(headers.takeError());
      return 0;
    }
    return xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(headers->data()),
                 headers->size() * sizeof(*headers->data())));
  };
  return hash(elf.sections()) ^ hash(elf.program_headers());
}

ArrayRef<uint8_t> ProgramFile::codeAt(uint64_t address) const {
  for (const Segment &segment : code)
    if (address >= segment.address &&
        address - segment.address < segment.bytes.size())
      return segment.bytes.drop_front(address - segment.address);
  return {};
}

std::pair<uint64_t, uint64_t> ProgramFile::codeRange() const {
  std::pair<uint64_t, uint64_t> range(UINT64_MAX, 0);
  for (const Segment &segment : code) {
    range.first = std::min(range.first, segment.address);
    range.second =
        std::max(range.second, segment.address + segment.bytes.size());
  }
  return range;
}

ProgramFile::Table ProgramFile::table() const {
  return fullTable ? Table::Full : dynamicTable ? Table::Dynamic : Table::None;
}

Error ProgramFile::takeSymbolsFrom(StringRef debugFile) {
  if (!isReadable(debugFile))
    return createStringError("not a 64-bit ELF file of this byte order");
  Expected<Elf> other = Elf::create(debugFile);
  if (!other)
    return other.takeError();
  // Its segments are empty, and may lie outside of it.
  ProgramFile file(*other);
  if (Error error = file.readSections())
    return error;
  if (id.empty() || file.id != id || !file.fullTable)
    return createStringError("no symbols of this build id");
  debugElf.emplace(*other);
  fullTable = file.fullTable;
  return Error::success();
}

Expected<StringRef> ProgramFile::namesOf(const Section *section) const {
  auto sections = ownerOf(section).sections();
  if (!sections)
    return sections.takeError();
  return ownerOf(section).getStringTableForSymtab(*section, *sections);
}

/// Whether the names of one of the tables, with a NUL behind each, are so.
Expected<bool>
ProgramFile::anyNames(function_ref<bool(StringRef names)> holds) const {
  for (const Section *table : {fullTable, dynamicTable}) {
    if (!table)
      continue;
    Expected<StringRef> names = namesOf(table);
    if (!names)
      return names.takeError();
    if (holds(*names))
      return true;
  }
  return false;
}

Expected<bool> ProgramFile::mentions(StringRef name) const {
  // With the NUL that ends it. Linkers let names share their ends.
  std::string text(name);
  text += '\0';
  return anyNames([&](StringRef names) {
    return memmem(names.data(), names.size(), text.data(), text.size());
  });
}

Expected<bool> ProgramFile::mentionsAll(ArrayRef<StringRef> parts) const {
  StringRef first = parts.front();
  return anyNames([&](StringRef names) {
    while (const void *found =
               memmem(names.data(), names.size(), first.data(), first.size())) {
      size_t at = static_cast<const char *>(found) - names.data();
      size_t begin = names.take_front(at).rfind('\0') + 1;
      StringRef name;
      std::tie(name, names) = names.drop_front(begin).split('\0');
      if (all_of(parts, [&](StringRef part) { return name.contains(part); }))
        return true;
    }
    return false;
  });
}

/// Calls `visit(name, symbol)` for each symbol of a table that has a name. Many
/// symbols may share one long name; such as nobody looks for are passed over.
template <typename Visitor>
Error ProgramFile::forEachSymbol(const Section *section, Visitor visit) const {
  if (!section)
    return Error::success();
  auto symbols = ownerOf(section).symbols(section);
  if (!symbols)
    return symbols.takeError();
  Expected<StringRef> strings = namesOf(section);
  if (!strings)
    return strings.takeError();
  for (const Elf::Elf_Sym &symbol : *symbols) {
    StringRef name = nameAt(*strings, symbol.st_name);
    if (!name.empty())
      visit(name, symbol);
  }
  return Error::success();
}

Error ProgramFile::findSymbols(SymbolsByName &wanted) const {
  return forEachSymbol(
      fullTable ? fullTable : dynamicTable,
      [&](StringRef name, const Elf::Elf_Sym &symbol) {
        if (symbol.st_shndx == ELF::SHN_UNDEF ||
            symbol.getType() == ELF::STT_FILE ||
            symbol.getType() == ELF::STT_SECTION)
          return;
        auto place = wanted.find(name);
        if (place == wanted.end())
          return;
        ProgramSymbol found{symbol.st_value, symbol.st_size, symbol.getType(),
                            symbol.getBinding() == ELF::STB_LOCAL, false};
        std::optional<ProgramSymbol> &known = place->second;
        if (!known || (known->isLocal && !found.isLocal))
          known = found;
        else if (known->isLocal && known->address != found.address)
          known->isAmbiguous = true;
      });
}

Error ProgramFile::findClones(
    const StringSet<> &names,
    function_ref<void(StringRef, StringRef)> found) const {
  return forEachSymbol(
      fullTable ? fullTable : dynamicTable,
      [&](StringRef clone, const Elf::Elf_Sym &symbol) {
        auto [name, suffix] = clone.split('.');
        if (!suffix.empty() && symbol.st_shndx != ELF::SHN_UNDEF &&
            symbol.getType() == ELF::STT_FUNC && names.contains(name))
          found(name, clone);
      });
}

Error ProgramFile::findNames(
    ArrayRef<uint64_t> addresses,
    function_ref<void(uint64_t, StringRef)> found) const {
  SmallVector<uint64_t> wanted(addresses);
  llvm::sort(wanted);
  return forEachSymbol(fullTable ? fullTable : dynamicTable,
                       [&](StringRef name, const Elf::Elf_Sym &symbol) {
                         if (symbol.st_shndx != ELF::SHN_UNDEF &&
                             symbol.getType() == ELF::STT_FUNC &&
                             std::binary_search(wanted.begin(), wanted.end(),
                                                uint64_t(symbol.st_value)))
                           found(symbol.st_value, name);
                       });
}

Expected<std::vector<ProgramFile::DynamicSymbol>>
ProgramFile::dynamicSymbols() const {
  std::vector<DynamicSymbol> symbols;
  if (Error error = forEachSymbol(
          dynamicTable, [&](StringRef name, const Elf::Elf_Sym &symbol) {
            symbols.push_back({name, symbol.st_shndx != ELF::SHN_UNDEF,
                               symbol.getType() == ELF::STT_OBJECT,
                               symbol.getBinding() == ELF::STB_WEAK});
          }))
    return error;
  return symbols;
}

} // namespace mlir::trackdbg
