//===- FinalCode.cpp - Its bytes ------------------------------------------===//
//
// All numbers are ULEB128. A list is its length and its elements; a text is a
// list of bytes. Numbers that grow, as offsets do, are kept as differences to
// the one before, modulo 2^64.
//
//===----------------------------------------------------------------------===//

#include "trackdbg/FinalCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/xxhash.h"

#include <type_traits>

using namespace mlir::trackdbg::trace;

namespace {

/// The two ways through the fields of a value. `isReading` says which.
class CodeWriter {
public:
  static constexpr bool isReading = false;

  template <typename T> void number(const T &value) {
    uint8_t bytes[16];
    unsigned size = llvm::encodeULEB128(uint64_t(value), bytes);
    out.append(reinterpret_cast<char *>(bytes), size);
  }
  void text(const std::string &text) {
    number(text.size());
    out += text;
  }
  template <typename T, typename Visit>
  void list(const std::vector<T> &list, Visit visit) {
    number(list.size());
    for (const T &element : list)
      visit(element);
  }

  std::string out;
};

class CodeReader {
public:
  static constexpr bool isReading = true;
  explicit CodeReader(llvm::StringRef bytes) : rest(bytes) {}

  template <typename T> void number(T &value) {
    const char *error = nullptr;
    unsigned size = 0;
    uint64_t read = llvm::decodeULEB128(rest.bytes_begin(), &size,
                                        rest.bytes_end(), &error);
    value = T(read);
    if (error || uint64_t(value) != read) {
      isGood = false;
      rest = "";
      value = T();
      return;
    }
    rest = rest.drop_front(size);
  }
  void text(std::string &text) {
    uint64_t size = 0;
    number(size);
    isGood &= size <= rest.size();
    text = rest.take_front(size).str();
    rest = rest.drop_front(text.size());
  }
  /// Whatever the length claims, there are no more elements than bytes.
  template <typename T, typename Visit>
  void list(std::vector<T> &list, Visit visit) {
    uint64_t size = 0;
    number(size);
    isGood &= size <= rest.size();
    while (isGood && list.size() < size)
      visit(list.emplace_back());
  }

