//===- LinkedProgram.cpp --------------------------------------------------===//

#include "finalcode/LinkedProgram.h"

#include "finalcode/CodeObject.h"
#include "native/CodeMappings.h"
#include "native/SymbolTables.h"
#include "native/ValueOr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

using llvm::object::ELF64LEObjectFile;
using llvm::object::ELFSymbolRef;

/// The bytes of a function in its section; empty if they are not there.
static llvm::ArrayRef<uint8_t> bytesOf(const ELF64LEObjectFile &file,
                                       const ELFSymbolRef &symbol,
                                       uint64_t address) {
  auto section = valueOr(symbol.getSection(), file.section_end());
  if (section == file.section_end())
    return {};
  llvm::ArrayRef<uint8_t> contents = llvm::arrayRefFromStringRef(
      valueOr(section->getContents(), llvm::StringRef()));
  uint64_t begin = address - section->getAddress();
  if (address < section->getAddress() || begin > contents.size() ||
      symbol.getSize() > contents.size() - begin)
    return {};
  return contents.slice(begin, symbol.getSize());
}

void LinkedProgram::readFunctions() {
  auto addAll = [&](auto symbols) {
    for (const ELFSymbolRef &symbol : symbols) {
      if (symbol.getELFType() != llvm::ELF::STT_FUNC || symbol.getSize() == 0)
        continue;
      LinkedFunction function;
      function.name = valueOr(symbol.getName(), llvm::StringRef());
      function.address = valueOr(symbol.getAddress(), uint64_t());
      function.size = symbol.getSize();
      function.bytes = bytesOf(*file, symbol, function.address);
      if (!function.bytes.empty())
        all.push_back(function);
    }
  };
  addAll(file->symbols());
  // A stripped library still has those that others use.
  if (all.empty())
    addAll(file->getDynamicSymbolIterators());
  llvm::stable_sort(all,
                    [](const LinkedFunction &lhs, const LinkedFunction &rhs) {
                      return lhs.address < rhs.address;
                    });
}

llvm::Expected<LinkedProgram> LinkedProgram::open(llvm::StringRef path) {
  auto fail = [&](const char *text) {
    return llvm::createStringError(fmt::format(fmt::runtime(text), path.str()));
  };
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      readCodeFile(path);
  if (!buffer)
    return buffer.takeError();
  auto file = ELF64LEObjectFile::create(**buffer, /*InitContent=*/true);
  if (!file) {
    llvm::consumeError(file.takeError());
    return fail("'{}' is not an executable or a shared library");
  }
  if (file->isRelocatableObject())
    return fail("'{}' is an object file; type its name and an offset, as in "
                "'whose t.o:0x40'");
  if (!hasGoodSymbolTables(*file))
    return fail("'{}' is damaged: its symbols cannot be read");
  LinkedProgram program;
  program.name = path.str();
  program.buffer = std::move(*buffer);
  program.file = std::make_unique<ELF64LEObjectFile>(std::move(*file));
  program.readFunctions();
  if (program.all.empty())
    return fail("'{}' has no symbols of functions: it was stripped");
  return program;
}

const LinkedFunction *LinkedProgram::at(uint64_t address) const {
  auto next = llvm::partition_point(all, [&](const LinkedFunction &function) {
    return function.address <= address;
  });
  // Of several names for one place, the first.
  const LinkedFunction *found = nullptr;
  while (next != all.begin()) {
    --next;
    if (found && next->address != found->address)
      break;
    if (address - next->address < next->size)
      found = &*next;
    else if (!found)
      break;
  }
  return found;
}

const LinkedFunction *LinkedProgram::named(llvm::StringRef wanted) const {
  auto found = llvm::find_if(all, [&](const LinkedFunction &function) {
    return function.name == wanted;
  });
  return found == all.end() ? nullptr : &*found;
}

std::optional<uint64_t> LinkedProgram::addressAt(uint64_t offset) const {
  return addressIn(*file, offset);
}

} // namespace mlir::trackdbg
