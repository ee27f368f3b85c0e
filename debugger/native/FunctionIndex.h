//===- FunctionIndex.h - The functions of a program by address ------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_FUNCTIONINDEX_H
#define TRACKDBG_DEBUGGER_NATIVE_FUNCTIONINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mlir::trackdbg {

/// All functions of a program or a library that anything names: its symbols,
/// those for the dynamic linker, its virtual functions, and callbacks; and of
/// the others, where they begin. Its bytes can be kept in a file, and be read
/// again in no time. Addresses are the file's own.
class FunctionIndex {
public:
  /// Reads the tables and the code of a program: 0.6 seconds for libMLIR.so.
  static FunctionIndex make(const llvm::object::ELF64LEObjectFile &file);
  /// One whose bytes were kept. None if they are not those of an index, or of
  /// one that another version has made; what is in them is checked only so far
  /// that nothing behind them is read.
  static std::optional<FunctionIndex>
  open(std::unique_ptr<llvm::MemoryBuffer> buffer);

  llvm::StringRef bytes() const { return contents; }

  struct Function {
    uint64_t begin = 0;
    std::string name; ///< Demangled; empty where nothing names it.
  };
  /// The function that `address` is in; none where no function is known.
  std::optional<Function> at(uint64_t address) const;

private:
  struct Entry {
    uint64_t begin;
    uint32_t size; ///< 0: up to the next one.
    uint32_t name; ///< Where it begins among the names; 0 for none.
  };
  FunctionIndex() = default;
  bool settle();

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  llvm::StringRef contents;
  llvm::ArrayRef<Entry> entries; ///< By address.
  llvm::StringRef names;         ///< Each ended by a NUL.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_FUNCTIONINDEX_H
