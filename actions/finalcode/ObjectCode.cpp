//===- ObjectCode.cpp - The machine code of an object file ----------------===//

#include "finalcode/ObjectCode.h"

#include "finalcode/Disassembler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Target/TargetMachine.h"

#include <map>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::object::ObjectFile;
using llvm::object::SectionRef;

template <typename T> static T valueOr(llvm::Expected<T> value, T otherwise) {
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return otherwise;
}

static std::unique_ptr<ObjectFile> parse(llvm::StringRef object) {
  auto parsed = ObjectFile::createObjectFile({object, "object"});
  if (parsed)
    return std::move(*parsed);
  llvm::consumeError(parsed.takeError());
  return nullptr;
}

static llvm::StringRef contentsOf(const SectionRef &section) {
  return valueOr(section.getContents(), llvm::StringRef());
}

static llvm::ArrayRef<uint8_t> bytesOf(const SectionRef &section) {
  return llvm::arrayRefFromStringRef(contentsOf(section));
}

/// Empty ones are left out.
static std::vector<SectionRef> codeSectionsOf(const ObjectFile &object) {
  std::vector<SectionRef> sections;
  for (const SectionRef &section : object.sections())
    if (section.isText() && !contentsOf(section).empty())
      sections.push_back(section);
  return sections;
}

static CodeSection describe(const SectionRef &section) {
  return describeSection(valueOr(section.getName(), llvm::StringRef()),
                         contentsOf(section));
}

/// By their offsets, without hashes. `number` is that of the section.
static std::vector<CodeFunction> functionsIn(const ObjectFile &object,
                                             const SectionRef &section,
                                             uint32_t number) {
  std::vector<CodeFunction> functions;
  for (const llvm::object::SymbolRef &symbol : object.symbols()) {
    auto type = valueOr(symbol.getType(), llvm::object::SymbolRef::ST_Other);
    auto in = valueOr(symbol.getSection(), object.section_end());
    if (type != llvm::object::SymbolRef::ST_Function || in != section)
      continue;
    CodeFunction function;
    function.name = valueOr(symbol.getName(), llvm::StringRef()).str();
    function.section = number;
    function.offset =
        valueOr(symbol.getAddress(), uint64_t()) - section.getAddress();
    if (object.isELF())
      function.size = llvm::object::ELFSymbolRef(symbol).getSize();
    uint64_t end = section.getSize();
    function.offset = std::min(function.offset, end);
    function.size = std::min(function.size, end - function.offset);
    functions.push_back(std::move(function));
  }
  llvm::sort(functions, [](const CodeFunction &lhs, const CodeFunction &rhs) {
    return std::tie(lhs.offset, lhs.name) < std::tie(rhs.offset, rhs.name);
  });
  return functions;
}

using LineTable = llvm::DWARFDebugLine::LineTable;

static void forEachLineTable(
    const ObjectFile &object,
    llvm::function_ref<void(llvm::DWARFUnit &, const LineTable &)> visit) {
  std::unique_ptr<llvm::DWARFContext> context =
      llvm::DWARFContext::create(object);
  for (const auto &unit : context->compile_units())
    if (const LineTable *table = context->getLineTableForUnit(unit.get()))
      visit(*unit, *table);
}

namespace {

/// The rows of the line tables of an object.
class LineReader {
public:
  LineReader(const ObjectFile &object, GeneratedCode &code)
      : object(object), code(code) {
    for (auto [number, section] : llvm::enumerate(codeSectionsOf(object)))
      numbers[section.getIndex()] = number;
  }

