//===- Symbolizer.cpp - Names for the addresses of a crash ----------------===//

#include "native/Symbolizer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/BuildID.h"
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

std::string known(const std::string &text) {
  return text == DILineInfo::BadString ? "" : text;
}

class CrashSymbolizer {
public:
  // Where distributions put the debug information of what they ship.
  CrashSymbolizer() {
    symbolizer.setBuildIDFetcher(std::make_unique<object::BuildIDFetcher>(
        std::vector<std::string>{"/usr/lib/debug"}));
  }

  void add(StringRef module, uint64_t offset, bool isReturnAddress) {
    NativeFrame frame;
    frame.module = module.str();
    frame.address = offset;
    auto [layout, isNew] = layouts.try_emplace(module.str(), module);
    std::optional<uint64_t> address = layout->second.addressOf(offset);
    if (!address) {
      frames.push_back(std::move(frame));
      return;
    }
    frame.address = *address;
    // The call that it returns from may be the last of its line or function.
    object::SectionedAddress call{*address - isReturnAddress};
    Expected<DIInliningInfo> found =
        symbolizer.symbolizeInlinedCode(module, call);
    if (!found)
      consumeError(found.takeError());
    unsigned count = found ? found->getNumberOfFrames() : 0;
    for (unsigned i = 0; i < count; ++i) {
      const DILineInfo &info = found->getFrame(i);
      frame.function = known(info.FunctionName);
      frame.file = known(info.FileName);
      frame.line = info.Line;
      frames.push_back(frame);
    }
    if (count == 0)
      frames.push_back(std::move(frame));
  }

  std::vector<NativeFrame> frames;

private:
  symbolize::LLVMSymbolizer symbolizer;
  std::map<std::string, FileLayout> layouts;
};

/// In a program that holds MLIR, the tracker is a copy in memory or linked in.
bool isTrackers(const NativeFrame &frame) {
  StringRef module = sys::path::filename(frame.module);
  StringRef function = frame.function;
  return module.starts_with("libtrackdbg-") ||
         module.starts_with("memfd:mlir-track-dbg-") ||
         function.contains("mlir::trackdbg::") ||
         function.starts_with("__wrap_");
}

} // namespace

std::vector<NativeFrame> symbolize(const trace::CrashReport &report) {
  std::vector<StringRef> paths = pathsOf(report);
  CrashSymbolizer symbolizer;
  uint32_t count = std::min(report.frameCount, trace::CrashReport::kMaxFrames);
  for (uint32_t i = 0; i < count; ++i) {
    const trace::CrashReport::Frame &frame = report.frames[i];
    symbolizer.add(frame.module < paths.size() ? paths[frame.module] : "",
                   frame.address, /*isReturnAddress=*/i > 0);
  }
  llvm::erase_if(symbolizer.frames, isTrackers);
  return std::move(symbolizer.frames);
}

} // namespace mlir::trackdbg
