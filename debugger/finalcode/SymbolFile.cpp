//===- SymbolFile.cpp - A source map as debug information -----------------===//
//
// DWARF Debugging Information Format, version 4: sections 2 (entries), 3.1
// (units), 3.3.1 (subprograms) and 6.2 (line numbers).
//
//===----------------------------------------------------------------------===//

#include "finalcode/SourceMap.h"
#include "native/ValueOr.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/ObjectYAML/ELFYAML.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/FileSystem.h"

#include <deque>

namespace mlir::trackdbg {

using namespace llvm;

namespace {

/// Texts in it are those of the map, which must outlive it.
class SymbolFile {
public:
  explicit SymbolFile(const SourceMap &map) : map(map) {
    SmallString<128> current;
    if (!sys::fs::current_path(current))
      folder = current.str();
  }

  Error write(raw_ostream &out) {
    addHeader();
    addSections();
    addSymbols();
    DWARFYAML::Data &dwarf = object.DWARF.emplace();
    dwarf.IsLittleEndian = dwarf.Is64BitAddrSize = true;
    dwarf.DebugAbbrev = {abbreviations()};
    dwarf.DebugRanges = {ranges()};
    dwarf.Units = {unit()};
    dwarf.DebugLines = {lineTable()};
    std::string problem;
    auto note = [&](const Twine &text) { problem = text.str(); };
    if (yaml::yaml2elf(object, out, note, /*MaxSize=*/UINT64_MAX))
      return Error::success();
    return createStringError("cannot write debug information: " + problem);
  }

private:
  void addHeader() {
    object.Header = {};
    object.Header.Class = ELF::ELFCLASS64;
    object.Header.Data = ELF::ELFDATA2LSB;
    object.Header.Type = ELF::ET_EXEC;
    object.Header.Machine = ELF::EM_X86_64;
  }

  /// One for each function: nothing is known of the memory between them.
  void addSections() {
    for (const MappedFunction &each : map.functions) {
      auto section = std::make_unique<ELFYAML::NoBitsSection>();
      // What is in parentheses is not written.
      section->Name = names.emplace_back(
          ELFYAML::appendUniqueSuffix(".text", Twine(names.size())));
      section->Type = ELF::SHT_NOBITS;
      section->Flags =
          ELFYAML::ELF_SHF(uint64_t(ELF::SHF_ALLOC | ELF::SHF_EXECINSTR));
      section->Address = each.address;
      // Its class leaves these as they are.
      section->AddressAlign = 1;
      section->OriginalSecNdx = 0;
      section->Size = each.size;
      object.Chunks.push_back(std::move(section));
    }
  }

  void addSymbols() {
    std::vector<ELFYAML::Symbol> &symbols = object.Symbols.emplace();
    for (const MappedFunction &each : map.functions) {
      ELFYAML::Symbol &symbol = symbols.emplace_back();
      symbol.Name = each.name;
      symbol.Type = ELF::STT_FUNC;
      symbol.Binding = ELF::STB_GLOBAL;
      // Its section; 0 is the null section.
      symbol.Index = ELFYAML::ELF_SHN(symbols.size());
      symbol.Value = each.address;
      symbol.Size = each.size;
    }
  }

  enum Kind { UnitEntry = 1, FunctionEntry = 2 };

  static DWARFYAML::AbbrevTable abbreviations() {
    using namespace dwarf;
    DWARFYAML::AbbrevTable table;
    table.Table = {{yaml::Hex64(UnitEntry),
                    DW_TAG_compile_unit,
                    DW_CHILDREN_yes,
                    {{DW_AT_producer, DW_FORM_string, 0},
                     {DW_AT_language, DW_FORM_data2, 0},
                     {DW_AT_name, DW_FORM_string, 0},
                     {DW_AT_comp_dir, DW_FORM_string, 0},
                     {DW_AT_low_pc, DW_FORM_addr, 0},
                     {DW_AT_ranges, DW_FORM_sec_offset, 0},
                     {DW_AT_stmt_list, DW_FORM_sec_offset, 0}}},
                   {yaml::Hex64(FunctionEntry),
                    DW_TAG_subprogram,
                    DW_CHILDREN_no,
                    {{DW_AT_external, DW_FORM_flag_present, 0},
                     {DW_AT_name, DW_FORM_string, 0},
                     {DW_AT_decl_file, DW_FORM_udata, 0},
                     {DW_AT_decl_line, DW_FORM_udata, 0},
                     {DW_AT_low_pc, DW_FORM_addr, 0},
                     {DW_AT_high_pc, DW_FORM_data8, 0}}}};
    return table;
  }

  std::vector<DWARFYAML::Ranges> ranges() const {
    DWARFYAML::Ranges all;
    for (const MappedFunction &each : map.functions)
      all.Entries.push_back({each.address, each.address + each.size});
    return {all};
  }

  static DWARFYAML::FormValue number(uint64_t value) { return {value, "", {}}; }
  static DWARFYAML::FormValue text(StringRef value) { return {0, value, {}}; }

  DWARFYAML::Unit unit() const {
    DWARFYAML::Unit unit{};
    unit.Format = dwarf::DWARF32;
    unit.Version = 4;
    unit.AddrSize = 8;
    // Debuggers read expressions of a language; MLIR's has no number.
    unit.Entries.push_back({UnitEntry,
                            {text("mlir-track-dbg"), number(dwarf::DW_LANG_C99),
                             text(map.files.front()), text(folder), number(0),
                             number(0), number(0)}});
    for (const MappedFunction &each : map.functions) {
      const MappedRow &first = each.rows.front();
      unit.Entries.push_back(
          {FunctionEntry,
           {number(1), text(each.name), number(first.file + 1),
            number(first.line), number(each.address), number(each.size)}});
    }
    unit.Entries.push_back({0, {}}); // The end of what the unit holds.
    return unit;
  }

