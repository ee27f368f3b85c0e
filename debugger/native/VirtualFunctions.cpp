//===- VirtualFunctions.cpp - Functions that only their class names -------===//

#include "native/VirtualFunctions.h"

#include "native/ValueOr.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace llvm;
using object::ELF64LEFile;

namespace mlir::trackdbg {
namespace {

using Elf = object::ELF64LE;

/// A pointer in the program's data, as it is once the program is loaded.
struct Pointer {
  uint64_t place = 0;
  uint64_t target = 0; ///< 0: outside this file.
  StringRef symbol;    ///< Empty for a place without a name.
};

bool isRelative(uint32_t machine, uint32_t type) {
  return machine == ELF::EM_X86_64    ? type == ELF::R_X86_64_RELATIVE
         : machine == ELF::EM_AARCH64 ? type == ELF::R_AARCH64_RELATIVE
                                      : false;
}
bool isAbsolute(uint32_t machine, uint32_t type) {
  return machine == ELF::EM_X86_64    ? type == ELF::R_X86_64_64
         : machine == ELF::EM_AARCH64 ? type == ELF::R_AARCH64_ABS64
                                      : false;
}

/// A program in memory, as far as its file says how it will be.
class Image {
public:
  explicit Image(const ELF64LEFile &file)
      : file(file), machine(file.getHeader().e_machine) {
    for (const auto &header : valueOr(file.program_headers(), {}))
      if (header.p_type == ELF::PT_LOAD)
        loads.push_back(&header);
    for (const auto &section : valueOr(file.sections(), {}))
      read(section);
    llvm::sort(pointers, [](const Pointer &a, const Pointer &b) {
      return a.place < b.place;
    });
  }

  ArrayRef<Pointer> all() const { return pointers; }

  const Pointer *at(uint64_t place) const {
    auto found = partition_point(
        pointers, [&](const Pointer &each) { return each.place < place; });
    return found != pointers.end() && found->place == place ? &*found : nullptr;
  }

  bool isCode(uint64_t address) const {
    // The last two numbers cannot be keys of a DenseMap.
    const Elf::Phdr *load = loadAround(address);
    return load && load->p_flags & ELF::PF_X && address < ~uint64_t(1);
  }

  StringRef textAt(uint64_t address) const {
    StringRef rest = bytesAt(address);
    constexpr size_t kMostLength = 1 << 14;
    size_t end = rest.take_front(kMostLength).find('\0');
    return end == StringRef::npos ? "" : rest.take_front(end);
  }

private:
  const Elf::Phdr *loadAround(uint64_t address) const {
    for (const Elf::Phdr *load : loads)
      if (address >= load->p_vaddr && address - load->p_vaddr < load->p_memsz)
        return load;
    return nullptr;
  }

  /// What the file has from that address on.
  StringRef bytesAt(uint64_t address) const {
    const Elf::Phdr *load = loadAround(address);
    if (!load || address - load->p_vaddr >= load->p_filesz)
      return "";
    uint64_t skip = address - load->p_vaddr;
    uint64_t offset = load->p_offset + skip;
    if (offset < skip || offset >= file.getBufSize())
      return "";
    uint64_t left =
        std::min<uint64_t>(load->p_filesz - skip, file.getBufSize() - offset);
    return {reinterpret_cast<const char *>(file.base()) + offset, left};
  }

  uint64_t wordAt(uint64_t address) const {
    StringRef bytes = bytesAt(address);
    return bytes.size() < sizeof(uint64_t)
               ? 0
               : support::endian::read64le(bytes.data());
  }

  void read(const Elf::Shdr &section) {
    if (!(section.sh_flags & ELF::SHF_ALLOC))
      return;
    if (section.sh_type == ELF::SHT_RELR) {
      for (const auto &each :
           file.decode_relrs(valueOr(file.relrs(section), {})))
        pointers.push_back({each.r_offset, wordAt(each.r_offset), ""});
      return;
    }
    if (section.sh_type != ELF::SHT_RELA)
      return;
    Expected<const Elf::Shdr *> table = file.getSection(section.sh_link);
    if (!table)
      return consumeError(table.takeError());
    auto symbols = valueOr(file.symbols(*table), {});
    StringRef names =
        valueOr(file.getStringTableForSymtab(**table), StringRef());
    for (const auto &each : valueOr(file.relas(section), {})) {
      uint32_t type = each.getType(/*isMips64EL=*/false);
      if (isRelative(machine, type)) {
        pointers.push_back({each.r_offset, uint64_t(each.r_addend), ""});
      } else if (isAbsolute(machine, type)) {
        uint32_t index = each.getSymbol(/*isMips64EL=*/false);
        if (index >= symbols.size())
          continue;
        const Elf::Sym &symbol = symbols[index];
        bool isHere = symbol.st_shndx != ELF::SHN_UNDEF;
        pointers.push_back({each.r_offset,
                            isHere ? symbol.st_value + each.r_addend : 0,
                            valueOr(symbol.getName(names), StringRef())});
      }
    }
  }

