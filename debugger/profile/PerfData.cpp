//===- PerfData.cpp - What perf has written -------------------------------===//

#include "profile/FilesByName.h"
#include "trace/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <fmt/format.h>
#include <map>

using namespace llvm;

namespace mlir::trackdbg {

namespace {

/// Where a process has a file.
struct PerfMapping {
  uint64_t end = 0;
  uint64_t begin = 0, offset = 0; ///< The address and the place in the file.
  size_t file = 0;
};

/// Reads what `perf script` prints.
class PerfScript {
public:
  explicit PerfScript(Profile &profile)
      : profile(profile), files(profile, /*hasOffsets=*/true) {}

  void readLine(StringRef line) {
    size_t at = line.find("PERF_RECORD_");
    if (at == StringRef::npos)
      return readSample(line);
    line = line.drop_front(at + strlen("PERF_RECORD_"));
    if (line.consume_front("MMAP2 ") || line.consume_front("MMAP "))
      readMapping(line);
    else if (line.consume_front("FORK("))
      readFork(line);
    else if (line.consume_front("COMM exec: "))
      readExec(line);
  }

private:
  using Mappings = std::map<uint64_t, PerfMapping>; ///< By begin.

  /// "12/12: [0x7f00(0x1000) @ 0x2000 fe:00 12 0]: r-xp /usr/lib/libc.so".
  void readMapping(StringRef line) {
    uint64_t process, begin, size, offset;
    if (line.consumeInteger(10, process) || !skipTo(line, "[") ||
        line.consumeInteger(0, begin) || !line.consume_front("(") ||
        line.consumeInteger(0, size) || !line.consume_front(") @ ") ||
        line.consumeInteger(0, offset) || !skipTo(line, "]: ") ||
        !skipTo(line, " "))
      return;
    Mappings &mappings = processes[process];
    // What was there before is gone.
    auto old = mappings.lower_bound(begin);
    if (old != mappings.begin() && std::prev(old)->second.end > begin)
      std::prev(old)->second.end = begin;
    while (old != mappings.end() && old->first < begin + size)
      old = mappings.erase(old);
    // To these, perf gives their addresses for offsets.
    size_t file =
        line == "//anon" ? files.numberOfMemory(process) : files.numberOf(line);
    mappings[begin] = {begin + size, begin, offset, file};
    last = nullptr;
  }

  /// "13:13):(12:12)": the new process, and the old one.
  void readFork(StringRef line) {
    uint64_t child, parent;
    if (line.consumeInteger(10, child) || !skipTo(line, "(") ||
        line.consumeInteger(10, parent) || child == parent)
      return;
    Mappings inherited = processes[parent];
    processes[child] = std::move(inherited);
    last = nullptr;
  }

  /// "spin:12/12".
  void readExec(StringRef line) {
    uint64_t process;
    StringRef number = line.rsplit(':').second.split('/').first;
    if (number.getAsInteger(10, process))
      return;
    processes.erase(process);
    last = nullptr;
  }

  /// "12   50000 cpu-clock:u:   7f00".
  void readSample(StringRef line) {
    uint64_t process, cost, address;
    line = line.ltrim();
    if (line.consumeInteger(10, process))
      return;
    line = line.ltrim();
    if (line.consumeInteger(10, cost))
      return;
    auto [event, place] = line.trim().rsplit(' ');
    event = event.trim().rtrim(':');
    if (place.getAsInteger(16, address))
      return;
    if (profile.unit.empty())
      profile.unit = event.str();
    if (event == profile.unit)
      addSample(process, address, cost);
  }

  void addSample(uint64_t process, uint64_t address, uint64_t cost) {
    if (!last || process != lastProcess || address < last->begin ||
        address >= last->end) {
      last = nullptr;
      lastProcess = process;
      auto &mappings = processes[process];
      auto next = mappings.upper_bound(address);
      if (next != mappings.begin() && address < std::prev(next)->second.end)
        last = &std::prev(next)->second;
    }
    if (last)
      files.add(last->file, address - last->begin + last->offset, cost);
    else
      profile.unknown += cost;
  }

  static bool skipTo(StringRef &line, StringRef text) {
    size_t at = line.find(text);
    if (at == StringRef::npos)
      return false;
    line = line.drop_front(at + text.size());
    return true;
  }

  Profile &profile;
  FilesByName files;
  std::map<uint64_t, Mappings> processes;
  /// Of the sample before; null where a mapping has changed since.
  const PerfMapping *last = nullptr;
  uint64_t lastProcess = 0;
};

} // namespace

Profile parsePerfScript(StringRef text) {
  Profile profile;
  PerfScript script(profile);
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    script.readLine(line);
  }
  return profile;
}

static Error checkMagic(StringRef path) {
  // Of the file, and of the old format.
  constexpr StringLiteral magics[] = {"PERFILE2", "PERFFILE"};
  constexpr size_t kSize = magics[0].size();
  ErrorOr<std::string> head =
      readFile(path, [](StringRef read) { return read.size() < kSize; });
  if (!head)
    return createStringError(fmt::format("cannot read '{}': {}", path.str(),
                                         head.getError().message()));
  if (!is_contained(magics, StringRef(*head).take_front(kSize)))
    return createStringError(
        fmt::format("'{}' is not a file of 'perf record'", path.str()));
  return Error::success();
}

static Error cannotRun(StringRef path, StringRef why) {
  return createStringError(
      fmt::format("'perf script' cannot read '{}': {}", path.str(), why.str()));
}

Expected<Profile> readPerfData(StringRef path) {
  if (Error error = checkMagic(path))
    return error;
  ErrorOr<std::string> perf = sys::findProgramByName("perf");
  if (!perf)
    return createStringError(fmt::format(
        "there is no 'perf' in PATH, which reads '{}'", path.str()));
  SmallString<128> printed, errors;
  if (std::error_code error =
          sys::fs::createTemporaryFile("perf", "txt", printed))
    return cannotRun(path, error.message());
  FileRemover removePrinted(printed);
  if (std::error_code error =
          sys::fs::createTemporaryFile("perf", "err", errors))
    return cannotRun(path, error.message());
  FileRemover removeErrors(errors);
  // -G: no callers; -f: even if another user owns the file.
  StringRef words[] = {*perf,
                       "script",
                       "-f",
                       "-G",
                       "-i",
                       path,
                       "--show-mmap-events",
                       "--show-task-events",
                       "-F",
                       "pid,period,event,ip"};
  std::optional<StringRef> redirects[] = {StringRef("/dev/null"), printed.str(),
                                          errors.str()};
  std::string message;
  int code = sys::ExecuteAndWait(*perf, words, std::nullopt, redirects, 0, 0,
                                 &message);
  auto text = MemoryBuffer::getFile(printed);
  if (code != 0 || !text) {
    if (auto said = MemoryBuffer::getFile(errors); message.empty() && said)
      message = (*said)->getBuffer().trim().split('\n').first.str();
    return cannotRun(path, message.empty() ? "it failed" : message);
  }
  Profile profile = parsePerfScript((*text)->getBuffer());
  if (profile.unit.empty())
    return createStringError(
        fmt::format("'{}' has no samples of user code", path.str()));
  return profile;
}

} // namespace mlir::trackdbg
