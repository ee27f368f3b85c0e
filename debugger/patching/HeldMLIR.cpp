//===- HeldMLIR.cpp - Which MLIR a program holds --------------------------===//

#include "patching/HeldMLIR.h"

#include "trackdbg/Protocol.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// What the tracker puts into the program it is linked into. Put together at
/// run time, so that the debugger's own file does not look like a compiler.
static std::string trackerMarker() {
  return Twine("mlir-track-dbg").concat(" tracker, protocol ").str();
}

std::optional<int64_t> linkedInProtocol(StringRef bytes) {
  const std::string marker = trackerMarker();
  std::optional<int64_t> version;
  while (version != kProtocolVersion) {
    const void *at =
        memmem(bytes.data(), bytes.size(), marker.data(), marker.size());
    if (!at)
      break;
    bytes = bytes.drop_front(static_cast<const char *>(at) - bytes.data() +
                             marker.size());
    int64_t number;
    if (!bytes.consumeInteger(10, number))
      version = number;
  }
  return version;
}

/// MLIR writes "MLIR" and its version into each file of bytecode.
std::string versionOfMLIR(StringRef bytes) {
  constexpr StringLiteral kProducer = "MLIR";
  while (const void *found = memmem(bytes.data(), bytes.size(),
                                    kProducer.data(), kProducer.size())) {
    bytes = bytes.drop_front(static_cast<const char *>(found) - bytes.data() +
                             kProducer.size());
    StringRef version =
        bytes.take_while([](char c) { return isAlnum(c) || c == '.'; });
    StringRef number =
        version.take_while([](char c) { return isDigit(c) || c == '.'; });
    if (number.count('.') == 2 && isDigit(number.front()) &&
        isDigit(number.back()))
      return version.str();
  }
  return "";
}

std::string whyNotTracked(const ProgramFile &program, StringRef bytes) {
  SymbolsByName wanted;
  // A program has one of the two, by how its LLVM was configured.
  constexpr StringLiteral kWithChecks = "_ZN4llvm23EnableABIBreakingChecksE";
  wanted[kWithChecks];
  if (Error error = program.findSymbols(wanted))
    return toString(std::move(error));
  if (wanted[kWithChecks])
    return "holds an MLIR with ABI-breaking checks (usually "
           "LLVM_ENABLE_ASSERTIONS=ON), and no tracker is built for that";
  std::string version = versionOfMLIR(bytes);
  if (version.empty() ||
      StringRef(version).starts_with(TRACKDBG_MLIR_VERSION "."))
    return "";
  return fmt::format("holds MLIR {}, and this mlir-track-dbg tracks MLIR "
                     "" TRACKDBG_MLIR_VERSION,
                     version);
}

} // namespace mlir::trackdbg