  llvm::StringRef rest;
  bool isGood = true;
};

/// A number that is kept as the difference to the one before.
template <typename Archive, typename T>
void codeDifference(Archive &archive, T &value, uint64_t &before) {
  uint64_t number = uint64_t(value) - before;
  archive.number(number);
  if constexpr (Archive::isReading)
    value = before + number;
  before = value;
}

template <typename Archive, typename List>
void codeSections(Archive &archive, List &all) {
  archive.list(all, [&](auto &section) {
    archive.text(section.name);
    archive.number(section.size);
    archive.number(section.hash);
  });
}

template <typename Archive, typename List>
void codeFunctions(Archive &archive, List &all) {
  archive.list(all, [&](auto &function) {
    archive.text(function.name);
    archive.number(function.section);
    archive.number(function.offset);
    archive.number(function.size);
    archive.number(function.hash);
  });
}

/// `Code` is a FinalCode, const for a CodeWriter.
template <typename Archive, typename Code>
void codeFields(Archive &archive, Code &code) {
  uint64_t before = 0;
  archive.number(code.isAssembly);
  archive.list(code.ops, [&](auto &address) {
    codeDifference(archive, address, before);
  });
  archive.list(code.sets, [&](auto &set) {
    archive.number(set.first);
    archive.number(set.second);
  });
  archive.list(code.others, [&](auto &other) {
    archive.number(other.reason);
    archive.number(other.pass);
  });
  codeSections(archive, code.sections);
  codeFunctions(archive, code.functions);
  before = 0;
  archive.list(code.linked, [&](auto &bytes) {
    archive.number(bytes.section);
    codeDifference(archive, bytes.offset, before);
    archive.number(bytes.size);
  });
  before = 0;
  archive.list(code.instructions, [&](auto &instruction) {
    archive.number(instruction.section);
    codeDifference(archive, instruction.offset, before);
    archive.number(instruction.size);
    archive.number(instruction.origin);
    archive.number(instruction.text);
  });
  archive.list(code.translated, [&](auto &instruction) {
    archive.number(instruction.op);
    archive.number(instruction.function);
    archive.number(instruction.text);
  });
  archive.list(code.passes, [&](auto &pass) {
    archive.number(pass.name);
    archive.number(pass.unit);
    archive.number(pass.ordinal);
  });
  archive.list(code.steps, [&](auto &step) {
    archive.number(step.pass);
    archive.number(step.function);
    archive.number(step.origin);
    archive.number(step.before);
    archive.number(step.after);
  });
  archive.list(code.replacements, [&](auto &replacement) {
    archive.number(replacement.pass);
    archive.number(replacement.function);
    archive.number(replacement.origin);
    archive.number(replacement.with);
    archive.number(replacement.by);
  });
  archive.list(code.strings, [&](auto &text) { archive.text(text); });
}

template <typename Archive, typename Code>
void codeGenerated(Archive &archive, Code &code) {
  uint64_t before = 0;
  codeSections(archive, code.sections);
  archive.list(code.lines, [&](auto &row) {
    archive.number(row.section);
    codeDifference(archive, row.offset, before);
    archive.number(row.file);
    archive.number(row.line);
  });
  archive.list(code.files, [&](auto &file) { archive.text(file); });
  // Format 12 ends here.
  if constexpr (Archive::isReading)
    if (archive.rest.empty())
      return;
  archive.list(code.addresses, [&](auto &address) { archive.number(address); });
  // Format 13 does here.
  if constexpr (Archive::isReading)
    if (archive.rest.empty())
      return;
  codeFunctions(archive, code.functions);
}

/// Whether each is in its section.
bool functionsAreGood(const std::vector<CodeFunction> &functions,
                      const std::vector<CodeSection> &sections) {
  return llvm::all_of(functions, [&](const CodeFunction &function) {
    if (function.section >= sections.size())
      return false;
    uint64_t size = sections[function.section].size;
    return function.offset <= size && function.size <= size - function.offset;
  });
}

bool numbersAreGood(const GeneratedCode &code) {
  std::pair<uint32_t, uint64_t> before = {0, 0};
  for (const CodeLine &row : code.lines) {
    std::pair place = {row.section, row.offset};
    if (row.section >= code.sections.size() || place < before ||
        (row.line != 0 && row.file >= code.files.size()))
      return false;
    before = place;
  }
  if (!functionsAreGood(code.functions, code.sections))
    return false;
  if (code.addresses.empty())
    return true;
  if (code.addresses.size() != code.sections.size())
    return false;
  for (size_t number = 0; number < code.sections.size(); ++number)
    if (code.addresses[number] > UINT64_MAX - code.sections[number].size)
      return false;
  return true;
}

/// Whether each number of `code` names something that is there.
class NumbersOfCode {
public:
  explicit NumbersOfCode(const FinalCode &code) : code(code) {}

  bool isGood() const {
    return setsAreGood() && othersAreGood() &&
           functionsAreGood(code.functions, code.sections) && linkedAreGood() &&
           instructionsAreGood() && translatedAreGood() && passesAreGood() &&
           stepsAreGood() && replacementsAreGood();
  }

private:
  template <typename List, typename Test>
  static bool all(const List &list, Test test) {
    for (const auto &element : list)
      if (!test(element))
        return false;
    return true;
  }
  bool isString(uint32_t index) const { return index < code.strings.size(); }
  bool isPass(uint32_t index) const {
    return index != 0 && index <= code.passes.size();
  }
  bool isOrigin(CodeOrigin origin, size_t sets) const {
    if (origin >= kFirstOther)
      return origin - kFirstOther < code.others.size();
    if (origin >= kFirstSet)
      return origin - kFirstSet < sets;
    return origin <= code.ops.size();
  }
  bool isOrigin(CodeOrigin origin) const {
    return isOrigin(origin, code.sets.size());
  }

