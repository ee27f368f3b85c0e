//===- CodeTraces.cpp -----------------------------------------------------===//

#include "finalcode/CodeTraces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

using namespace trace;

/// The newest first, as those of a folder may be of one compile.
static llvm::Expected<std::vector<std::string>>
filesOf(llvm::StringRef folder) {
  struct File {
    std::string path;
    llvm::sys::TimePoint<> time;
  };
  std::vector<File> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator each(folder, error), end;
       each != end && !error; each.increment(error)) {
    llvm::sys::fs::file_status status;
    if (!llvm::sys::fs::status(each->path(), status) &&
        llvm::sys::fs::is_regular_file(status))
      files.push_back({each->path(), status.getLastModificationTime()});
  }
  if (error)
    return llvm::createStringError(fmt::format(
        "cannot read the folder '{}': {}", folder.str(), error.message()));
  llvm::sort(files, [](const File &lhs, const File &rhs) {
    return std::tie(rhs.time, lhs.path) < std::tie(lhs.time, rhs.path);
  });
  std::vector<std::string> paths;
  for (File &file : files)
    paths.push_back(std::move(file.path));
  return paths;
}

llvm::Expected<CodeTraces> CodeTraces::open(const Lineage &lineage,
                                            llvm::StringRef folder,
                                            llvm::StringRef inputFrom) {
  CodeTraces result;
  if (!inputFrom.empty()) {
    llvm::Expected<Handover> input = Handover::open(lineage, inputFrom);
    if (!input)
      return input.takeError();
    result.input = std::make_unique<Handover>(std::move(*input));
  }
  auto own = finalCodesOf(lineage).withInstructions();
  if (own)
    result.traces.push_back(
        {"", &lineage, std::move(*own), result.input.get()});
  else if (folder.empty())
    return own.takeError();
  else
    llvm::consumeError(own.takeError());
  if (folder.empty())
    return result;
  llvm::Expected<std::vector<std::string>> files = filesOf(folder);
  if (!files)
    return files.takeError();
  for (const std::string &file : *files) {
    if (isCancelled())
      return llvm::createStringError("interrupted while reading the traces");
    auto other = Lineage::open(file);
    if (!other) {
      llvm::consumeError(other.takeError());
      continue;
    }
    if ((*other)->trace().id() == lineage.trace().id())
      continue;
    auto modules = finalCodesOf(**other).withInstructions();
    if (!modules) {
      llvm::consumeError(modules.takeError());
      continue;
    }
    result.traces.push_back({file, other->get(), std::move(*modules), nullptr});
    result.opened.push_back(std::move(*other));
  }
  if (result.traces.empty())
    return llvm::createStringError(
        fmt::format("neither the open trace nor one in '{}' tells which ops "
                    "the machine code is made from; record with '--final-code'",
                    folder.str()));
  return result;
}

const CodeInstruction *TracedFunction::instructionAt(uint64_t place) const {
  if (place < address || place - address >= size)
    return nullptr;
  return module->instructionAt(*function, place - address + function->offset);
}

TracedProgram::TracedProgram(const LinkedProgram &program,
                             const CodeTraces &traces) {
  for (const CodeTrace &trace : traces.all())
    for (const auto &module : trace.modules)
      for (const CodeFunction &function : module->code.functions)
        candidates[function.name].push_back({&trace, &module, &function});
  for (const LinkedFunction &function : program.functions())
    add(function);
}

void TracedProgram::add(const LinkedFunction &function) {
  // Of several names for one place, the first that a trace has.
  if (!functions.empty() && functions.back().address == function.address)
    return;
  auto known = candidates.find(function.name);
  if (known == candidates.end())
    return;
  bool isOtherThanCopy = false;
  for (const Candidate &candidate : known->second) {
    const CodeFunction &wanted = *candidate.function;
    const FinalCode &code = (*candidate.module)->code;
    if ((*candidate.module)->check == CodeCheck::Different) {
      isOtherThanCopy = true;
      continue;
    }
    if (wanted.size != function.size ||
        hashOfLinked(function.bytes, wanted.section, wanted.offset,
                     code.linked) != wanted.hash)
      continue;
    functions.push_back({function.address, function.size, candidate.trace,
                         *candidate.module, &wanted});
    return;
  }
  unknown.push_back(
      {function.address, function.size, function.name.str(), isOtherThanCopy});
}

void TracedProgram::addLoaded(const CodeTrace &trace) {
  for (const auto &module : trace.modules)
    for (const CodeFunction &function : module->code.functions)
      if (uint64_t section = module->addressOf(function.section))
        functions.push_back({section + function.offset, function.size, &trace,
                             module, &function});
}

/// Of functions by address: without those that share bytes.
static std::vector<TracedFunction>
withoutShared(std::vector<TracedFunction> functions) {
  std::vector<TracedFunction> alone;
  uint64_t end = 0; ///< Of those so far.
  for (const TracedFunction &function : functions) {
    if (function.address >= end)
      alone.push_back(function);
    else if (!alone.empty() &&
             function.address < alone.back().address + alone.back().size)
      alone.pop_back();
    end = std::max(end, function.address + function.size);
  }
  return alone;
}

TracedProgram TracedProgram::inMemory(uint64_t process,
                                      const CodeTraces &traces) {
  TracedProgram result;
  for (const CodeTrace &trace : traces.all())
    if (trace.lineage->trace().header().processId == process)
      result.addLoaded(trace);
  llvm::stable_sort(result.functions, [](const auto &lhs, const auto &rhs) {
    return lhs.address < rhs.address;
  });
  result.functions = withoutShared(std::move(result.functions));
  return result;
}

/// Of functions by address, the one that an address is in; null for none.
template <typename Functions>
static auto *functionAt(const Functions &functions, uint64_t address) {
  auto next = llvm::partition_point(functions, [&](const auto &function) {
    return function.address <= address;
  });
  bool isIn = next != functions.begin() &&
              address - std::prev(next)->address < std::prev(next)->size;
  return isIn ? &*std::prev(next) : nullptr;
}

const TracedFunction *TracedProgram::at(uint64_t address) const {
  return functionAt(functions, address);
}

const OtherFunction *TracedProgram::otherAt(uint64_t address) const {
  return functionAt(unknown, address);
}

} // namespace mlir::trackdbg
