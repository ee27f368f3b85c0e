//===- Profile.h - Where a program spent its time -------------------------===//

#ifndef TRACKDBG_DEBUGGER_PROFILE_PROFILE_H
#define TRACKDBG_DEBUGGER_PROFILE_PROFILE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What the code of one file has cost, or code that is in memory only.
struct ProfiledFile {
  /// As the profile names it: a path, or words in brackets, as for the kernel.
  std::string name;
  /// Of code that is in no file, as a JIT makes it: the process that has it in
  /// memory. Places are addresses there.
  std::optional<uint64_t> process;
  /// Whether places are offsets in the file. Otherwise they are its addresses,
  /// as its symbols have them.
  bool hasOffsets = false;
  llvm::DenseMap<uint64_t, uint64_t> costs; ///< By place.
  uint64_t total = 0;                       ///< The sum of them.
};

struct Profile {
  std::string unit; ///< "cycles", "Ir"; what is counted.
  std::vector<ProfiledFile> files;
  uint64_t unknown = 0; ///< Cost of what is in no file.

  uint64_t total() const;
};

/// What `perf record` has written, by running `perf script`: one to three
/// seconds for a million samples. If there are several events, it is the first
/// one that has samples. The error, a sentence without a period, names the
/// file.
llvm::Expected<Profile> readPerfData(llvm::StringRef path);

/// What `valgrind --tool=callgrind --dump-instr=yes` has written. The format is
/// that of valgrind's manual, "Callgrind Format Specification"; the first event
/// counts. Errors as above; also if the file has no addresses.
llvm::Expected<Profile> readCallgrind(llvm::StringRef path);

// What the two make of the text; `path` is for the error.
Profile parsePerfScript(llvm::StringRef text);
llvm::Expected<Profile> parseCallgrind(llvm::StringRef text,
                                       llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PROFILE_PROFILE_H