  void read() {
    forEachLineTable(object,
                     [&](llvm::DWARFUnit &unit, const LineTable &table) {
                       for (const auto &row : table.Rows)
                         add(unit, table, row);
                     });
    for (const auto &[place, line] : lines)
      code.lines.push_back(
          {place.first, place.second, line.first, line.second});
    code.files = files.take();
  }

private:
  void add(llvm::DWARFUnit &unit, const LineTable &table,
           const llvm::DWARFDebugLine::Row &row) {
    auto section = numbers.find(row.Address.SectionIndex);
    if (section == numbers.end())
      return;
    std::string file;
    uint32_t line = row.EndSequence ? 0 : row.Line;
    using Kind = llvm::DILineInfoSpecifier::FileLineInfoKind;
    if (line != 0)
      table.getFileNameByIndex(row.File, unit.getCompilationDir(),
                               Kind::RawValue, file);
    // Of more rows for one address, the last one holds, but an end says nothing
    // of what begins there.
    std::pair place(section->second, row.Address.Address);
    if (row.EndSequence)
      lines.try_emplace(place, 0, 0);
    else
      lines[place] = {files.idOf(file), line};
  }

  const ObjectFile &object;
  GeneratedCode &code;
  std::map<uint64_t, uint32_t> numbers; ///< Of sections, by their index.
  StringTable files;
  /// By section and offset: the file and the line.
  std::map<std::pair<uint32_t, uint64_t>, std::pair<uint32_t, uint32_t>> lines;
};

} // namespace

std::optional<GeneratedCode>
mlir::trackdbg::generatedCodeOf(llvm::StringRef object) {
  std::unique_ptr<ObjectFile> parsed = parse(object);
  if (!parsed)
    return std::nullopt;
  GeneratedCode code;
  for (const SectionRef &section : codeSectionsOf(*parsed))
    code.sections.push_back(describe(section));
  LineReader(*parsed, code).read();
  if (code.lines.empty())
    return code;
  for (auto [number, section] : llvm::enumerate(codeSectionsOf(*parsed)))
    llvm::append_range(code.functions, functionsIn(*parsed, section, number));
  return code;
}

GeneratedCode mlir::trackdbg::loadedCodeOf(
    const ObjectFile &object,
    llvm::function_ref<uint64_t(const SectionRef &)> addressOf) {
  GeneratedCode code;
  for (const SectionRef &section : codeSectionsOf(object)) {
    code.sections.push_back(describe(section));
    code.addresses.push_back(addressOf(section));
  }
  return code;
}

namespace {

class ObjectReader {
public:
  ObjectReader(const ObjectFile &object, const llvm::TargetMachine &target,
               Origins &origins, StringTable &strings, FinalCode &code)
      : object(object), origins(origins), strings(strings), code(code),
        disassembler(Disassembler::make(target)) {}

  void read() {
    readLines();
    for (const SectionRef &section : codeSectionsOf(object)) {
      uint32_t number = code.sections.size();
      code.sections.push_back(describe(section));
      Relocations relocations = relocationsIn(section);
      readLinked(relocations, number);
      readFunctions(section, number);
      if (disassembler)
        readInstructions(section, number, relocations);
    }
  }

private:
  /// The origin of what lies from an address on, up to the next one.
  using Lines = std::map<uint64_t, CodeOrigin>;

  void readLines() {
    forEachLineTable(object, [&](llvm::DWARFUnit &, const LineTable &table) {
      for (const auto &row : table.Rows) {
        CodeOrigin origin =
            Origins::isColumn(row.Column) && !row.EndSequence ? row.Line : 0;
        // Of more rows for one address, the last one holds.
        lines[row.Address.SectionIndex][row.Address.Address] = origin;
      }
    });
  }

  void readFunctions(const SectionRef &section, uint32_t number) {
    for (CodeFunction &function : functionsIn(object, section, number)) {
      function.hash =
          hashOfLinked(bytesOf(section).slice(function.offset, function.size),
                       number, function.offset, code.linked);
      code.functions.push_back(std::move(function));
    }
  }

  /// A place whose bytes the linker fills in.
  struct Relocation {
    uint64_t type = 0;
    std::string name; ///< Of what it fills in; may be empty.
  };
  /// By their offsets.
  using Relocations = std::map<uint64_t, Relocation>;

  Relocations relocationsIn(const SectionRef &section) {
    Relocations relocations;
    for (const SectionRef &other : object.sections()) {
      auto of = valueOr(other.getRelocatedSection(), object.section_end());
      if (of != section)
        continue;
      for (const llvm::object::RelocationRef &relocation : other.relocations())
        relocations[relocation.getOffset()] = {relocation.getType(),
                                               nameIn(relocation)};
    }
    return relocations;
  }

