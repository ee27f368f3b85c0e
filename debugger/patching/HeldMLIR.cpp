//===- HeldMLIR.cpp - Which MLIR a file holds -----------------------------===//

#include "patching/HeldMLIR.h"

#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// Calls `visit(before, rest)` with what is around each place of `what` in the
/// data, until it returns true. Whether it did.
static bool findInData(const ProgramFile &file, StringRef what,
                       function_ref<bool(StringRef, StringRef)> visit) {
  return any_of(file.data(), [&](StringRef bytes) {
    StringRef rest = bytes;
    while (const void *found =
               memmem(rest.data(), rest.size(), what.data(), what.size())) {
      size_t at = static_cast<const char *>(found) - bytes.data();
      rest = bytes.drop_front(at + what.size());
      if (visit(bytes.take_front(at), rest))
        return true;
    }
    return false;
  });
}

/// What the tracker puts into the program it is linked into. Put together at
/// run time, so that the debugger's own file does not look like a compiler.
static std::string trackerMarker() {
  return Twine("mlir-track-dbg").concat(" tracker, protocol ").str();
}

std::optional<int64_t> linkedInProtocol(const ProgramFile &program) {
  std::optional<int64_t> version;
  findInData(program, trackerMarker(), [&](StringRef, StringRef rest) {
    int64_t number;
    if (!rest.consumeInteger(10, number))
      version = number;
    return version == kProtocolVersion;
  });
  return version;
}

bool showsMLIR(const ProgramFile &program) {
  // Type names that every compiler with MLIR inside carries, stripped or not:
  // the mangled one comes with RTTI, the other from MLIR's own type ids. Put
  // together as above.
  const std::string markers[] = {
      Twine("N4mlir").concat("9OperationE").str(),
      Twine("DesiredTypeName").concat(" = mlir::").str()};
  // A program may have names of MLIR's functions for other reasons, as the
  // debugger does.
  auto isInFunctionName = [](StringRef before) {
    constexpr size_t kLongest = 4096;
    StringRef name = before.take_back(kLongest);
    return name.drop_front(name.rfind('\0') + 1).starts_with("_Z");
  };
  return any_of(markers, [&](StringRef marker) {
    return findInData(program, marker, [&](StringRef before, StringRef) {
      return !isInFunctionName(before);
    });
  });
}

/// LLVM_VERSION_SUFFIX may have any that a file's name may have.
static bool isVersionChar(char c) { return isPrint(c) && c != ' ' && c != '/'; }

/// MLIR writes "MLIR" and its version into each file of bytecode.
static std::string versionInBytecode(const ProgramFile &file) {
  constexpr size_t kLongest = 64;
  std::string version;
  findInData(file, "MLIR", [&](StringRef, StringRef rest) {
    StringRef text = rest.take_front(kLongest).take_while(isVersionChar);
    StringRef number =
        text.take_while([](char c) { return isDigit(c) || c == '.'; });
    if (number.count('.') != 2 || !isDigit(number.front()) ||
        !isDigit(number.back()))
      return false;
    version = text.str();
    return true;
  });
  return version;
}

/// "22.1" of "libMLIR.so.22.1". LLVM has the same version.
static StringRef versionInName(StringRef library) {
  auto [name, version] = library.split(".so.");
  bool isOurs = name.starts_with("libMLIR") || name.starts_with("libLLVM");
  return isOurs ? version : "";
}

Expected<HeldMLIR> heldMLIR(const ProgramFile &file) {
  HeldMLIR held;
  // Each file of MLIR's refers to one of two variables, by how its LLVM was
  // configured.
  if (Error error = file.mentions("_ZN4llvm23EnableABIBreakingChecksE")
                        .moveInto(held.hasChecks))
    return error;
  // A type of that library's in the type of a function of MLIR's.
  if (Error error =
          file.mentionsAll({"NSt3__1", "4mlir"}).moveInto(held.hasLibcxx))
    return error;
  held.isSplit = isSplitMLIR(file.soname());
  held.version = versionInBytecode(file);
  if (held.version.empty())
    held.version = versionInName(file.soname());
  for (StringRef library : file.neededLibraries())
    if (held.version.empty())
      held.version = versionInName(library);
  return held;
}

Expected<ClassComparison> compareClasses(const ProgramFile &program,
                                         const ProgramFile &library) {
  auto exported = library.dynamicSymbols();
  if (!exported)
    return exported.takeError();
  SymbolsByName theirs;
  for (const ProgramFile::DynamicSymbol &symbol : *exported)
    if (symbol.isDefined && symbol.name.starts_with("_ZTV") &&
        (symbol.name.contains("4mlir") || symbol.name.contains("4llvm")))
      theirs[symbol.name];
  SymbolsByName own = theirs;
  if (Error error = library.findSymbols(theirs))
    return error;
  if (Error error = program.findSymbols(own))
    return error;
  ClassComparison result;
  for (const auto &[name, symbol] : theirs) {
    const std::optional<ProgramSymbol> &other = own[name];
    if (symbol && other && symbol->size != 0 && other->size != 0)
      ++(symbol->size == other->size ? result.same : result.different);
  }
  return result;
}

static constexpr StringLiteral kChecks = "-checks", kLibcxx = "-libc++",
                               kSplit = "-split";

std::string HeldMLIR::trackerKey(StringRef otherwise) const {
  // As LLVM names its libraries: the patch level is left out.
  StringRef rest = version;
  StringRef major = rest.take_while(isDigit);
  rest = rest.drop_front(major.size());
  rest.consume_front(".");
  StringRef minor = rest.take_while(isDigit);
  rest = rest.drop_front(minor.size());
  if (rest.consume_front("."))
    rest = rest.drop_while(isDigit);
  std::string key =
      minor.empty() ? otherwise.str() : (major + "." + minor + rest).str();
  if (hasChecks)
    key += kChecks;
  if (hasLibcxx)
    key += kLibcxx;
  if (isSplit)
    key += kSplit;
  return key;
}

HeldMLIR HeldMLIR::ofTrackerKey(StringRef key) {
  HeldMLIR held;
  held.isSplit = key.consume_back(kSplit);
  held.hasLibcxx = key.consume_back(kLibcxx);
  held.hasChecks = key.consume_back(kChecks);
  held.version = key.str();
  return held;
}

std::string HeldMLIR::describe() const {
  SmallVector<StringRef> kinds;
  if (hasChecks)
    kinds.push_back("with ABI-breaking checks (usually "
                    "LLVM_ENABLE_ASSERTIONS=ON)");
  if (hasLibcxx)
    kinds.push_back("built with libc++");
  if (isSplit)
    kinds.push_back("split into many libraries (BUILD_SHARED_LIBS=ON)");
  std::string text = version.empty() ? "an MLIR" : "MLIR " + version;
  return kinds.empty() ? text : text + ' ' + join(kinds, ", ");
}

} // namespace mlir::trackdbg
