//===- NativeNames.cpp - Names for addresses of code ----------------------===//

#include "native/NativeNames.h"

#include "native/FunctionIndex.h"
#include "native/LineTables.h"
#include "native/SymbolTables.h"
#include "trace/Definitions.h"
#include "trace/UserFolders.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <optional>

using namespace llvm;
using object::ELF64LEObjectFile;

namespace mlir::trackdbg {
namespace {

std::string known(const std::string &text) {
  return text == DILineInfo::BadString ? "" : text;
}

/// Where distributions put the debug information of what they ship.
std::unique_ptr<object::BuildIDFetcher> debugFiles() {
  return std::make_unique<object::BuildIDFetcher>(
      std::vector<std::string>{"/usr/lib/debug"});
}

/// Whether there is debug information of a file, or may be.
bool hasDebugInfo(const ELF64LEObjectFile &file) {
  for (const object::SectionRef &section : file.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      consumeError(name.takeError());
    else if (*name == ".debug_info" || *name == ".zdebug_info" ||
             *name == ".gnu_debuglink")
      return true;
  }
  return debugFiles()->fetch(object::getBuildID(&file)).has_value();
}

/// Those of the newest files are kept, up to a total of 1 GiB.
void pruneFolder(StringRef folder) {
  CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0);
  policy.Expiration = std::chrono::hours(24 * 60);
  policy.MaxSizeBytes = uint64_t(1) << 30;
  pruneCache(folder, policy);
}

} // namespace

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

class NativeNames::Module {
public:
  Module(std::string path, StringRef buildId, std::string cacheFolder)
      : path(std::move(path)), cacheFolder(std::move(cacheFolder)) {
    open(buildId);
  }

  std::vector<NativeFrame> at(uint64_t address, bool isReturnAddress);
  bool mayHaveLines() const { return symbolizer != nullptr; }
  uint64_t prologueOf(uint64_t function);
  std::optional<NativeFrame> functionWithLine(StringRef sourceFile,
                                              uint64_t line);
  std::string problem;

private:
  void open(StringRef buildId);
  void addDebugInfo(uint64_t place, std::vector<NativeFrame> &frames);
  LineTables &lineTables();
  const FunctionIndex &functions();
  std::string keptAt() const;

  std::string path, cacheFolder;
  std::unique_ptr<MemoryBuffer> contents;
  std::unique_ptr<ELF64LEObjectFile> file; ///< Null where there is a problem.
  std::unique_ptr<symbolize::LLVMSymbolizer> symbolizer; ///< Or null.
  std::unique_ptr<LineTables> lines;  ///< From its first use on.
  std::optional<FunctionIndex> index; ///< From its first use on.
};

void NativeNames::Module::open(StringRef buildId) {
  sys::fs::file_status status;
  // A pipe that a trace names would never be read to its end.
  if (sys::fs::status(path, status) || !sys::fs::is_regular_file(status)) {
    problem = fmt::format("the file '{}' is not there", path);
    return;
  }
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer) {
    problem = fmt::format("the file '{}' cannot be read: {}", path,
                          buffer.getError().message());
    return;
  }
  Expected<ELF64LEObjectFile> parsed =
      ELF64LEObjectFile::create(**buffer, /*InitContent=*/true);
  if (!parsed) {
    consumeError(parsed.takeError());
    problem = fmt::format("the file '{}' is not a program", path);
    return;
  }
  StringRef now = toStringRef(object::getBuildID(&*parsed));
  if (!buildId.empty() && now != buildId) {
    problem = fmt::format("the file '{}' has changed since the recording; its "
                          "build id was {}",
                          path, toHex(buildId, /*LowerCase=*/true));
    return;
  }
  contents = std::move(*buffer);
  file = std::make_unique<ELF64LEObjectFile>(std::move(*parsed));
  if (!hasDebugInfo(*file) || !hasGoodSymbolTables(*file))
    return;
  symbolizer = std::make_unique<symbolize::LLVMSymbolizer>();
  symbolizer->setBuildIDFetcher(debugFiles());
}

