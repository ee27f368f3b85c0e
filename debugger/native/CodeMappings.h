//===- CodeMappings.h - Where a process has the code of files -------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_CODEMAPPINGS_H
#define TRACKDBG_DEBUGGER_NATIVE_CODEMAPPINGS_H

#include "llvm/Object/ELFObjectFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Code of a file that a process has in memory, at the addresses from `begin`
/// up to `end`.
struct CodeMapping {
  uint64_t begin = 0, end = 0;
  uint64_t offset = 0; ///< Of the first byte, in the file.
  std::string file;
};

/// Those of a process, by address. None where it is not there, or another
/// user's.
std::optional<std::vector<CodeMapping>> codeMappingsOf(int64_t process);

/// The file's own address of what it has at `offset`; none of what is not
/// loaded.
std::optional<uint64_t> addressIn(const llvm::object::ELF64LEObjectFile &file,
                                  uint64_t offset);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_CODEMAPPINGS_H
