//===- PlaceSpec.h - The ways a user names source places ------------------===//
//
//   file:line[:col]   the file by suffix, at a '/', and in quotes or not
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PLACESPEC_H
#define TRACKDBG_DEBUGGER_QUERIES_PLACESPEC_H

#include "graph/Lineage.h"

#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// A name with blanks needs quotes in a command; here they may be there too.
llvm::StringRef withoutQuotes(llvm::StringRef text);

/// A parsed `file:line[:col]`; line 0 where only a file is there.
struct PlaceSpec {
  llvm::StringRef file; ///< Empty for `:line`: the file that has ops there.
  uint32_t line = 0, column = 0;
};
std::optional<PlaceSpec> parsePlace(llvm::StringRef spec);

/// The files of the trace that a name means, by suffix at a '/'; an error with
/// near names if there are none.
llvm::Expected<std::vector<uint32_t>> resolveFile(const Lineage &lineage,
                                                  llvm::StringRef name);

/// The places of the trace that match, in the order of their files; an error
/// with the nearest lines or files if there are none.
llvm::Expected<std::vector<SourcePlace>> resolvePlace(const Lineage &lineage,
                                                      llvm::StringRef spec);

/// Whether a file, by the id of its name, is the one that a user calls
/// `wanted`; see matchesFile.
bool isFile(const Lineage &lineage, uint32_t file, llvm::StringRef wanted);

/// All ops that ever were at such a place, in order of birth, never empty.
llvm::Expected<std::vector<OpId>> opsAtPlace(const Lineage &lineage,
                                             llvm::StringRef spec);

/// All ops that ever were at a place in such a file, in order of birth.
std::vector<OpId> opsOfFile(const Lineage &lineage, llvm::StringRef name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PLACESPEC_H