/// The build id alone is not enough: some build systems give all builds one.
std::string NativeNames::Module::keptAt() const {
  StringRef buildId = toStringRef(object::getBuildID(file.get()));
  sys::fs::file_status status;
  constexpr size_t kLeastKept = size_t(4) << 20;
  if (cacheFolder.empty() || buildId.empty() ||
      contents->getBufferSize() < kLeastKept || sys::fs::status(path, status))
    return "";
  // Of that prefix is what pruneCache() removes.
  return fmt::format(
      "{}/llvmcache-{}-{:x}-{:x}", cacheFolder,
      toHex(buildId, /*LowerCase=*/true), status.getSize(),
      status.getLastModificationTime().time_since_epoch().count());
}

const FunctionIndex &NativeNames::Module::functions() {
  if (index)
    return *index;
  std::string kept = keptAt();
  if (!kept.empty()) {
    auto buffer = MemoryBuffer::getFile(kept, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (buffer)
      index = FunctionIndex::open(std::move(*buffer));
    if (index)
      return *index;
  }
  index = FunctionIndex::make(*file);
  if (kept.empty() || sys::fs::create_directories(cacheFolder))
    return *index;
  pruneFolder(cacheFolder);
  // Where it cannot be kept, it is made again.
  consumeError(writeToOutput(kept, [&](raw_ostream &stream) {
    stream << index->bytes();
    return Error::success();
  }));
  return *index;
}

/// A relative name begins at the folder of the build, and goes up from it.
static std::string withoutDots(StringRef file) {
  SmallString<256> path(file);
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

/// A lambda that was put into a function has no name of its own there.
static void nameLambdas(std::vector<NativeFrame> &frames) {
  for (size_t i = 0; i + 1 < frames.size(); ++i)
    if (frames[i].function == "operator()")
      frames[i].function = frames[i + 1].function + "::{lambda()}::operator()";
}

void NativeNames::Module::addDebugInfo(uint64_t place,
                                       std::vector<NativeFrame> &frames) {
  Expected<DIInliningInfo> found =
      symbolizer->symbolizeInlinedCode(path, object::SectionedAddress{place});
  if (!found)
    return consumeError(found.takeError());
  for (unsigned i = 0, count = found->getNumberOfFrames(); i < count; ++i) {
    const DILineInfo &info = found->getFrame(i);
    NativeFrame frame;
    frame.function = known(info.FunctionName);
    frame.file = withoutDots(known(info.FileName));
    frame.line = info.Line;
    frame.functionLine = info.StartLine;
    frame.isInlined = i + 1 < count;
    frames.push_back(std::move(frame));
  }
  nameLambdas(frames);
}

std::vector<NativeFrame> NativeNames::Module::at(uint64_t address,
                                                 bool isReturnAddress) {
  std::vector<NativeFrame> frames;
  if (file) {
    // The call that it returns from may be the last of its line or function.
    uint64_t place = address - isReturnAddress;
    if (symbolizer)
      addDebugInfo(place, frames);
    if (frames.empty())
      frames.emplace_back();
    if (frames.back().function.empty())
      if (std::optional<FunctionIndex::Function> function =
              functions().at(place)) {
        frames.back().function = function->name;
        frames.back().functionAddress = function->begin;
      }
  }
  if (frames.empty())
    frames.emplace_back();
  for (NativeFrame &frame : frames) {
    frame.module = path;
    frame.address = address;
  }
  return frames;
}

LineTables &NativeNames::Module::lineTables() {
  if (!lines)
    lines = std::make_unique<LineTables>(*file);
  return *lines;
}

uint64_t NativeNames::Module::prologueOf(uint64_t function) {
  return symbolizer ? lineTables().prologueOf(function) : 0;
}

std::optional<NativeFrame>
NativeNames::Module::functionWithLine(StringRef sourceFile, uint64_t line) {
  if (!symbolizer)
    return std::nullopt;
  std::optional<CodeOfLine> code = lineTables().codeOf(sourceFile, line);
  if (!code)
    return std::nullopt;
  for (NativeFrame &frame : at(code->address, /*isReturnAddress=*/false))
    if (frame.line == code->line && matchesFile(frame.file, sourceFile))
      return std::move(frame);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

NativeNames::NativeNames(std::string cacheFolder)
    : cacheFolder(std::move(cacheFolder)) {}
NativeNames::NativeNames() {
  std::string user = trackdbg::cacheFolder();
  if (!user.empty())
    cacheFolder = user + "/functions";
}
NativeNames::~NativeNames() = default;

NativeNames::Module &NativeNames::moduleFor(ModuleFile file) {
  std::unique_ptr<Module> &module =
      modules[{file.path.str(), file.buildId.str()}];
  if (!module)
    module =
        std::make_unique<Module>(file.path.str(), file.buildId, cacheFolder);
  return *module;
}

std::vector<NativeFrame> NativeNames::at(ModuleFile file, uint64_t address,
                                         bool isReturnAddress) {
  if (!file.path.empty())
    return moduleFor(file).at(address, isReturnAddress);
  NativeFrame frame;
  frame.address = address;
  return {frame};
}

StringRef NativeNames::problemOf(ModuleFile file) {
  return file.path.empty() ? StringRef() : moduleFor(file).problem;
}

/// The path as the compiler saw it.
static ModuleFile fileOf(const Definitions &definitions, uint32_t module,
                         SmallString<128> &path) {
  NativeModule known = definitions.stacks().module(module);
  path.clear();
  if (!known.path.empty() && sys::path::is_relative(known.path))
    path = definitions.workingDirectory();
  sys::path::append(path, known.path);
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return {path, known.buildId};
}

NativeFrame NativeNames::functionAt(const Definitions &definitions,
                                    trace::StackFrame begin) {
  SmallString<128> path;
  NativeFrame frame = at(fileOf(definitions, begin.module, path), begin.address,
                         /*isReturnAddress=*/false)
                          .back();
  frame.functionAddress = begin.address;
  return frame;
}

uint64_t NativeNames::prologueOf(const Definitions &definitions,
                                 trace::StackFrame begin) {
  SmallString<128> path;
  ModuleFile file = fileOf(definitions, begin.module, path);
  return file.path.empty() ? 0 : moduleFor(file).prologueOf(begin.address);
}

std::optional<NativeFrame> NativeNames::functionWithLine(ModuleFile module,
                                                         StringRef file,
                                                         uint64_t line) {
  return module.path.empty() ? std::nullopt
                             : moduleFor(module).functionWithLine(file, line);
}

bool NativeNames::mayHaveLines(const Definitions &definitions, uint32_t id) {
  uint32_t last = 0;
  SmallString<128> path;
  for (const trace::StackFrame &frame : definitions.stacks().frames(id)) {
    if (frame.module == 0 || std::exchange(last, frame.module) == frame.module)
      continue;
    if (moduleFor(fileOf(definitions, frame.module, path)).mayHaveLines())
      return true;
  }
  return false;
}

/// What nothing else names may be what a pass or a pattern does, by whose name
/// the compiler calls that.
void NativeNames::nameByKinds(const Definitions &definitions, uint32_t module,
                              NativeFrame &frame) {
  bool hasName = !frame.function.empty() &&
                 !StringRef(frame.function).contains("::virtual#");
  if (hasName || frame.functionAddress == 0)
    return;
  for (uint32_t kind = 1; kind < definitions.actionKindLimit(); ++kind)
    for (const trace::StackFrame &function :
         definitions.stacks().functionsOf(kind))
      if (function.module == module &&
          function.address == frame.functionAddress) {
        ActionKindInfo info = definitions.actionKind(kind);
        frame.function = (info.name + (info.isPass() ? "::runOnOperation"
                                                     : "::matchAndRewrite"))
                             .str();
        return;
      }
}

void NativeNames::forgetStacks() {
  stacks.clear();
  stacksOf = nullptr;
}

const NativeStack &NativeNames::stack(const Definitions &definitions,
                                      uint32_t id) {
  if (stacksOf != &definitions)
    forgetStacks();
  stacksOf = &definitions;
  auto [place, isNew] = stacks.try_emplace(id);
  NativeStack &result = place->second;
  if (!isNew)
    return result;
  const StackTable &table = definitions.stacks();
  result.end = table.end(id);
  SmallString<128> path;
  for (auto [number, frame] : enumerate(table.frames(id))) {
    ModuleFile file = fileOf(definitions, frame.module, path);
    for (NativeFrame &each : at(file, frame.address, /*isReturnAddress=*/true))
      if (!isTrackers(each)) {
        each.recorded = number;
        nameByKinds(definitions, frame.module, each);
        result.frames.push_back(std::move(each));
      }
    StringRef problem = problemOf(file);
    if (!problem.empty() && !is_contained(result.problems, problem))
      result.problems.push_back(problem.str());
  }
  return result;
}

} // namespace mlir::trackdbg
