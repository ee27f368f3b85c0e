//===- Symbolizer.cpp - Names for the addresses of a crash ----------------===//

#include "native/Symbolizer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

std::vector<StringRef> pathsOf(const trace::CrashReport &report) {
  StringRef text(report.paths,
                 std::min(report.pathBytes, trace::CrashReport::kMaxPaths));
  std::vector<StringRef> paths;
  while (!text.empty()) {
    auto [path, rest] = text.split('\0');
    paths.push_back(path);
    text = rest;
  }
  return paths;
}

/// Where the bytes of a program's file lie in its memory, counted from where it
/// is loaded.
class FileLayout {
public:
  explicit FileLayout(StringRef path) {
    sys::fs::file_status status;
    // A pipe that a trace names would never be read to its end.
    if (sys::fs::status(path, status) || !sys::fs::is_regular_file(status))
      return;
    auto opened = object::ObjectFile::createObjectFile(path);
    if (!opened) {
      consumeError(opened.takeError());
      return;
    }
    auto *elf = dyn_cast<object::ELF64LEObjectFile>(opened->getBinary());
    if (!elf)
      return;
    auto headers = elf->getELFFile().program_headers();
    if (!headers) {
      consumeError(headers.takeError());
      return;
    }
    for (const auto &header : *headers)
      if (header.p_type == ELF::PT_LOAD)
        loads.push_back({header.p_offset, header.p_filesz, header.p_vaddr});
  }

  std::optional<uint64_t> addressOf(uint64_t offset) const {
    for (const Load &load : loads)
      if (offset >= load.offset && offset - load.offset < load.size)
        return load.address + (offset - load.offset);
    return std::nullopt;
  }

private:
  struct Load {
    uint64_t offset, size, address;
  };
  std::vector<Load> loads;
};

} // namespace

std::vector<NativeFrame> symbolize(const trace::CrashReport &report,
                                   NativeNames &names) {
  std::vector<StringRef> paths = pathsOf(report);
  std::map<StringRef, FileLayout> layouts;
  std::vector<NativeFrame> frames;
  uint32_t count = std::min(report.frameCount, trace::CrashReport::kMaxFrames);
  for (uint32_t i = 0; i < count; ++i) {
    const trace::CrashReport::Frame &frame = report.frames[i];
    StringRef path = frame.module < paths.size() ? paths[frame.module] : "";
    auto [layout, isNew] = layouts.try_emplace(path, path);
    std::optional<uint64_t> address = layout->second.addressOf(frame.address);
    if (!address) {
      NativeFrame unknown;
      unknown.module = path.str();
      unknown.address = frame.address;
      frames.push_back(std::move(unknown));
      continue;
    }
    llvm::append_range(frames, names.at({path, /*buildId=*/""}, *address,
                                        /*isReturnAddress=*/i > 0));
  }
  llvm::erase_if(frames, isTrackers);
  return frames;
}

} // namespace mlir::trackdbg
