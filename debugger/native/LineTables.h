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

/// The line tables of a file with debug information, which must outlive this.
/// Each is read when it is needed first.
class LineTables {
public:
  explicit LineTables(const llvm::object::ELF64LEObjectFile &file);

  /// How many bytes behind its begin a function has its arguments where its
  /// source says. 0 where that is not known, and in optimized code, where they
  /// are there from the first instruction on.
  uint64_t prologueOf(uint64_t function);

  /// An address that has code of a line of a file, which may be named by the
  /// end of its path. Reads all line tables where there is none: a second for
  /// each 100 MB of debug information. Gives up when it is cancelled.
  std::optional<uint64_t> addressOf(llvm::StringRef sourceFile, uint64_t line);

private:
  bool makesFrame(uint64_t function) const;

  const llvm::object::ELF64LEObjectFile &file;
  std::unique_ptr<llvm::DWARFContext> context;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_LINETABLES_H