  const ELF64LEFile &file;
  uint32_t machine;
  SmallVector<const Elf::Phdr *, 8> loads;
  std::vector<Pointer> pointers;
};

/// What C++ keeps of a class: its name, and the first class that it is made
/// from, whose virtual functions its own begin with.
struct ClassInfo {
  StringRef mangled; ///< "N4mlir4PassE".
  uint64_t base = 0; ///< The address of another one, or 0.
};

class ClassReader {
public:
  explicit ClassReader(const Image &image) : image(image) {}

  /// The classes by address.
  std::map<uint64_t, ClassInfo> read() const {
    std::map<uint64_t, ClassInfo> classes;
    for (const Pointer &pointer : image.all()) {
      // The object begins with a pointer to the functions of its own class.
      if (!pointer.symbol.starts_with("_ZTVN10__cxxabiv1") ||
          !pointer.symbol.ends_with("class_type_infoE"))
        continue;
      const Pointer *name = image.at(pointer.place + 8);
      if (!name || name->target == 0)
        continue;
      ClassInfo info;
      info.mangled = image.textAt(name->target);
      info.mangled.consume_front("*");
      // One base stands behind the name; of several, behind flags and a count.
      bool hasOne = pointer.symbol.contains("__si_");
      bool hasSeveral = pointer.symbol.contains("__vmi_");
      if (hasOne || hasSeveral)
        if (const Pointer *base = image.at(pointer.place + (hasOne ? 16 : 24)))
          info.base = base->target;
      if (!info.mangled.empty())
        classes[pointer.place] = info;
    }
    return classes;
  }

private:
  const Image &image;
};

/// A table of virtual functions.
struct Table {
  uint64_t classAddress = 0;
  std::vector<uint64_t> functions; ///< By slot; 0 for one that is elsewhere.
};

/// "matchAndRewrite" of a mangled name, or empty.
std::string plainName(StringRef mangled) {
  ItaniumPartialDemangler demangler;
  std::string text = mangled.str();
  if (demangler.partialDemangle(text.c_str()))
    return "";
  if (!demangler.isFunction() || demangler.isCtorOrDtor())
    return "";
  char *name = demangler.getFunctionBaseName(nullptr, nullptr);
  std::string result = name ? name : "";
  std::free(name);
  return result;
}

class Finder {
public:
  Finder(const Image &image, const DenseMap<uint64_t, StringRef> &known)
      : image(image), known(known), classes(ClassReader(image).read()) {}

  std::vector<VirtualFunction> find() {
    for (const Pointer &pointer : image.all())
      if (pointer.target != 0 && classes.count(pointer.target))
        readTable(pointer);
    for (const Table &table : tables)
      learnSlots(table);
    for (const Table &table : tables)
      learnOwners(table);
    std::vector<VirtualFunction> result;
    for (auto &[function, claims] : owners)
      if (Owner owner = ownerOf(claims); owner.classAddress != 0)
        result.push_back(
            {function, classes.at(owner.classAddress).mangled, nameOf(owner)});
    return result;
  }

private:
  /// A table, if that is what the pointer to its class belongs to: it stands
  /// before the functions, and behind a number that is not relocated.
  void readTable(const Pointer &toClass) {
    if (image.at(toClass.place - 8))
      return;
    Table table;
    table.classAddress = toClass.target;
    for (uint64_t place = toClass.place + 8;; place += 8) {
      const Pointer *pointer = image.at(place);
      if (!pointer)
        break;
      bool isElsewhere = pointer->target == 0;
      if (!isElsewhere && !image.isCode(pointer->target))
        break;
      table.functions.push_back(pointer->target);
      // Of what is elsewhere only functions can be told to be some.
      if (isElsewhere && !pointer->symbol.starts_with("_Z") &&
          pointer->symbol != "__cxa_pure_virtual")
        break;
    }
    if (table.functions.empty())
      return;
    tableOf.try_emplace(table.classAddress, tables.size());
    tables.push_back(std::move(table));
  }

