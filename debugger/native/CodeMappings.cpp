//===- CodeMappings.cpp ---------------------------------------------------===//

#include "native/CodeMappings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// "7f01-7f02 r-xp 00001000 08:01 1234   /usr/lib/libMLIR.so".
static std::optional<CodeMapping> readMapping(StringRef line) {
  CodeMapping mapping;
  auto [range, afterRange] = line.split(' ');
  auto [rights, afterRights] = afterRange.split(' ');
  auto [begin, end] = range.split('-');
  StringRef offset = afterRights.split(' ').first;
  size_t path = line.find('/');
  if (!rights.contains('x') || path == StringRef::npos ||
      begin.getAsInteger(16, mapping.begin) ||
      end.getAsInteger(16, mapping.end) ||
      offset.getAsInteger(16, mapping.offset))
    return std::nullopt;
  mapping.file = line.drop_front(path).str();
  return mapping;
}

std::optional<std::vector<CodeMapping>> codeMappingsOf(int64_t process) {
  auto maps =
      MemoryBuffer::getFileAsStream(fmt::format("/proc/{}/maps", process));
  if (!maps)
    return std::nullopt;
  std::vector<CodeMapping> mappings;
  SmallVector<StringRef> lines;
  SplitString((*maps)->getBuffer(), lines, "\n");
  for (StringRef line : lines)
    if (std::optional<CodeMapping> mapping = readMapping(line))
      mappings.push_back(std::move(*mapping));
  return mappings;
}

std::optional<uint64_t> addressIn(const object::ELF64LEObjectFile &file,
                                  uint64_t offset) {
  auto segments = file.getELFFile().program_headers();
  if (!segments) {
    consumeError(segments.takeError());
    return std::nullopt;
  }
  for (const auto &segment : *segments)
    if (segment.p_type == ELF::PT_LOAD && offset >= segment.p_offset &&
        offset - segment.p_offset < segment.p_filesz)
      return offset - segment.p_offset + segment.p_vaddr;
  return std::nullopt;
}

} // namespace mlir::trackdbg