  DWARFYAML::LineTable lineTable() const {
    DWARFYAML::LineTable table{};
    table.Format = dwarf::DWARF32;
    table.Version = 4;
    table.MinInstLength = table.MaxOpsPerInst = table.DefaultIsStmt = 1;
    table.LineBase = uint8_t(-5);
    table.LineRange = 14;
    for (const std::string &file : map.files)
      table.Files.push_back({file, 0, 0, 0});
    for (const MappedFunction &function : map.functions)
      addLines(function, table.Opcodes);
    return table;
  }

  using Opcodes = std::vector<DWARFYAML::LineTableOpcode>;
  static void add(Opcodes &opcodes, dwarf::LineNumberOps opcode,
                  uint64_t data = 0, int64_t difference = 0) {
    DWARFYAML::LineTableOpcode added{};
    added.Opcode = opcode;
    added.Data = data;
    added.SData = difference;
    opcodes.push_back(added);
  }
  static void addExtended(Opcodes &opcodes, dwarf::LineNumberExtendedOps opcode,
                          uint64_t data = 0) {
    DWARFYAML::LineTableOpcode added{};
    added.Opcode = dwarf::DW_LNS_extended_op;
    added.SubOpcode = opcode;
    added.Data = data;
    opcodes.push_back(added);
  }

  /// A sequence of its own, in which line and file begin at 1.
  static void addLines(const MappedFunction &function, Opcodes &opcodes) {
    addExtended(opcodes, dwarf::DW_LNE_set_address, function.address);
    uint64_t address = function.address;
    uint32_t file = 0, line = 1;
    for (const MappedRow &row : function.rows) {
      if (row.file != std::exchange(file, row.file))
        add(opcodes, dwarf::DW_LNS_set_file, row.file + 1);
      add(opcodes, dwarf::DW_LNS_advance_pc,
          row.address - std::exchange(address, row.address));
      add(opcodes, dwarf::DW_LNS_advance_line, 0,
          int64_t(row.line) - std::exchange(line, row.line));
      add(opcodes, dwarf::DW_LNS_copy);
    }
    add(opcodes, dwarf::DW_LNS_advance_pc,
        function.address + function.size - address);
    addExtended(opcodes, dwarf::DW_LNE_end_sequence);
  }

  const SourceMap &map;
  std::string folder;
  std::deque<std::string> names; ///< Of sections.
  ELFYAML::Object object;
};

} // namespace

Error writeSymbolFile(const SourceMap &map, raw_ostream &out) {
  return SymbolFile(map).write(out);
}

/// The sections of debug information in an object.
static SmallVector<objcopy::NewSectionInfo, 0>
debugSectionsOf(const object::ObjectFile &file) {
  SmallVector<objcopy::NewSectionInfo, 0> sections;
  for (const object::SectionRef &section : file.sections()) {
    StringRef name = valueOr(section.getName(), StringRef());
    if (name.starts_with(".debug_"))
      sections.push_back({name, MemoryBuffer::getMemBuffer(
                                    valueOr(section.getContents(), StringRef()),
                                    name, /*RequiresNullTerminator=*/false)});
  }
  return sections;
}

/// Whether a copy is about as long as the file: all parts lie in it, and none
/// is aligned to much more. LLVM makes the copy in memory, however long it is.
static bool hasGoodLayout(const object::ELF64LEObjectFile &file) {
  uint64_t size = file.getData().size(), alignment = 0;
  auto liesInFile = [&](uint64_t offset, uint64_t length) {
    return offset <= size && length <= size - offset;
  };
  auto addAlignment = [&](uint64_t each) {
    constexpr uint64_t kMost = uint64_t(1) << 30;
    alignment = std::min(kMost, alignment + std::min(kMost, each));
    constexpr uint64_t kLeast = uint64_t(64) << 20;
    return alignment <= std::max(size, kLeast);
  };
  object::ELF64LEFile elf = file.getELFFile();
  for (const auto &segment :
       valueOr(elf.program_headers(), object::ELF64LEFile::Elf_Phdr_Range()))
    if (!liesInFile(segment.p_offset, segment.p_filesz) ||
        !addAlignment(segment.p_align))
      return false;
  for (const auto &section :
       valueOr(elf.sections(), object::ELF64LEFile::Elf_Shdr_Range()))
    if ((section.sh_type != ELF::SHT_NOBITS &&
         !liesInFile(section.sh_offset, section.sh_size)) ||
        !addAlignment(section.sh_addralign))
      return false;
  return true;
}

Error writeProgram(const SourceMap &map, StringRef program, raw_ostream &out) {
  SmallString<0> symbols;
  raw_svector_ostream stream(symbols);
  if (Error error = writeSymbolFile(map, stream))
    return error;
  auto file = object::ObjectFile::createObjectFile({symbols, "symbols"});
  if (!file)
    return file.takeError();
  auto copied = object::ObjectFile::createObjectFile(program);
  if (!copied)
    return copied.takeError();
  auto *elf = dyn_cast<object::ELF64LEObjectFile>(copied->getBinary());
  if (!elf || !hasGoodLayout(*elf))
    return createStringError("'" + program +
                             "' is damaged: parts of it are not in the file");
  objcopy::ConfigManager config;
  config.Common.InputFilename = program;
  config.Common.StripDebug = true;
  config.Common.AddSection = debugSectionsOf(**file);
  if (Error error =
          objcopy::executeObjcopyOnBinary(config, *copied->getBinary(), out))
    return createStringError("cannot copy '" + program +
                             "': " + toString(std::move(error)));
  return Error::success();
}

} // namespace mlir::trackdbg
