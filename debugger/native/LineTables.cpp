//===- LineTables.cpp - Which code a line of C++ has ----------------------===//

#include "native/LineTables.h"

#include "trace/Cancellation.h"
#include "trackdbg/Names.h"

#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

#include <cstring>
#include <map>
#include <tuple>
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

namespace {

/// Looks for the best row of a line.
class LineSearch {
  /// Least is best: whether it is before the line, how far it is off, and
  /// whether a debugger had better not stop there.
  using Rank = std::tuple<bool, uint64_t, bool>;

public:
  LineSearch(StringRef sourceFile, uint64_t line)
      : sourceFile(sourceFile), wanted(line) {}

  /// Whether nothing better can come.
  bool isOver() const { return bestRank == Rank(); }

  void read(const LineTable &table) {
    std::map<uint64_t, bool> isOfFile;
    for (size_t i = 0; i < table.Rows.size(); ++i) {
      const Row &row = table.Rows[i];
      Rank rank = rankOf(row);
      if (row.EndSequence || row.Line == 0 || rank >= bestRank)
        continue;
      // The last one at an address is about the code there.
      if (i + 1 < table.Rows.size() &&
          table.Rows[i + 1].Address.Address == row.Address.Address)
        continue;
      auto [known, isNew] = isOfFile.try_emplace(row.File, false);
      if (isNew)
        known->second = isFile(table, row.File);
      if (!known->second)
        continue;
      bestRank = rank;
      best = {row.Line, row.Address.Address};
      if (isOver())
        return;
    }
  }

  std::optional<CodeOfLine> result() const {
    return best.line != 0 ? std::optional(best) : std::nullopt;
  }

private:
  bool isFile(const LineTable &table, uint64_t index) const {
    using Spelling = DILineInfoSpecifier::FileLineInfoKind;
    std::string name;
    return table.getFileNameByIndex(index, "", Spelling::RelativeFilePath,
                                    name) &&
           matchesFile(name, sourceFile);
  }

  Rank rankOf(const Row &row) const {
    bool isBefore = row.Line < wanted;
    return {isBefore, isBefore ? wanted - row.Line : row.Line - wanted,
            !row.IsStmt};
  }

  StringRef sourceFile;
  uint64_t wanted;
  CodeOfLine best;
  Rank bestRank = {true, ~uint64_t(0), true};
};

} // namespace

std::optional<CodeOfLine> LineTables::codeOf(StringRef sourceFile,
                                             uint64_t line) {
  LineSearch search(sourceFile, line);
  for (const auto &unit : context->compile_units()) {
    if (isCancelled() || search.isOver())
      break;
    if (const LineTable *table = context->getLineTableForUnit(unit.get()))
      search.read(*table);
  }
  return search.result();
}

} // namespace mlir::trackdbg
