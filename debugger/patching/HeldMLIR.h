//===- HeldMLIR.h - Which MLIR a file holds -------------------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H
#define TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H

#include "patching/ProgramFile.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// The MLIR that is linked into a program, or that a library is.
struct HeldMLIR {
  /// As "22.1.8" or "23.0.0git". A compiler that writes no bytecode does not
  /// tell it; then as the names of libraries do: "22.1". Empty where neither is
  /// found.
  std::string version;
  /// LLVM's ABI-breaking checks, usually an assertions build: classes have
  /// another layout.
  bool hasChecks = false;
  /// Built with LLVM's C++ library, and not with GCC's: the classes of either
  /// have other layouts and names.
  bool hasLibcxx = false;
  /// A library for each part of MLIR and LLVM (BUILD_SHARED_LIBS).
  bool isSplit = false;

  /// Which tracker fits, as in the name of its file: "22.1", "22.1-checks",
  /// "22.1-libc++", "22.1-split" or "23.0git". `otherwise` stands for a version
  /// that is not known.
  std::string trackerKey(llvm::StringRef otherwise) const;
  /// Whether both were configured alike, of whatever version they are.
  bool isBuiltAs(const HeldMLIR &other) const {
    return hasChecks == other.hasChecks && hasLibcxx == other.hasLibcxx &&
           isSplit == other.isSplit;
  }
  /// What a tracker of that name is for; its version is as the name has it.
  static HeldMLIR ofTrackerKey(llvm::StringRef key);
  /// For a sentence: "MLIR 22.1.8 with ABI-breaking checks (...)".
  std::string describe() const;
};

/// Takes time in proportion to the file's constants and names.
llvm::Expected<HeldMLIR> heldMLIR(const ProgramFile &file);

/// How many classes of MLIR and LLVM have virtual functions in two files, and
/// equally many or not: versions differ there.
struct ClassComparison {
  unsigned same = 0, different = 0;
};
llvm::Expected<ClassComparison> compareClasses(const ProgramFile &program,
                                               const ProgramFile &library);

/// The version of the protocol that the tracker in a program speaks. Of
/// several, ours if it is among them. Nothing if it has no tracker.
std::optional<int64_t> linkedInProtocol(const ProgramFile &program);

/// Whether there is MLIR in a program of which no names are known.
bool showsMLIR(const ProgramFile &program);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_HELDMLIR_H