  /// The class and those that it is made from, up to the one whose table all
  /// those of its children begin with.
  SmallVector<uint64_t, 8> lineOf(uint64_t address) const {
    constexpr unsigned kMostDepth = 64;
    SmallVector<uint64_t, 8> line = {address};
    while (line.size() < kMostDepth) {
      auto found = classes.find(line.back());
      if (found == classes.end() || found->second.base == 0 ||
          !classes.count(found->second.base))
        break;
      line.push_back(found->second.base);
    }
    return line;
  }
  uint64_t rootOf(uint64_t address) const { return lineOf(address).back(); }

  /// The innermost class that both are made from, or 0.
  uint64_t commonClass(uint64_t one, uint64_t other) const {
    SmallVector<uint64_t, 8> line = lineOf(one);
    for (uint64_t each : lineOf(other))
      if (is_contained(line, each))
        return each;
    return 0;
  }

  /// False where a class is known to have another function there.
  bool mayHave(uint64_t classAddress, size_t slot, uint64_t function) const {
    auto found = tableOf.find(classAddress);
    if (found == tableOf.end())
      return true;
    ArrayRef<uint64_t> functions = tables[found->second].functions;
    return slot < functions.size() && functions[slot] == function;
  }

  /// Whom a function belongs to, as far as one slot tells.
  struct Owner {
    uint64_t classAddress; ///< 0: no class can be told.
    size_t slot;
  };

  /// A function that several classes have in a slot is that of the class that
  /// they are made from. Where it cannot be, a linker has put equal functions
  /// into one, which is then nobody's.
  void learnOwners(const Table &table) {
    for (auto [slot, function] : enumerate(table.functions)) {
      if (function == 0 || known.count(function))
        continue;
      SmallVector<Owner, 1> &claims = owners[function];
      auto *claim =
          find_if(claims, [&](const Owner &each) { return each.slot == slot; });
      if (claim == claims.end()) {
        claims.push_back({table.classAddress, slot});
      } else if (claim->classAddress != table.classAddress) {
        uint64_t common = commonClass(claim->classAddress, table.classAddress);
        claim->classAddress = mayHave(common, slot, function) ? common : 0;
      }
    }
  }

  /// Where slots tell of several classes, the one that is made from the others:
  /// a function of theirs that must not be called has no code, and so the place
  /// of the next one.
  Owner ownerOf(ArrayRef<Owner> claims) const {
    Owner owner = claims.front();
    for (const Owner &claim : drop_begin(claims)) {
      if (is_contained(lineOf(claim.classAddress), owner.classAddress))
        owner = claim;
      else if (!is_contained(lineOf(owner.classAddress), claim.classAddress))
        return {0, 0};
    }
    return owner;
  }

  /// What a class calls a virtual function, its children call it too. A few of
  /// them tell enough.
  void learnSlots(const Table &table) {
    uint64_t root = rootOf(table.classAddress);
    for (auto [slot, function] : enumerate(table.functions)) {
      auto found = known.find(function);
      if (function == 0 || found == known.end())
        continue;
      SlotNames &names = slotNames[{root, slot}];
      constexpr unsigned kEnough = 16;
      if (names.heard++ < kEnough)
        if (std::string name = plainName(found->second); !name.empty())
          ++names.counts[name];
    }
  }

  std::string nameOf(const Owner &owner) const {
    auto found = slotNames.find({rootOf(owner.classAddress), owner.slot});
    if (found == slotNames.end() || found->second.counts.empty())
      return "virtual#" + std::to_string(owner.slot);
    auto mostOften = llvm::max_element(
        found->second.counts,
        [](const auto &a, const auto &b) { return a.second < b.second; });
    return mostOften->first;
  }

  const Image &image;
  const DenseMap<uint64_t, StringRef> &known;
  std::map<uint64_t, ClassInfo> classes;
  std::vector<Table> tables;
  std::map<uint64_t, size_t> tableOf; ///< The first of a class.
  /// By function, of those without a name.
  MapVector<uint64_t, SmallVector<Owner, 1>> owners;
  /// What the functions in a slot are called, and how often.
  struct SlotNames {
    unsigned heard = 0;
    std::map<std::string, unsigned> counts;
  };
  std::map<std::pair<uint64_t, size_t>, SlotNames>
      slotNames; ///< By root class.
};

} // namespace

std::string demangledClass(StringRef mangled) {
  std::string text = demangle(("_ZTS" + mangled).str());
  StringRef plain = text;
  plain.consume_front("typeinfo name for ");
  return plain.str();
}

std::vector<VirtualFunction>
findVirtualFunctions(const ELF64LEFile &file,
                     const DenseMap<uint64_t, StringRef> &known) {
  Image image(file);
  return Finder(image, known).find();
}

} // namespace mlir::trackdbg
