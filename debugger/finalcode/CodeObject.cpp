//===- CodeObject.cpp -----------------------------------------------------===//

#include "finalcode/CodeObject.h"

#include "native/SymbolTables.h"
#include "native/ValueOr.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

using namespace trace;
using llvm::object::ObjectFile;
using llvm::object::SectionRef;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readCodeFile(llvm::StringRef path) {
  if (!llvm::sys::fs::is_regular_file(path))
    return llvm::createStringError(
        fmt::format("there is no file '{}'", path.str()));
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(fmt::format(
        "cannot read '{}': {}", path.str(), buffer.getError().message()));
  return std::move(*buffer);
}

llvm::Expected<CodeObject> CodeObject::open(llvm::StringRef path) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      readCodeFile(path);
  if (!buffer)
    return buffer.takeError();
  auto object = ObjectFile::createObjectFile(**buffer);
  if (!object) {
    llvm::consumeError(object.takeError());
    return llvm::createStringError(
        fmt::format("'{}' is not an object file", path.str()));
  }
  CodeObject result;
  result.path = path.str();
  for (const SectionRef &section : (*object)->sections()) {
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents)
      llvm::consumeError(contents.takeError());
    else if (section.isText() && !contents->empty()) {
      if (result.sections.empty())
        result.firstIndex = section.getIndex();
      result.sections.push_back(describeSection(
          valueOr(section.getName(), llvm::StringRef()), *contents));
    }
  }
  return result;
}

std::string lineOfTable(llvm::StringRef file, uint32_t line) {
  return fmt::format("; its own line table has {}:{} there",
                     llvm::sys::path::filename(file).str(), line);
}

static std::string lineAtPlace(llvm::StringRef path,
                               llvm::object::SectionedAddress place) {
  auto file = ObjectFile::createObjectFile(path);
  if (!file) {
    llvm::consumeError(file.takeError());
    return "";
  }
  auto *elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->getBinary());
  if (!elf || !hasGoodSymbolTables(*elf))
    return "";
  auto context = llvm::DWARFContext::create(
      *elf, llvm::DWARFContext::ProcessDebugRelocations::Process,
      /*L=*/nullptr, /*DWPName=*/"", llvm::consumeError, llvm::consumeError);
  std::optional<llvm::DILineInfo> line = context->getLineInfoForAddress(place);
  if (!line || line->Line == 0)
    return "";
  return lineOfTable(line->FileName, line->Line);
}

std::string CodeObject::lineAt(uint64_t offset) const {
  return lineAtPlace(path, {offset, firstIndex});
}

std::string CodeObject::lineAt(llvm::StringRef program, uint64_t address) {
  return lineAtPlace(program,
                     {address, llvm::object::SectionedAddress::UndefSection});
}

} // namespace mlir::trackdbg
