//===- LineTables.cpp - Which code a line of C++ has ----------------------===//

#include "native/LineTables.h"

#include "trace/Cancellation.h"
#include "trackdbg/Names.h"

#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

#include <cstring>
#include <vector>

using namespace llvm;

namespace mlir::trackdbg {

using LineTable = DWARFDebugLine::LineTable;
using Row = DWARFDebugLine::Row;

LineTables::LineTables(const object::ELF64LEObjectFile &file)
    : file(file), context(DWARFContext::create(file)) {}

//===----------------------------------------------------------------------===//
// Prologues
//===----------------------------------------------------------------------===//

/// The rows that are about a function, up to its first lines.
static std::vector<Row> firstRows(DWARFContext &context, uint64_t function) {
  constexpr uint64_t kMostBytes = 256; // A prologue is shorter.
  std::vector<Row> result;
  DWARFCompileUnit *unit = context.getCompileUnitForCodeAddress(function);
  const LineTable *table =
      unit ? context.getLineTableForUnit(static_cast<DWARFUnit *>(unit))
           : nullptr;
  std::vector<uint32_t> rows;
  if (table &&
      table->lookupAddressRange(
          {function, object::SectionedAddress::UndefSection}, kMostBytes, rows))
    for (uint32_t row : rows)
      result.push_back(table->Rows[row]);
  return result;
}

/// Whether the function begins as unoptimized code does: it sets up a frame
/// pointer. Where that cannot be told, it counts as such.
bool LineTables::makesFrame(uint64_t function) const {
  if (file.getELFFile().getHeader().e_machine != ELF::EM_X86_64)
    return true;
  constexpr uint8_t kBranchTarget[] = {0xf3, 0x0f, 0x1e, 0xfa}; // endbr64
  // push %rbp; mov %rsp,%rbp
  constexpr uint8_t kFrame[] = {0x55, 0x48, 0x89, 0xe5};
  Expected<const uint8_t *> code = file.getELFFile().toMappedAddr(function);
  if (!code) {
    consumeError(code.takeError());
    return true;
  }
  auto left = size_t(file.getELFFile().end() - *code);
  auto startsWith = [&](const uint8_t (&bytes)[4], size_t offset) {
    return left >= offset + sizeof(bytes) &&
           std::memcmp(*code + offset, bytes, sizeof(bytes)) == 0;
  };
  return startsWith(kFrame, startsWith(kBranchTarget, 0) ? 4 : 0);
}

/// The row that is marked as the end of the prologue or, as for gdb, where none
/// is, the second row.
uint64_t LineTables::prologueOf(uint64_t function) {
  std::vector<Row> rows = firstRows(*context, function);
  if (rows.size() < 2 || rows[0].Address.Address != function ||
      !makesFrame(function))
    return 0;
  for (const Row &row : rows)
    if (row.PrologueEnd)
      return row.Address.Address - function;
  return rows[1].Address.Address - function;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> addressIn(const LineTable &table,
                                         StringRef sourceFile, uint64_t line) {
  using Spelling = DILineInfoSpecifier::FileLineInfoKind;
  for (const Row &row : table.Rows) {
    std::string name;
    if (row.Line == line && row.IsStmt && !row.EndSequence &&
        table.getFileNameByIndex(row.File, "", Spelling::RelativeFilePath,
                                 name) &&
        matchesFile(name, sourceFile))
      return row.Address.Address;
  }
  return std::nullopt;
}

std::optional<uint64_t> LineTables::addressOf(StringRef sourceFile,
                                              uint64_t line) {
  for (const auto &unit : context->compile_units()) {
    if (isCancelled())
      return std::nullopt;
    if (const LineTable *table = context->getLineTableForUnit(unit.get()))
      if (std::optional<uint64_t> address = addressIn(*table, sourceFile, line))
        return address;
  }
  return std::nullopt;
}

} // namespace mlir::trackdbg
