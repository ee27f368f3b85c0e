//===- LeftBreakpoints.cpp - What a native debugger has left behind -------===//

#include "inferior/LeftBreakpoints.h"

#include "injection/FileDescriptor.h"
#include "native/CodeMappings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

using namespace llvm;
using object::ELF64LEObjectFile;

namespace mlir::trackdbg {

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
                    {mapping.file, *address, mapping.begin + done + at});
            });
  }
}

std::optional<std::vector<LeftBreakpoint>> leftBreakpoints(int64_t process) {
  std::optional<std::vector<CodeMapping>> mappings = codeMappingsOf(process);
  FileDescriptor memory(
      open(fmt::format("/proc/{}/mem", process).c_str(), O_RDONLY | O_CLOEXEC));
  if (!mappings || !memory)
    return std::nullopt;
  std::vector<LeftBreakpoint> found;
  for (const CodeMapping &mapping : *mappings)
    addThoseIn(mapping, memory.get(), found);
  return found;
}

} // namespace mlir::trackdbg
