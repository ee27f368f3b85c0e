//===- LeftBreakpoints.cpp - What a native debugger has left behind -------===//

#include "inferior/LeftBreakpoints.h"

#include "injection/FileDescriptor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

using namespace llvm;
using object::ELF64LEObjectFile;

namespace mlir::trackdbg {

namespace {
/// Code of a file, as a line of /proc/PID/maps has it.
struct CodeMapping {
  uint64_t begin = 0, end = 0, offset = 0;
  StringRef file;
};
} // namespace

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
  mapping.file = line.drop_front(path);
  return mapping;
}

/// The file's own number for what it has at `offset`.
static std::optional<uint64_t> addressIn(const ELF64LEObjectFile &file,
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

/// Where one byte alone differs, and is the instruction in memory: what the
/// tracker itself has written into code is longer.
static void compare(ArrayRef<uint8_t> memory, ArrayRef<uint8_t> file,
                    function_ref<void(size_t)> visit) {
  constexpr uint8_t kBreakpoint = 0xcc;
  size_t size = std::min(memory.size(), file.size());
  auto differs = [&](size_t i) { return i < size && memory[i] != file[i]; };
  for (size_t at = 0; at < size; ++at) {
    auto begin = memory.begin();
    at = std::mismatch(begin + at, begin + size, file.begin() + at).first -
         begin;
    if (at < size && memory[at] == kBreakpoint && !differs(at + 1) &&
        (at == 0 || !differs(at - 1)))
      visit(at);
  }
}

static void addThoseIn(const CodeMapping &mapping, int memory,
                       std::vector<LeftBreakpoint> &found) {
  auto bytes = MemoryBuffer::getFile(mapping.file, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
  if (!bytes || mapping.offset >= (*bytes)->getBufferSize())
    return;
  Expected<ELF64LEObjectFile> file =
      ELF64LEObjectFile::create(**bytes, /*InitContent=*/false);
  if (!file)
    return consumeError(file.takeError());
  if (file->getELFFile().getHeader().e_machine != ELF::EM_X86_64)
    return;
  ArrayRef<uint8_t> code =
      arrayRefFromStringRef((*bytes)->getBuffer()).drop_front(mapping.offset);
  constexpr uint64_t kChunk = 1 << 20;
  std::vector<uint8_t> chunk(kChunk);
  for (uint64_t done = 0; done < mapping.end - mapping.begin; done += kChunk) {
    uint64_t size = std::min(kChunk, mapping.end - mapping.begin - done);
    ssize_t count =
        pread(memory, chunk.data(), size, off_t(mapping.begin + done));
    if (count <= 0 || done >= code.size())
      return;
    compare(ArrayRef(chunk).take_front(count), code.drop_front(done),
            [&](size_t at) {
              if (auto address = addressIn(*file, mapping.offset + done + at))
                found.push_back(
                    {mapping.file.str(), *address, mapping.begin + done + at});
            });
  }
}

std::optional<std::vector<LeftBreakpoint>> leftBreakpoints(int64_t process) {
  auto maps =
      MemoryBuffer::getFileAsStream(fmt::format("/proc/{}/maps", process));
  FileDescriptor memory(
      open(fmt::format("/proc/{}/mem", process).c_str(), O_RDONLY | O_CLOEXEC));
  if (!maps || !memory)
    return std::nullopt;
  std::vector<LeftBreakpoint> found;
  SmallVector<StringRef> lines;
  SplitString((*maps)->getBuffer(), lines, "\n");
  for (StringRef line : lines)
    if (std::optional<CodeMapping> mapping = readMapping(line))
      addThoseIn(*mapping, memory.get(), found);
  return found;
}

} // namespace mlir::trackdbg
