//===- Compat.h - What differs between versions of MLIR -------------------===//
//
// The tracker is built once for each version of MLIR, from these sources. What
// depends on the version is here, so that no other file asks for it. MLIR 19
// and 22 are compiled and tested. What is said of 20, 21 and 23 was only read
// in LLVM's sources and pull requests.
//
// A hook of a function that this MLIR lacks is left out: a compiler that the
// tracker is linked into could not be linked.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_IR_COMPAT_H
#define TRACKDBG_ACTIONS_IR_COMPAT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 19
#error "the tracker needs MLIR 19 or a later version"
#endif

namespace mlir::trackdbg {

#if LLVM_VERSION_MAJOR < 20
/// The place in a file. MLIR 19 has only points; 20 and later have ranges under
/// this name, and a point is a range that ends where it starts (PR 80213).
class FileLineColRange : public FileLineColLoc {
public:
  using FileLineColLoc::FileLineColLoc;
  unsigned getStartLine() const { return getLine(); }
  unsigned getStartColumn() const { return getColumn(); }
  unsigned getEndLine() const { return getLine(); }
  unsigned getEndColumn() const { return getColumn(); }
};
#endif

/// Calls `callable` where the result goes out of scope. LLVM 22 has a class for
/// that; its function of before is deprecated there.
template <typename Callable> auto atScopeExit(Callable callable) {
#if LLVM_VERSION_MAJOR < 22
  return llvm::make_scope_exit(std::move(callable));
#else
  return llvm::scope_exit(std::move(callable));
#endif
}

/// What Operation::create takes as the op's properties, and how its symbol says
/// so: a PropertyRef in 23 (PR 185157), OpaqueProperties before.
#if LLVM_VERSION_MAJOR < 23
using OpProperties = OpaqueProperties;
#define TRACKDBG_OP_PROPERTIES "NS_16OpaquePropertiesE"
#else
using OpProperties = PropertyRef;
#define TRACKDBG_OP_PROPERTIES "NS_11PropertyRefE"
#endif

/// What Operation::clone takes as its options, and how its symbols say so: a
/// reference in 23 (PR 184202), a copy before.
#if LLVM_VERSION_MAJOR < 23
using CloneOptions = Operation::CloneOptions;
#define TRACKDBG_CLONE_OPTIONS "NS0_12CloneOptionsE"
#else
using CloneOptions = const Operation::CloneOptions &;
#define TRACKDBG_CLONE_OPTIONS "RKNS0_12CloneOptionsE"
#endif

/// What ConversionPatternRewriter::replaceOpWithMultiple takes, and how its
/// symbol says so: its own lists since 21 (PR 132608), ranges in 20. MLIR 19
/// lacks the function.
#if LLVM_VERSION_MAJOR >= 21
using ReplacementLists = SmallVector<SmallVector<Value, 6>, 1> &&;
#define TRACKDBG_REPLACEMENT_LISTS                                             \
  "EON4llvm11SmallVectorINS4_INS_5ValueELj6EEELj1EEE"
#elif LLVM_VERSION_MAJOR == 20
using ReplacementLists = ArrayRef<ValueRange>;
#define TRACKDBG_REPLACEMENT_LISTS "EN4llvm8ArrayRefINS_10ValueRangeEEE"
#endif

/// Whether transform::applyTransforms takes functions that fill and read its
/// state: since 20 (PR 101186).
#if LLVM_VERSION_MAJOR >= 20
#define TRACKDBG_HAS_STATE_FUNCTIONS
#endif

/// Whether the functions of BufferizableOpInterface take a state beside the
/// options, and inlineCall a function that makes the copies: since 21.
#define TRACKDBG_HAS_BUFFERIZATION_STATE (LLVM_VERSION_MAJOR >= 21)
#define TRACKDBG_HAS_CLONE_CALLBACK (LLVM_VERSION_MAJOR >= 21)

/// Whether affine::replaceAllMemRefUsesWith takes a filter of users, and not
/// two ops, and MemRefRegion::compute more flags: not in 19, and in 22. Of 20
/// and 21 it is not known; there the hooks may see nothing.
#define TRACKDBG_HAS_USER_FILTER (LLVM_VERSION_MAJOR >= 21)
/// Whether mlir::loopUnrollFull of SCF is a function of its own: since 20.
#define TRACKDBG_HAS_LOOP_UNROLL_FULL (LLVM_VERSION_MAJOR >= 20)
/// Whether SCF unrolls parallel loops and normalizes scf.forall by functions:
/// not in 19, and in 22. Of 20 and 21 it is not known.
#define TRACKDBG_HAS_PARALLEL_UNROLL (LLVM_VERSION_MAJOR >= 22)

/// Whether OpBuilder::tryFold says which constants it made: not in 19, and in
/// 22. Of 20 and 21 it is not known.
#define TRACKDBG_HAS_FOLDED_CONSTANTS (LLVM_VERSION_MAJOR >= 22)

/// The symbol of Pass::printAsTextualPipeline. Before MLIR 21 it has no
/// parameter `pretty` (PR 143223), and the argument for it is not looked at.
#define TRACKDBG_PRINT_PIPELINE                                                \
  "_ZN4mlir4Pass22printAsTextualPipelineERN4llvm11raw_"                        \
  "ostreamE" TRACKDBG_PRETTY
#if LLVM_VERSION_MAJOR < 21
#define TRACKDBG_PRETTY ""
#else
#define TRACKDBG_PRETTY "b"
#endif

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_COMPAT_H
