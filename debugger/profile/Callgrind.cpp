//===- Callgrind.cpp - What callgrind has written -------------------------===//

#include "profile/FilesByName.h"
#include "trace/InputFile.h"

#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>
#include <numeric>

using namespace llvm;

namespace mlir::trackdbg {

uint64_t Profile::total() const {
  return std::accumulate(
      files.begin(), files.end(), unknown,
      [](uint64_t sum, const ProfiledFile &file) { return sum + file.total; });
}

namespace {

class CallgrindReader {
public:
  explicit CallgrindReader(Profile &profile)
      : profile(profile), files(profile, /*hasOffsets=*/false) {}

  /// False where it is not a line of the format.
  bool readLine(StringRef line) {
    line = line.rtrim("\r");
    if (line.empty() || line.starts_with("#"))
      return true;
    if (isDigit(line.front()) || StringRef("+-*").contains(line.front()))
      return readCost(line);
    size_t end = line.find_first_of(":=");
    if (end == StringRef::npos)
      return false;
    StringRef key = line.take_front(end), value = line.substr(end + 1).trim();
    if (line[end] == ':')
      readHeader(key, value);
    else
      readSpec(key, value);
    return true;
  }

  bool isCallgrind = false;
  bool hasAddresses = false;

private:
  void readHeader(StringRef key, StringRef value) {
    if (key == "positions") {
      hasAddresses = value.starts_with("instr");
      positions = value.count(' ') + 1;
    } else if (key == "pid") {
      value.getAsInteger(10, process);
    } else if (key == "events") {
      isCallgrind = true;
      profile.unit = value.split(' ').first.str();
    }
  }

  void readSpec(StringRef key, StringRef value) {
    // What follows is what the call has cost in all that it has called.
    isOfCall |= key == "calls";
    if (key == "ob")
      file = numberOf(nameOf(value));
    else if (key == "cob")
      nameOf(value);
  }

  /// "???" is code that is in no file.
  size_t numberOf(StringRef name) {
    return name == "???" && process != 0 ? files.numberOfMemory(process)
                                         : files.numberOf(name);
  }

  /// "(2) /usr/lib/libc.so" gives a number a name; "(2)" has it again.
  StringRef nameOf(StringRef value) {
    if (!value.starts_with("("))
      return value;
    auto [number, name] = value.split(' ');
    std::string &known = names[number];
    if (!name.empty())
      known = name.str();
    return known;
  }

  /// 0x1234 or 12: a place. +3, -3 and * follow from the line before.
  static bool readPosition(StringRef text, uint64_t &position) {
    if (text == "*")
      return true;
    bool isAhead = text.consume_front("+");
    bool isBack = !isAhead && text.consume_front("-");
    uint64_t number;
    if (text.getAsInteger(text.starts_with("0x") ? 0 : 10, number))
      return false;
    position = isAhead  ? position + number
               : isBack ? position - number
                        : number;
    return true;
  }

  bool readCost(StringRef line) {
    bool isCost = !std::exchange(isOfCall, false);
    uint64_t cost = 0;
    for (unsigned i = 0; i < positions; ++i) {
      StringRef text;
      std::tie(text, line) = line.split(' ');
      if (i == 0 && hasAddresses && !readPosition(text, address))
        return false;
    }
    // What is missing is zero.
    StringRef first = line.ltrim().split(' ').first;
    if (!first.empty() && first.getAsInteger(10, cost))
      return false;
    if (!isCost || cost == 0 || !hasAddresses)
      return true;
    if (file)
      files.add(*file, address, cost);
    else
      profile.unknown += cost;
    return true;
  }

  Profile &profile;
  FilesByName files;
  StringMap<std::string> names; ///< Of objects.
  uint64_t process = 0;         ///< 0 where the file does not tell.
  std::optional<size_t> file;
  unsigned positions = 1; ///< How many stand in front of a cost.
  uint64_t address = 0;
  bool isOfCall = false;
};

} // namespace

Expected<Profile> readCallgrind(StringRef path) {
  ErrorOr<std::string> text = readFile(path);
  if (!text)
    return createStringError(fmt::format("cannot read '{}': {}", path.str(),
                                         text.getError().message()));
  return parseCallgrind(*text, path);
}

Expected<Profile> parseCallgrind(StringRef text, StringRef path) {
  Profile profile;
  CallgrindReader reader(profile);
  size_t number = 0;
  for (StringRef rest = text; !rest.empty();) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    ++number;
    if (!reader.readLine(line))
      return createStringError(
          fmt::format("'{}' is not a file of callgrind: line {} is none",
                      path.str(), number));
  }
  if (!reader.isCallgrind)
    return createStringError(
        fmt::format("'{}' is not a file of callgrind", path.str()));
  if (!reader.hasAddresses)
    return createStringError(
        fmt::format("'{}' has no addresses of instructions; run valgrind with "
                    "--tool=callgrind --dump-instr=yes",
                    path.str()));
  return profile;
}

} // namespace mlir::trackdbg
