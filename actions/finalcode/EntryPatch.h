//===- EntryPatch.h - A function of LLVM, replaced in a copy --------------===//
//
// LLVM binds its calls of its own functions when it is linked, so that nothing
// stands in front of them. In a copy of the compiler, which ends soon and of
// which nothing is kept but what it tells, the beginning of such a function can
// be overwritten by a jump.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_ENTRYPATCH_H
#define TRACKDBG_ACTIONS_FINALCODE_ENTRYPATCH_H

namespace mlir::trackdbg {

/// From now on, `replacement` is called in place of the function. Returns what
/// calls the original one; null, and nothing is done, where there is no such
/// function, where it begins with instructions that are not known to run the
/// same elsewhere, or on a machine other than x86-64. No other thread may be in
/// the function.
void *replaceFunction(const char *mangledName, void *replacement);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_ENTRYPATCH_H
