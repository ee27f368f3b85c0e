//===- ObjectCode.cpp - The machine code of an object file ----------------===//

#include "finalcode/ObjectCode.h"

#include "finalcode/Disassembler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/xxhash.h"
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

/// Empty ones are left out.
static std::vector<SectionRef> codeSectionsOf(const ObjectFile &object) {
  std::vector<SectionRef> sections;
  for (const SectionRef &section : object.sections())
    if (section.isText() && !contentsOf(section).empty())
      sections.push_back(section);
  return sections;
}

static CodeSection describe(const SectionRef &section) {
  llvm::StringRef contents = contentsOf(section);
  return {valueOr(section.getName(), llvm::StringRef()).str(), contents.size(),
          llvm::xxh3_64bits(contents)};
}

std::optional<std::vector<CodeSection>>
mlir::trackdbg::sectionsOf(llvm::StringRef object) {
  std::unique_ptr<ObjectFile> parsed = parse(object);
  if (!parsed)
    return std::nullopt;
  std::vector<CodeSection> sections;
  for (const SectionRef &section : codeSectionsOf(*parsed))
    sections.push_back(describe(section));
  return sections;
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
      readFunctions(section, number);
      if (disassembler)
        readInstructions(section, number);
    }
  }

private:
  /// The origin of what lies from an address on, up to the next one.
  using Lines = std::map<uint64_t, CodeOrigin>;

  void readLines() {
    std::unique_ptr<llvm::DWARFContext> context =
        llvm::DWARFContext::create(object);
    for (const auto &unit : context->compile_units())
      if (const auto *table = context->getLineTableForUnit(unit.get()))
        for (const auto &row : table->Rows) {
          CodeOrigin origin =
              Origins::isColumn(row.Column) && !row.EndSequence ? row.Line : 0;
          // Of more rows for one address, the last one holds.
          lines[row.Address.SectionIndex][row.Address.Address] = origin;
        }
  }

  void readFunctions(const SectionRef &section, uint32_t number) {
    size_t first = code.functions.size();
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
      code.functions.push_back(std::move(function));
    }
    llvm::sort(llvm::drop_begin(code.functions, first),
               [](const CodeFunction &lhs, const CodeFunction &rhs) {
                 return std::tie(lhs.offset, lhs.name) <
                        std::tie(rhs.offset, rhs.name);
               });
  }

  /// The name that a relocation puts in, by its offset.
  std::map<uint64_t, std::string> namesIn(const SectionRef &section) {
    std::map<uint64_t, std::string> names;
    for (const SectionRef &other : object.sections()) {
      auto of = valueOr(other.getRelocatedSection(), object.section_end());
      if (of != section)
        continue;
      for (const llvm::object::RelocationRef &relocation :
           other.relocations()) {
        auto symbol = relocation.getSymbol();
        if (symbol == object.symbol_end())
          continue;
        llvm::StringRef name = valueOr(symbol->getName(), llvm::StringRef());
        if (name.empty()) {
          auto in = valueOr(symbol->getSection(), object.section_end());
          if (in != object.section_end())
            name = valueOr(in->getName(), llvm::StringRef());
        }
        names[relocation.getOffset()] = name.str();
      }
    }
    return names;
  }

  static bool isPadding(llvm::StringRef text) {
    return llvm::is_contained({"nop", "nopw", "nopl"}, text.split(' ').first) ||
           text.starts_with("cs nop") || text.starts_with("data16") ||
           text == "int3";
  }

  void readInstructions(const SectionRef &section, uint32_t number) {
    llvm::StringRef contents = contentsOf(section);
    llvm::ArrayRef<uint8_t> bytes(contents.bytes_begin(), contents.size());
    Lines &rows = lines[section.getIndex()];
    std::map<uint64_t, std::string> names = namesIn(section);
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
      auto name = names.lower_bound(offset);
      if (name != names.end() && name->first < offset + decoded.size &&
          !name->second.empty())
        decoded.text += "  # " + name->second;
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
