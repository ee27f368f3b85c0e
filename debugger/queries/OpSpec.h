//===- OpSpec.h - The ways a user names ops -------------------------------===//
//
//   #1234             the op with this number
//   file:line[:col]   ops at a source place; the file by suffix, at a '/', and
//                     in quotes or not
//   linalg.matmul     ops of this name; `matmul` where only one dialect has it
//   /regex/           ops whose name has a match
//   @f  @m::@f        ops made with this symbol name; inside those of another
//   @stage3/%5        as printed in a stage; see StageSpec.h
//   %5  @f/%5         as printed at the stop, which has to find the op
//
// And arguments of blocks:
//
//   SPEC:arg0         of the first block of each region of the ops
//   %arg0  @f/%arg0   as printed, at a stop or with a stage before it
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_OPSPEC_H
#define TRACKDBG_DEBUGGER_QUERIES_OPSPEC_H

#include "graph/Lineage.h"

#include <functional>
#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// What `%5` or `@f/%5` names at the stop.
struct LiveValue {
  uint64_t address = 0; ///< Of the op, or of the block of an argument.
  std::optional<uint32_t> argument = std::nullopt; ///< The number of that.
};
using LiveResolver =
    std::function<llvm::Expected<LiveValue>(llvm::StringRef spec)>;

/// The ops that `spec` names, in order of birth, never empty. An error says
/// what is wrong with it and what would work; that it names an argument is one.
/// Costs as much as there are ops that it names, but names and regular
/// expressions look at all ops, and a symbol at all symbols. A source place
/// names all ops that ever were there.
llvm::Expected<std::vector<OpId>> resolveOps(const Lineage &lineage,
                                             llvm::StringRef spec,
                                             const LiveResolver &resolver = {});

/// Which ops a source place names.
enum class AtPlace : uint8_t {
  Input,  ///< Those of the input; all where none is from there.
  Newest, ///< Those that are there at the newest event; all where none is.
  All
};

struct NamedOps {
  std::vector<OpId> ops; ///< In order of birth, never empty.
  /// Of a source place, the rest of the ops there.
  std::vector<OpId> others;
};

/// The same as resolveOps, but a source place names some of its ops.
llvm::Expected<NamedOps> nameOps(const Lineage &lineage, llvm::StringRef spec,
                                 const LiveResolver &resolver, AtPlace which);

/// What a spec names: ops or arguments, and not both.
struct NamedEnds : NamedOps {
  std::vector<ArgumentRef> arguments;
};
/// The same as nameOps, but arguments may be named too.
llvm::Expected<NamedEnds> nameEnds(const Lineage &lineage, llvm::StringRef spec,
                                   const LiveResolver &resolver, AtPlace which);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_OPSPEC_H
