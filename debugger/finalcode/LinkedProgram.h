//===- LinkedProgram.h - The functions of an executable or library --------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_LINKEDPROGRAM_H
#define TRACKDBG_DEBUGGER_FINALCODE_LINKEDPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A function of a program. Addresses are the file's own.
struct LinkedFunction {
  llvm::StringRef name;
  uint64_t address = 0, size = 0;
  llvm::ArrayRef<uint8_t> bytes;
};

class LinkedProgram {
public:
  /// Reads the symbols. The error, a sentence without a period, says why that
  /// cannot be done, also for a program that has none.
  static llvm::Expected<LinkedProgram> open(llvm::StringRef path);

  const std::string &path() const { return name; }
  /// By their addresses. They live as long as the program.
  llvm::ArrayRef<LinkedFunction> functions() const { return all; }
  /// The one that an address is in; null for none.
  const LinkedFunction *at(uint64_t address) const;
  /// The first one of that name; null for none.
  const LinkedFunction *named(llvm::StringRef name) const;
  /// The address of what the file has at an offset.
  std::optional<uint64_t> addressAt(uint64_t offset) const;

private:
  void readFunctions();

  std::string name;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ELF64LEObjectFile> file;
  std::vector<LinkedFunction> all;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_LINKEDPROGRAM_H
