//===- FunctionIndex.cpp - The functions of a program by address ----------===//

#include "native/FunctionIndex.h"

#include "native/Callbacks.h"
#include "native/ValueOr.h"
#include "native/VirtualFunctions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Endian.h"

#include <cstring>
#include <vector>

using namespace llvm;
using object::ELF64LEFile;
using object::ELF64LEObjectFile;

namespace mlir::trackdbg {
namespace {

using Elf = object::ELF64LE;

struct Header {
  char magic[8];
  uint64_t entryCount, nameBytes;
};
constexpr char kMagic[8] = {'M', 'T', 'D', 'F', 'U', 'N', 'C', '4'};

/// Between the class and the name of a virtual function.
constexpr char kOfClass = '\t';
/// In front of the name of the function that has passed on the callback.
constexpr char kCallbackOf = '\v';

struct Named {
  uint64_t begin = 0, size = 0;
  std::string name;
};

void addSymbols(const ELF64LEFile &file, const Elf::Shdr &table,
                std::vector<Named> &functions,
                DenseMap<uint64_t, StringRef> &known) {
  StringRef names = valueOr(file.getStringTableForSymtab(table), StringRef());
  for (const Elf::Sym &symbol : valueOr(file.symbols(&table), {})) {
    uint8_t type = symbol.getType();
    if ((type != ELF::STT_FUNC && type != ELF::STT_GNU_IFUNC) ||
        symbol.st_shndx == ELF::SHN_UNDEF || symbol.st_value == 0)
      continue;
    StringRef name = valueOr(symbol.getName(names), StringRef());
    if (!name.empty() && known.try_emplace(symbol.st_value, name).second)
      functions.push_back({symbol.st_value, symbol.st_size, name.str()});
  }
}

/// Where functions begin, as the table says by which exceptions find what is to
/// be unwound (.eh_frame_hdr of the Linux Standard Base). Every compiler and
/// linker writes it in the one form that is read here.
std::vector<uint64_t> functionStarts(const ELF64LEFile &file) {
  std::vector<uint64_t> starts;
  for (const Elf::Phdr &header : valueOr(file.program_headers(), {})) {
    if (header.p_type != ELF::PT_GNU_EH_FRAME)
      continue;
    ArrayRef<uint8_t> segment = valueOr(file.getSegmentContents(header), {});
    const uint8_t *bytes = segment.data();
    constexpr size_t kTable = 12, kRow = 8;
    // The version; how the rest is encoded: 4 bytes, relative.
    constexpr uint8_t kForm[] = {1, 0x1b, 0x03, 0x3b};
    if (segment.size() < kTable ||
        std::memcmp(bytes, kForm, sizeof(kForm)) != 0)
      continue;
    uint64_t count = support::endian::read32le(bytes + 8);
    count = std::min<uint64_t>(count, (segment.size() - kTable) / kRow);
    for (uint64_t row = 0; row < count; ++row)
      starts.push_back(header.p_vaddr + int32_t(support::endian::read32le(
                                            bytes + kTable + row * kRow)));
  }
  return starts;
}

bool hasSymbols(const Elf::Shdr &section) {
  return section.sh_type == ELF::SHT_SYMTAB ||
         section.sh_type == ELF::SHT_DYNSYM;
}

/// The function of a symbol that `address` is in, or null.
const Named *symbolAround(ArrayRef<Named> functions, uint64_t address) {
  const Named *next = partition_point(
      functions, [&](const Named &each) { return each.begin <= address; });
  if (next == functions.begin())
    return nullptr;
  const Named &around = *std::prev(next);
  return address - around.begin < around.size ? &around : nullptr;
}

/// Names functions without a name of which one function alone takes the
/// address.
void nameCallbacks(const ELF64LEFile &file, MutableArrayRef<Named> functions) {
  std::vector<uint64_t> unnamed;
  for (const Named &each : functions)
    if (each.name.empty())
      unnamed.push_back(each.begin);
  DenseMap<uint64_t, const Named *> takers; // Null: there are several.
  findTakenAddresses(file, unnamed, [&](uint64_t place, uint64_t function) {
    const Named *taker = symbolAround(functions, place);
    auto [known, isNew] = takers.try_emplace(function, taker);
    if (!isNew && known->second != taker)
      known->second = nullptr;
  });
  for (Named &each : functions)
    if (const Named *taker =
            each.name.empty() ? takers.lookup(each.begin) : nullptr)
      each.name = kCallbackOf + taker->name;
}

std::vector<Named> functionsOf(const ELF64LEFile &file) {
  std::vector<Named> functions;
  DenseMap<uint64_t, StringRef> known;
  for (const Elf::Shdr &section : valueOr(file.sections(), {}))
    if (hasSymbols(section))
      addSymbols(file, section, functions, known);
  DenseSet<uint64_t> begins;
  for (const Named &each : functions)
    begins.insert(each.begin);
  for (VirtualFunction &each : findVirtualFunctions(file, known))
    if (begins.insert(each.address).second)
      functions.push_back({each.address, 0,
                           (each.ofClass + Twine(kOfClass) + each.name).str()});
  for (uint64_t begin : functionStarts(file))
    if (begins.insert(begin).second)
      functions.push_back({begin, 0, ""});
  llvm::sort(functions,
             [](const Named &a, const Named &b) { return a.begin < b.begin; });
  nameCallbacks(file, functions);
  return functions;
}

} // namespace

FunctionIndex FunctionIndex::make(const ELF64LEObjectFile &file) {
  std::vector<Named> functions = functionsOf(file.getELFFile());
  std::vector<Entry> rows;
  std::string text(1, '\0');
  for (const Named &each : functions) {
    bool isTooLong = text.size() > UINT32_MAX - each.name.size() - 1;
    bool hasName = !each.name.empty() && !isTooLong;
    rows.push_back({each.begin,
                    uint32_t(std::min<uint64_t>(each.size, UINT32_MAX)),
                    hasName ? uint32_t(text.size()) : 0});
    if (hasName)
      text.append(each.name.c_str(), each.name.size() + 1);
  }
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.entryCount = rows.size();
  header.nameBytes = text.size();
  std::string all(reinterpret_cast<const char *>(&header), sizeof(header));
  all.append(reinterpret_cast<const char *>(rows.data()),
             rows.size() * sizeof(Entry));
  all += text;
  FunctionIndex index;
  index.buffer = MemoryBuffer::getMemBufferCopy(all);
  index.settle();
  return index;
}

std::optional<FunctionIndex>
FunctionIndex::open(std::unique_ptr<MemoryBuffer> buffer) {
  FunctionIndex index;
  index.buffer = std::move(buffer);
  if (!index.settle())
    return std::nullopt;
  return index;
}

bool FunctionIndex::settle() {
  contents = buffer->getBuffer();
  Header header;
  if (contents.size() < sizeof(header))
    return false;
  std::memcpy(&header, contents.data(), sizeof(header));
  StringRef rest = contents.drop_front(sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.entryCount > rest.size() / sizeof(Entry))
    return false;
  entries =
      ArrayRef(reinterpret_cast<const Entry *>(rest.data()), header.entryCount);
  names = rest.drop_front(header.entryCount * sizeof(Entry));
  return names.size() == header.nameBytes &&
         names.ends_with(StringRef("\0", 1));
}

static std::string readable(StringRef name) {
  if (name.consume_front(StringRef(&kCallbackOf, 1)))
    return readable(name) + kCallbackMark.str();
  auto [ofClass, method] = name.split(kOfClass);
  if (!method.empty())
    return demangledClass(ofClass) + "::" + method.str();
  return demangle(name);
}

std::optional<FunctionIndex::Function>
FunctionIndex::at(uint64_t address) const {
  auto next = partition_point(
      entries, [&](const Entry &each) { return each.begin <= address; });
  if (next == entries.begin())
    return std::nullopt;
  const Entry &entry = *std::prev(next);
  // The last one has no next one.
  constexpr uint64_t kMostAtEnd = uint64_t(1) << 16;
  uint64_t size = entry.size != 0         ? entry.size
                  : next == entries.end() ? kMostAtEnd
                                          : ~uint64_t(0);
  if (address - entry.begin >= size)
    return std::nullopt;
  Function function{entry.begin, ""};
  if (entry.name != 0 && entry.name < names.size())
    function.name = readable(names.drop_front(entry.name).split('\0').first);
  return function;
}

} // namespace mlir::trackdbg