  std::string nameIn(const llvm::object::RelocationRef &relocation) {
    auto symbol = relocation.getSymbol();
    if (symbol == object.symbol_end())
      return "";
    llvm::StringRef name = valueOr(symbol->getName(), llvm::StringRef());
    if (!name.empty())
      return name.str();
    auto in = valueOr(symbol->getSection(), object.section_end());
    return in == object.section_end()
               ? ""
               : valueOr(in->getName(), llvm::StringRef()).str();
  }

  /// A linker also rewrites the instructions around some relocations: x86-64
  /// psABI, "Optimize GOTPCRELX Relocations", and ELF Handling For Thread-Local
  /// Storage.
  void readLinked(const Relocations &relocations, uint32_t number) {
    using namespace llvm::ELF;
    bool isX86 = object.getArch() == llvm::Triple::x86_64;
    for (const auto &[offset, relocation] : relocations) {
      uint64_t before = 0;
      uint32_t size = isX86 ? 4 : 8;
      if (isX86)
        switch (relocation.type) {
        case R_X86_64_64:
          size = 8;
          break;
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX:
        case R_X86_64_GOTTPOFF:
          before = 3;
          size = 7;
          break;
        case R_X86_64_TLSGD:
        case R_X86_64_TLSLD:
        case R_X86_64_TLSDESC_CALL:
        case R_X86_64_GOTPC32_TLSDESC:
          before = 4;
          size = 16;
          break;
        }
      code.linked.push_back({number, offset - std::min(before, offset), size});
    }
    // Those with bytes before them are not in order.
    llvm::sort(code.linked, [](const LinkedBytes &lhs, const LinkedBytes &rhs) {
      return std::tie(lhs.section, lhs.offset, lhs.size) <
             std::tie(rhs.section, rhs.offset, rhs.size);
    });
  }

  static bool isPadding(llvm::StringRef text) {
    return llvm::is_contained({"nop", "nopw", "nopl"}, text.split(' ').first) ||
           text.starts_with("cs nop") || text.starts_with("data16") ||
           text == "int3";
  }

  void readInstructions(const SectionRef &section, uint32_t number,
                        const Relocations &relocations) {
    llvm::ArrayRef<uint8_t> bytes = bytesOf(section);
    Lines &rows = lines[section.getIndex()];
    auto row = rows.begin();
    CodeOrigin origin = 0;
    auto function = llvm::find_if(code.functions, [&](const auto &each) {
      return each.section == number;
    });
    uint64_t begin = 0; ///< Of the function, in which places are told.
    for (uint64_t offset = 0; offset < bytes.size();) {
      for (; row != rows.end() && row->first <= offset; ++row)
        origin = row->second;
      for (; function != code.functions.end() && function->offset <= offset;
           ++function)
        begin = function->offset;
      auto decoded =
          disassembler->next(bytes.drop_front(offset), offset - begin);
      auto relocation = relocations.lower_bound(offset);
      if (relocation != relocations.end() &&
          relocation->first < offset + decoded.size &&
          !relocation->second.name.empty())
        decoded.text += "  # " + relocation->second.name;
      CodeInstruction instruction;
      instruction.section = number;
      instruction.offset = offset;
      instruction.size = decoded.size;
      instruction.origin = isPadding(decoded.text)
                               ? origins.other({CodeReason::Padding, 0})
                               : origin;
      instruction.text = strings.idOf(decoded.text);
      code.instructions.push_back(instruction);
      offset += decoded.size;
    }
  }

  const ObjectFile &object;
  Origins &origins;
  StringTable &strings;
  FinalCode &code;
  std::unique_ptr<Disassembler> disassembler;
  std::map<uint64_t, Lines> lines; ///< By the index of the section.
};

} // namespace

void mlir::trackdbg::readObject(llvm::StringRef object,
                                const llvm::TargetMachine &target,
                                Origins &origins, StringTable &strings,
                                FinalCode &code) {
  if (std::unique_ptr<ObjectFile> parsed = parse(object))
    ObjectReader(*parsed, target, origins, strings, code).read();
}