  bool setsAreGood() const {
    size_t index = 0;
    return all(code.sets, [&](const OriginPair &set) {
      bool isGood = isOrigin(set.first, index) && isOrigin(set.second, index);
      ++index;
      return isGood;
    });
  }
  bool othersAreGood() const {
    return all(code.others, [&](const OtherOrigin &other) {
      return other.reason <= CodeReason::Padding &&
             (other.pass == 0 || isPass(other.pass));
    });
  }
  bool linkedAreGood() const {
    std::pair<uint32_t, uint64_t> before = {0, 0};
    return all(code.linked, [&](const LinkedBytes &bytes) {
      std::pair place = {bytes.section, bytes.offset};
      bool isGood = bytes.section < code.sections.size() && place >= before &&
                    bytes.size <= kMostLinkedBytes;
      before = place;
      return isGood;
    });
  }
  bool instructionsAreGood() const {
    std::pair<uint32_t, uint64_t> end = {0, 0};
    return all(code.instructions, [&](const CodeInstruction &instruction) {
      if (instruction.section >= code.sections.size())
        return false;
      uint64_t size = code.sections[instruction.section].size;
      bool isGood = instruction.offset <= size &&
                    instruction.size <= size - instruction.offset &&
                    isOrigin(instruction.origin) && isString(instruction.text);
      std::pair begin = {instruction.section, instruction.offset};
      isGood &= begin >= end;
      end = {instruction.section, instruction.offset + instruction.size};
      return isGood;
    });
  }
  bool translatedAreGood() const {
    return all(code.translated, [&](const TranslatedInstruction &instruction) {
      return instruction.op != 0 && instruction.op <= code.ops.size() &&
             isString(instruction.function) && isString(instruction.text);
    });
  }
  bool passesAreGood() const {
    return all(code.passes, [&](const CodePass &pass) {
      return isString(pass.name) && isString(pass.unit);
    });
  }
  bool stepsAreGood() const {
    uint32_t last = 0;
    return all(code.steps, [&](const CodeStep &step) {
      bool isGood = isPass(step.pass) && step.pass >= last &&
                    isString(step.function) && isOrigin(step.origin);
      last = step.pass;
      return isGood;
    });
  }

  bool replacementsAreGood() const {
    uint32_t last = 0;
    return all(code.replacements, [&](const CodeReplacement &replacement) {
      bool isGood =
          isPass(replacement.pass) && replacement.pass >= last &&
          isString(replacement.function) && isOrigin(replacement.origin) &&
          replacement.with <= ReplacedBy::Argument && isOrigin(replacement.by);
      last = replacement.pass;
      return isGood;
    });
  }

  const FinalCode &code;
};

} // namespace

static llvm::Error damagedCode() {
  return llvm::createStringError("what the trace has of the final code is "
                                 "damaged");
}

CodeSection mlir::trackdbg::trace::describeSection(llvm::StringRef name,
                                                   llvm::StringRef contents) {
  return {name.str(), contents.size(), llvm::xxh3_64bits(contents)};
}

bool mlir::trackdbg::trace::isSameCode(llvm::ArrayRef<CodeSection> ours,
                                       llvm::ArrayRef<CodeSection> theirs) {
  return llvm::equal(ours, theirs,
                     [](const CodeSection &lhs, const CodeSection &rhs) {
                       return lhs.name == rhs.name && lhs.size == rhs.size &&
                              lhs.hash == rhs.hash;
                     });
}

uint64_t
mlir::trackdbg::trace::hashOfLinked(llvm::ArrayRef<uint8_t> bytes,
                                    uint32_t section, uint64_t offset,
                                    llvm::ArrayRef<LinkedBytes> linked) {
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  // None is longer than this.
  uint64_t earliest = offset - std::min<uint64_t>(offset, kMostLinkedBytes);
  const LinkedBytes *next =
      llvm::partition_point(linked, [&](const LinkedBytes &each) {
        return std::pair(each.section, each.offset) <
               std::pair(section, earliest);
      });
  for (; next != linked.end() && next->section == section &&
         next->offset < offset + copy.size();
       ++next) {
    uint64_t begin = std::max(next->offset, offset) - offset;
    uint64_t end = next->offset + next->size;
    for (uint64_t at = begin; at < copy.size() && offset + at < end; ++at)
      copy[at] = 0;
  }
  return llvm::xxh3_64bits(copy);
}

std::string mlir::trackdbg::trace::encode(const FinalCode &code) {
  CodeWriter writer;
  codeFields(writer, code);
  return std::move(writer.out);
}

std::string mlir::trackdbg::trace::encode(const GeneratedCode &code) {
  CodeWriter writer;
  codeGenerated(writer, code);
  return std::move(writer.out);
}

llvm::Expected<FinalCode>
mlir::trackdbg::trace::decodeFinalCode(llvm::StringRef bytes) {
  CodeReader reader(bytes);
  FinalCode code;
  codeFields(reader, code);
  if (!reader.isGood || !reader.rest.empty() || !NumbersOfCode(code).isGood())
    return damagedCode();
  return code;
}

llvm::Expected<GeneratedCode>
mlir::trackdbg::trace::decodeGeneratedCode(llvm::StringRef bytes) {
  CodeReader reader(bytes);
  GeneratedCode code;
  codeGenerated(reader, code);
  if (!reader.isGood || !reader.rest.empty() || !numbersAreGood(code))
    return damagedCode();
  return code;
}
