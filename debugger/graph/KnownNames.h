//===- KnownNames.h - The names that a trace has --------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_KNOWNNAMES_H
#define TRACKDBG_DEBUGGER_GRAPH_KNOWNNAMES_H

#include "graph/Lineage.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The words are what a user types for a pass or a pattern, and hold no blank.
enum class NameKind {
  Pass,
  PassWord,
  Pattern,
  PatternWord,
  LLVMPass,
  Op,
  Tag,
  File
};
/// Each once, in order of first appearance. Passes give both their names and
/// their arguments; those that only run others have no word. Linear in the
/// definitions and ops.
std::vector<std::string> names(const Lineage &lineage, NameKind kind);
/// The names nearest to `text`, nearest first, at most `count`; none where
/// nothing is near.
std::vector<std::string> nearNames(const Lineage &lineage, llvm::StringRef text,
                                   NameKind kind, size_t count = 3);
/// The same of other names.
std::vector<std::string> nearNames(std::vector<std::string> known,
                                   llvm::StringRef text, NameKind kind,
                                   size_t count = 3);
/// The name or argument of a pass that ran, as the trace has it. An error says
/// that no such pass ran, and which names are near.
llvm::Expected<std::string> passNamed(const Lineage &lineage,
                                      llvm::StringRef typed);
/// "; did you mean 'a' or 'b'?", or empty.
std::string didYouMean(llvm::ArrayRef<std::string> names);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_KNOWNNAMES_H
