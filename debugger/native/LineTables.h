//===- LineTables.h - Which code a line of C++ has ------------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_LINETABLES_H
#define TRACKDBG_DEBUGGER_NATIVE_LINETABLES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// Where a line of a source file has code.
struct CodeOfLine {
  uint64_t line = 0, address = 0;
};

/// The line tables of a file with debug information, which must outlive this.
/// Each is read when it is needed first.
class LineTables {
public:
  explicit LineTables(const llvm::object::ELF64LEObjectFile &file);

  /// How many bytes behind its begin a function has its arguments where its
  /// source says. 0 where that is not known, and in optimized code, where they
  /// are there from the first instruction on.
  uint64_t prologueOf(uint64_t function);

  /// Code of a line of a file, which may be named by the end of its path; where
  /// the line has none, of the next line that has some; and behind the last, of
  /// that one. None where the file has no code here. Reads all line tables
  /// where the line has none: a second for each 100 MB of debug information.
  /// Gives up when it is cancelled.
  std::optional<CodeOfLine> codeOf(llvm::StringRef sourceFile, uint64_t line);

private:
  bool makesFrame(uint64_t function) const;

  const llvm::object::ELF64LEObjectFile &file;
  std::unique_ptr<llvm::DWARFContext> context;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_LINETABLES_H
